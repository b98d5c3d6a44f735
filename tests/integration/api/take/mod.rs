//! Taking a test (rules "Taking a test").

mod deadline;
mod journal;
mod keys;
mod model;
mod order;
mod submit;
