//! Code runners on other machines (`docs/behaviour/code.md#more-machines`): their tokens, their calls, and their verdicts.

pub mod calls;
pub mod tokens;
pub mod verdicts;
