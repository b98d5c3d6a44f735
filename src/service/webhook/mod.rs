//! Webhooks (`docs/webhooks.md`): what they report is stored with the change that it reports, and sent after its commit.

pub mod deliver;
pub mod deliveries;
pub mod manage;
mod payload;
pub(crate) mod raise;
pub(in crate::service) mod receivers;
mod sealing;
