//! Numbers as people read them.

/// `175,168`
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A part of a whole in per cent; what is there is never shown as nothing, nor what is missing as all.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return "–".into();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    if percent < 0.1 {
        "under 0.1 %".into()
    } else if part < whole && percent > 99.9 {
        "over 99.9 %".into()
    } else {
        format!("{percent:.1} %")
    }
}
