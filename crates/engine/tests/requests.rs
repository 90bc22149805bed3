//! A desk from outside: every request of the description is known, answers are documents, and nothing is remembered
//! between two of them that an answer depends on.

use nasvet_engine::{Desk, Stop, Watch};
use serde_json::{Value, json};

fn ask(desk: &mut Desk, request: &Value) -> Result<Value, String> {
    let answer = desk.answer(&request.to_string(), &Watch::new());
    let answer = answer.map_err(|refused| refused.to_string())?;
    Ok(serde_json::from_str(&answer).expect("an answer is JSON"))
}

#[test]
fn the_description_lists_what_can_be_asked() {
    let path = testing::root().join("docs/openapi.json");
    let text = std::fs::read_to_string(path).expect("the description is there");
    let description: Value = serde_json::from_str(&text).expect("it is JSON");
    let requests = &description["components"]["schemas"]["Request"]["oneOf"];
    let requests = requests.as_array().expect("a list");
    let listed: Vec<&str> = requests
        .iter()
        .filter_map(|request| request["title"].as_str())
        .collect();
    // The message about an unknown request lists those that are known.
    let told = ask(&mut Desk::new(), &json!({"ask": "nothing"})).expect_err("it is unknown");
    let known: Vec<&str> = told.split('`').skip(3).step_by(2).collect();
    assert_eq!(listed, known, "{told}");
    // And each field of each is known.
    for request in requests {
        let mut asked = json!({"ask": request["title"]});
        let fields = request["properties"].as_object().expect("a map");
        for name in fields.keys().filter(|name| *name != "ask") {
            asked[name] = json!({"no": "such value"});
        }
        if let Err(told) = ask(&mut Desk::new(), &asked) {
            assert!(!told.contains("unknown field"), "{told} of {asked}");
        }
    }
}

#[test]
fn a_chapter_advises_and_says_why() {
    let mut desk = Desk::new();
    // A rook beside the bare king is taken.
    let request = json!({
        "ask": "advise", "chapter": "krk", "position": "8/8/8/3k4/1R6/8/8/K7 w - -",
        "why": true, "why_not": "Rc4", "tree": true, "stats": true,
    });
    let answer = ask(&mut desk, &request).expect("an answer");
    let first = &answer["advice"]["moves"][0];
    assert_eq!(
        answer["m"]["from"],
        first["why"]["sentences"][0]["arrows"][0][0]
    );
    assert_eq!(first["why_not"]["verdict"]["keeps"], json!(false));
    assert!(first["tree"]["tree"].is_array() && first["tried"].is_array());
    // The same question has the same answer, at another desk, too.
    assert_eq!(ask(&mut desk, &request).as_ref(), Ok(&answer));
    assert_eq!(ask(&mut Desk::new(), &request), Ok(answer));
}

#[test]
fn a_reason_shows_the_squares_that_it_counts() {
    // The rook goes to b3: what is to the right of its file and above its rank is the box of the king on d5.
    let request = json!({
        "ask": "advise", "chapter": "krk", "position": "8/8/8/3k4/8/8/1R6/K7 w - -", "why": true,
    });
    let answer = ask(&mut Desk::new(), &request).expect("an answer");
    let sentences = &answer["advice"]["moves"][0]["why"]["sentences"];
    let mut sentences = sentences.as_array().expect("a list").iter();
    let gain = sentences.find(|said| said["about"] == "gain");
    let gain = gain.expect("the box gets smaller");
    assert!(
        gain["text"]
            .as_str()
            .is_some_and(|text| text.contains("30 squares"))
    );
    let places = gain["places"].as_array().expect("a list").iter();
    let mut places: Vec<&str> = places.filter_map(Value::as_str).collect();
    places.sort_unstable();
    let mut boxed = Vec::new();
    for file in 'c'..='h' {
        boxed.extend((4..=8).map(|rank| format!("{file}{rank}")));
    }
    assert_eq!(places, boxed);
}

#[test]
fn the_contents_tell_what_one_can_ask() {
    let contents = ask(&mut Desk::new(), &json!({"ask": "contents"})).expect("a list");
    let chapters = contents["chapters"].as_array().expect("a list").iter();
    let thinking = chapters.filter(|chapter| chapter["thinks"] == true);
    let thinking: Vec<(&str, &Value)> = thinking
        .filter_map(|chapter| Some((chapter["name"].as_str()?, &chapter["questions"])))
        .collect();
    assert!(thinking.contains(&("and-or", &json!(["can {x} be solved?"]))));
    let questions = json!([
        "can {x} win?",
        "can {x} draw?",
        "what should {x} do?",
        "which moves win?",
        "why does {move} lose?",
    ]);
    assert!(thinking.contains(&("kpkp", &questions)));
    assert!(!thinking.iter().any(|(name, _)| *name == "krk"));
}

#[test]
fn practice_goes_on_at_another_desk() {
    let line = |text: &str| json!({"line": text, "now": 2});
    let request = |lines: &[Value]| {
        json!({
            "ask": "practise", "chapter": "krk", "position": "8/8/8/8/8/1R6/2K5/k7 w - -",
            "seed": 1, "now": 1, "lines": lines,
        })
    };
    let begun = ask(&mut Desk::new(), &request(&[])).expect("a task");
    assert_eq!(begun["waits"], "move");
    // The rook gives mate on the file, since the king guards b1 and b2.
    let mated = ask(&mut Desk::new(), &request(&[line("Ra3")])).expect("an end");
    assert_eq!(
        (&mated["waits"], &mated["board"]["over"]),
        (&json!("next"), &json!(true))
    );
    assert_eq!(mated["progress"]["format"], "nasvet-practice");
}

#[test]
fn a_text_is_analysed_in_units_of_utf16() {
    let text = "# 𝄞\n\n```advice\nnim \"Nim\"\n\ndef even = no_such_word\n```\n";
    let answer = ask(&mut Desk::new(), &json!({"ask": "analyse", "text": text})).expect("findings");
    let found = answer["findings"].as_array().expect("a list");
    let error = found
        .iter()
        .find(|found| found["error"] == true)
        .expect("a mistake");
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |field: &str| error[field].as_u64().expect("a place") as usize;
    let word = String::from_utf16(&units[at("from")..at("to")]).expect("a word");
    assert_eq!(word, "no_such_word");
}

#[test]
fn a_stop_ends_a_verification_at_once() {
    let stop = Stop::new();
    stop.raise();
    let request = json!({"ask": "verify", "chapter": "krk"});
    let watch = Watch::new().with_stop(&stop);
    let answer = Desk::new().answer(&request.to_string(), &watch);
    let asked_none = |text: String| {
        let answer: Value = serde_json::from_str(&text).expect("an answer is JSON");
        answer["partial"]["asked"] == json!(0)
    };
    assert!(answer.map_or(true, asked_none));
}
