//! Tests of the engine, one file per promise.

mod backup;
mod check;
mod faults;
mod isolation;
mod keys;
mod lifecycle;
mod queue;
mod schema;
mod search;
mod support;
