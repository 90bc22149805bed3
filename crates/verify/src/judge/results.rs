//! The true result of every root, two bits each.

use crate::judge::Truth;
use crate::judge::graph::PlayGraph;
use crate::judge::survey::PART;
use crate::parallel;
use crate::value::Wdl;

/// True results by root, four to a byte.
pub(crate) struct Results(Vec<u8>);

const OF_BYTE: usize = 4;

impl Results {
    /// Asks the oracle about every root.
    pub(crate) fn new(graph: &PlayGraph<'_>, truth: &dyn Truth) -> Results {
        let n_roots = graph.roots.len();
        let parts = (0..n_roots).step_by(PART).collect();
        let results = parallel::map(parts, |first: usize| {
            let ids = first..(first + PART).min(n_roots);
            let mut bytes = vec![0; ids.len().div_ceil(OF_BYTE)];
            for (id, position) in graph.roots.positions(ids) {
                let bits = truth.wdl(&position).map_or(3, |wdl| wdl as u8);
                bytes[(id - first) / OF_BYTE] |= bits << (2 * (id % OF_BYTE));
            }
            bytes
        });
        Results(results.concat())
    }

    /// The true result of a root, if it is known.
    #[inline]
    pub(crate) fn of(&self, id: usize) -> Option<Wdl> {
        let bits = self.0[id / OF_BYTE] >> (2 * (id % OF_BYTE)) & 3;
        [Wdl::Loss, Wdl::Draw, Wdl::Win]
            .into_iter()
            .find(|wdl| *wdl as u8 == bits)
    }
}
