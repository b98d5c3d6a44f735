//! HTML of other programs, as it comes in Moodle XML, GIFT and QTI 1.2: tag soup, read as browsers read it, into the small
//! tree that QTI items are read from too. By that it becomes Markdown, or plain text where nothing is formatted.

mod formulas;
mod text;
mod tree;

pub use text::{ForeignText, in_best_format, unmarked};
pub use tree::GAP;
