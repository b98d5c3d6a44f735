//! What would catch us if somebody saw or did what is not theirs. Each harness answers what it found, and has a control:
//! the product broken on purpose, which it must find out.

mod bodies;
mod bytes;
mod injection;
mod limits;
mod logs;
mod matrix;
mod sign_in;
mod states;
mod tokens;
mod world;
