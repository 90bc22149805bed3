//! Certificates of a chapter's claims, for those who would rather check than believe.

use documents::VerificationDocument;
use domain::Watch;
use verify::{CertificateHeading, ClaimOutcome, Judged, Material, PlayMode, Truth, Uncertifiable};

use crate::chapter::Chapter;
use crate::finishing::Asking;
use crate::verification::{Questions, Unverifiable, Verification, verify_then};
use crate::verification_document::one_line;

/// A claim, and its certificates if it has any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertifiedClaim {
    /// The claim as it is written, in one line.
    pub claim: String,
    /// The certificates, as bytes of a file; one for each mode, or one for both if every plan is one move.
    pub outcome: Result<Vec<u8>, Uncertified>,
}

/// Why a claim has no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncertified {
    /// It is broken or not known.
    NotProved,
    /// It holds, but cannot be certified.
    Uncertifiable(Uncertifiable),
}

impl std::fmt::Display for Uncertified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Uncertified::NotProved => write!(f, "it does not hold, or is not known to"),
            Uncertified::Uncertifiable(reason) => reason.fmt(f),
        }
    }
}

impl Chapter {
    /// Verifies the chapter, and makes certificates of the claims that hold; see docs/certificate-format.md.
    ///
    /// The bytes of several claims, one after the other, are a file too.
    pub fn certify_by(
        &self,
        truth: &dyn Truth,
        questions: Questions,
        watch: &Watch,
    ) -> Result<(VerificationDocument, Vec<CertifiedClaim>), Unverifiable> {
        let certify =
            |judged: &Judged<'_>, found: &Verification| self.certify(judged, found, watch);
        let asking = Asking::default();
        let (found, claims) =
            verify_then(&self.program, truth, questions, &asking, watch, certify)?;
        Ok((found.document(&self.name, &self.loaded), claims))
    }

    fn certify(
        &self,
        judged: &Judged<'_>,
        found: &Verification,
        watch: &Watch,
    ) -> Result<Vec<CertifiedClaim>, Unverifiable> {
        let text = &self.loaded.source.text;
        let digests = found.successor_digests.iter();
        let successors: Vec<(String, String)> = digests
            .map(|(name, digest)| (name.clone(), digest.to_string()))
            .collect();
        let is_own = |material: Material| {
            let mut tables = self.program.tables.iter();
            tables.any(|table| Material::of_header(&table.header) == Some(material))
        };
        let player = |material: Material| match is_own(material) {
            true => Some(self.name.clone()),
            false => {
                let mut successors = found.successors.iter();
                let found = successors.find(|(_, men)| *men == material);
                found.map(|(name, _)| name.clone())
            }
        };
        let mut certified = Vec::new();
        for (idx, (claim, rulings)) in self.program.claims.iter().zip(&found.rulings).enumerate() {
            let holds = rulings.iter().all(|r| r.outcome == ClaimOutcome::Holds);
            let condition = claim.condition.as_ref();
            let heading = CertificateHeading {
                chapter: &self.name,
                digest: &found.digest.to_string(),
                successors: &successors,
                condition: condition.map(|condition| &text[condition.span.range()]),
                player: &player,
            };
            let modes = rulings.iter().map(|ruling| ruling.mode);
            // Where every plan is one move, one certificate serves both modes.
            let modes = modes.take(if judged.modes_agree() { 1 } else { 2 });
            let certificates =
                modes.map(|mode: PlayMode| judged.certificate(idx, mode, &heading, watch));
            let outcome = match holds && !rulings.is_empty() {
                false => Err(Uncertified::NotProved),
                true => match certificates.collect::<Result<Vec<Vec<u8>>, Uncertifiable>>() {
                    Ok(bytes) => Ok(bytes.concat()),
                    Err(Uncertifiable::Stopped(stopped)) => {
                        return Err(Unverifiable::Stopped(stopped));
                    }
                    Err(reason) => Err(Uncertified::Uncertifiable(reason)),
                },
            };
            certified.push(CertifiedClaim {
                claim: one_line(&text[claim.span.range()]),
                outcome,
            });
        }
        Ok(certified)
    }
}
