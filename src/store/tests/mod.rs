//! Tests of the store, one file per guarantee.

mod backup;
mod changes;
mod check;
mod faults;
mod isolation;
mod keys;
mod lifecycle;
mod queue;
mod replicated;
mod schema;
mod search;
mod support;
