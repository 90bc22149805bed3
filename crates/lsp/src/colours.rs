//! A text in colours: its parts as numbers, each relative to the one before.

use lsp_types::{SemanticToken, SemanticTokenType, SemanticTokens, TextDocumentIdentifier};
use nasvet::analysis::TokenClass;

use crate::message::Refusal;
use crate::texts::OpenTexts;

/// The kinds of parts, in the order of their numbers.
pub(crate) const TOKEN_TYPES: [SemanticTokenType; 8] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
];

fn number(class: TokenClass) -> u32 {
    match class {
        TokenClass::Defined => 1,
        TokenClass::Local => 2,
        TokenClass::Word => 3,
        TokenClass::Constant => 4,
        TokenClass::Number => 5,
        TokenClass::Text => 6,
        TokenClass::Comment => 7,
        TokenClass::Keyword | _ => 0,
    }
}

impl OpenTexts {
    /// The parts of a text.
    pub(crate) fn colours(&self, id: &TextDocumentIdentifier) -> Result<SemanticTokens, Refusal> {
        let spot = self.get(id)?;
        let mut data = Vec::new();
        let (mut line, mut column) = (0, 0);
        for token in spot.analysis.tokens(&spot.file) {
            // An editor knows no part that is longer than a line.
            for range in spot.text.split(token.start, token.end) {
                let start = range.start;
                let delta_line = start.line - line;
                data.push(SemanticToken {
                    delta_line,
                    delta_start: match delta_line {
                        0 => start.character - column,
                        _ => start.character,
                    },
                    length: range.end.character - start.character,
                    token_type: number(token.class),
                    token_modifiers_bitset: 0,
                });
                (line, column) = (start.line, start.character);
            }
        }
        Ok(SemanticTokens {
            result_id: None,
            data,
        })
    }
}
