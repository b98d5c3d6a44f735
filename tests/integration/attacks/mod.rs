//! Security tests: access control, injection, guessing and resource limits. Each harness returns its findings and has a
//! control: a deliberately broken product that it must detect.

mod bodies;
mod bytes;
mod guessing;
mod injection;
mod limits;
mod logs;
mod matrix;
mod roles;
mod sign_in;
mod sign_up;
mod states;
mod tokens;
mod watchers;
mod world;
