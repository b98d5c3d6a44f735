//! Taking a test (rules "Taking a test").

mod deadline;
mod journal;
mod keys;
mod order;
mod submit;
