//! What every request passes through.

mod headers;
mod observe;

pub use headers::security_headers;
pub use observe::{TimeLimit, limit_time, observe, panicked};
