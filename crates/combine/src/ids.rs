//! The numbers by which plans, nodes and reasons refer to each other.

/// The number of a plan in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PlanKey(pub(crate) u32);

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct MoveNodeId(pub(crate) u32);

/// The number of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ReasonId(pub(crate) u32);

/// The position that the search starts from.
pub(crate) const ROOT: MoveNodeId = MoveNodeId(0);
