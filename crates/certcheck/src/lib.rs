//! Checks certificates of Nasvet, and uses nothing of Nasvet's: neither its code nor a chess library.
//!
//! A certificate says what to play in every position; the page `docs/certificate-format.md` says how it is written and
//! which rules make it a proof. [`check_file`] reads a file and applies them. That is all there is to believe.

pub mod rules;
pub mod ending;
pub mod unpack;
mod content;
mod check;

use crate::check::Findings;
use crate::content::{Certificate, Pledge};
use crate::ending::KnownPlaces;

/// What is said about one certificate: what it proves, or the first fault.
pub type Ruled = Result<String, String>;

/// Rules on every certificate of a file, or says why it cannot be read; with a digest, it must be the chapter's.
pub fn check_file(mut bytes: &[u8], digest: Option<&str>) -> Result<Vec<Ruled>, String> {
    let (mut ruled, mut known) = (Vec::new(), KnownPlaces::default());
    while ruled.is_empty() || !bytes.is_empty() {
        let (content, rest) = unpack::unwrap(bytes)?;
        ruled.push(check_content(&content, digest, &mut known)?);
        bytes = rest;
    }
    Ok(ruled)
}

/// Rules on the content of one certificate.
pub fn check_content(
    content: &[u8],
    digest: Option<&str>,
    known: &mut KnownPlaces,
) -> Result<Ruled, String> {
    let certificate = content::read(content, known)?;
    let about = certificate.digest.escape_debug().to_string();
    if digest.is_some_and(|digest| !digest.eq_ignore_ascii_case(&about)) {
        return Ok(Err(format!("it is about a chapter with digest {about}")));
    }
    Ok(check::check(&certificate).map(|findings| sentence(&certificate, &findings)))
}

/// What is proved, in plain words, and the first lines of the certificate.
fn sentence(certificate: &Certificate<'_>, findings: &Findings) -> String {
    let men = certificate.sections[0].men.to_string();
    let (ours, theirs) = men.split_at(men.rfind('K').unwrap_or(0));
    let (n_planned, n_positions) = (findings.n_planned, findings.n_positions);
    let planned = format!("{n_planned} of {n_positions} positions");
    let longest = format!("the longest win takes {} moves", findings.longest);
    let proved = match certificate.pledge {
        Pledge::Wins => format!("we win {planned}; {longest}"),
        Pledge::KeepsWins => format!("we win {planned}, the others cannot be won; {longest}"),
        Pledge::KeepsDraws => format!("we hold {planned}, the others are over or lost"),
        Pledge::NeverLoses(man) => format!("from {planned} we never lose a {}", man.name()),
    };
    let mut text = format!("accepted: {ours} against {theirs}, us to move: {proved}\n");
    let mut line = |line: &str| text += &format!("  {}\n", line.escape_debug());
    certificate.heading.lines().for_each(&mut line);
    for men in &findings.not_followed {
        line(&format!("games are not followed into {men}"));
    }
    line("not checked: that the chapter plays these moves");
    if certificate.listed.is_some() {
        line("not checked: that the listed positions are those of the claim");
    }
    text
}
