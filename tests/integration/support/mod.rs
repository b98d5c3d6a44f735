//! Test support: an application in memory with its own clock and mailer, the real binary, and misbehaving peers.

pub mod ai_server;
pub mod app;
pub mod bad_browser;
pub mod bad_names;
pub mod bad_server;
pub mod binary;
pub mod call;
pub mod calls;
pub mod client;
pub mod clip;
pub mod dice;
pub mod failing_disk;
pub mod fake_runner;
pub mod free_port;
pub mod identity;
pub mod journey;
pub mod listening;
pub mod lti_platform;
pub mod mailer;
pub mod media_client;
pub mod oidc_provider;
pub mod outage;
pub mod receiver;
pub mod room;
pub mod small_disk;
pub mod smtp_sink;
