//! The watch over people of the company who are signed in: a group that was taken, or an account that was disabled there,
//! ends roles and sessions here within a minute. A directory or provider that does not answer changes nothing.

use super::{ldap, providers, watched::Watched};
use crate::app::App;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often it is looked for people who are due.
const INTERVAL: Duration = Duration::from_secs(10);

/// The people who are watched. Each kind has its own watch: one that does not answer delays the other by nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchOf {
    Directory,
    Providers,
}

/// Watches until `stop`.
pub async fn work(app: App, of: WatchOf, stop: CancellationToken) {
    let mut watched = Watched::default();
    loop {
        let look = async {
            match of {
                WatchOf::Directory => ldap::look(&app, &mut watched).await,
                WatchOf::Providers => providers::look(&app, &mut watched).await,
            }
        };
        let looked = tokio::select! {
            () = stop.cancelled() => return,
            looked = look => looked,
        };
        if let Err(error) = looked {
            tracing::warn!(%error, ?of, "people of the company cannot be checked; retrying");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}
