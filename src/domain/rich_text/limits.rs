//! Limits of one text.

/// Longest source, in characters.
pub const MAX_SOURCE: usize = 65_536;
/// Deepest nesting of lists, quotes and emphasis. With the deepest formula inside, readers of JSON still accept the tree: they
/// stop at 128 levels.
pub const MAX_DEPTH: usize = 16;
/// Most nodes of a tree, tokens of code and elements of formulas included.
pub const MAX_NODES: usize = 20_000;
/// Most table cells of one text.
pub const MAX_CELLS: usize = 2_000;
