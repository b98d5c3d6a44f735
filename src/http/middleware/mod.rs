//! What every request passes through.

mod headers;
mod observe;

pub use headers::{security_headers, uncached};
pub use observe::{limit_time, observe, panicked};
