//! Taking a test (docs/behaviour/taking.md#taking-a-test).

mod answers_file;
mod between;
mod deadline;
mod journal;
mod keys;
mod long_paper;
mod model;
mod order;
mod resume;
mod section_lives;
mod sections;
mod signals;
mod submit;
mod time_spent;
