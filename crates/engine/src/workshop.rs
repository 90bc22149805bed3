//! What is asked where one thinks, combines, writes and proves, which readers do without.

use nasvet::Watch;

use crate::desk::{Desk, MAX_NODES, json};
use crate::refused::Refused;
use crate::request::DeskRequest;
use crate::thinking::{combine, think};
use crate::verifying::verify_chapter;
use crate::writing::TextDraft;

impl Desk {
    /// The answer to a request of somebody who may also reason, combine, write and verify.
    pub(crate) fn work(&mut self, request: DeskRequest, watch: &Watch) -> Result<String, Refused> {
        let limited = watch.clone().with_nodes(MAX_NODES);
        match request {
            DeskRequest::Think {
                chapter,
                problem,
                question,
                cycles,
            } => {
                let chapter = self.chapters.get(&chapter)?;
                json(&think(&chapter, &problem, &question, cycles, &limited)?)
            }
            DeskRequest::Combine {
                position,
                goal,
                trace,
                nodes,
            } => json(&combine(&position, &goal, trace, nodes, watch)?),
            DeskRequest::Analyse { text } => json(&TextDraft::new(&text).analyse()),
            DeskRequest::Hover { text, at } => json(&TextDraft::new(&text).hover(at)),
            DeskRequest::Complete { text, at } => json(&TextDraft::new(&text).complete(at)),
            DeskRequest::Rename { text, at, name } => {
                json(&TextDraft::new(&text).rename(at, &name)?)
            }
            DeskRequest::Format { text } => json(&TextDraft::new(&text).format()?),
            DeskRequest::Examples { chapter } => {
                json(&self.chapters.get(&chapter)?.try_examples(&limited))
            }
            DeskRequest::Verify { chapter, sample } => {
                let chapter = self.chapters.get(&chapter)?;
                json(&verify_chapter(&chapter, sample, &mut *self.store, watch)?)
            }
            request @ (DeskRequest::Contents
            | DeskRequest::Chapter { .. }
            | DeskRequest::Board { .. }
            | DeskRequest::Advise { .. }
            | DeskRequest::Reply { .. }
            | DeskRequest::Evaluate { .. }
            | DeskRequest::Practise { .. }) => self.help_reader(request, watch),
        }
    }
}
