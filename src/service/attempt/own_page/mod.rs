//! The candidate's own page (`docs/behaviour/taking.md#own-page`).

mod asking;
mod copy;
pub(crate) mod page;
mod view;

pub use asking::ask;
pub use copy::{Copy, copy};
pub use view::{Kept, OwnPageView, view};
