//! Webhooks and their deliveries (docs/webhooks.md).

pub mod deliveries;
pub mod hooks;
