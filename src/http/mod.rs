//! The HTTP layer: routes, wire types, extractors, status codes, the page and its assets. No other layer knows HTTP.

pub mod api;
mod assets;
mod body_budget;
mod bulkhead;
mod calls;
mod connections;
pub mod demo_receiver;
mod description;
mod error;
mod extract;
mod lingering_close;
mod metrics;
mod middleware;
mod ops;
mod pages;
mod proxy;
mod redirect;
mod refusals;
mod reply_budget;
mod router;
mod seed;
mod server;
mod stall_timeout;
pub mod standby;
mod state;
pub mod wire;

pub use assets::embed;
pub use connections::ConnectionLimits;
pub use extract::PeerAddr;
pub use middleware::TimeLimit;
pub use router::{openapi, router};
pub use server::{Server, ServerOptions};
pub use state::HttpState;
