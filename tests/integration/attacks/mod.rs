//! What would catch us if somebody saw or did what is not theirs. Each harness answers what it found, and has a control:
//! the product broken on purpose, which it must find out.

mod bodies;
mod bytes;
mod guessing;
mod injection;
mod limits;
mod logs;
mod matrix;
mod sign_in;
mod sign_up;
mod states;
mod tokens;
mod world;
