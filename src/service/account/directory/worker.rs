//! The watch over people of the company who are signed in: a group that was taken, or an account that was disabled there,
//! ends roles and sessions here within a minute. So does a directory that does not answer for as long as its people may stay;
//! a provider that does not answer changes nothing.

use super::{ldap, providers, watched::Watched};
use crate::{
    app::App,
    domain::{Result, directory::Side, ldap::DIRECTORY},
    service::settings::{self, oidc},
};
use futures_util::{StreamExt, stream::FuturesUnordered};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// How often it is looked for people who are due.
const INTERVAL: Duration = Duration::from_secs(10);

/// Watches until `stop`. The directory and each provider have a watch of their own: one that does not answer delays no other.
pub async fn work(app: App, stop: CancellationToken) {
    let (mut at_rest, mut busy) = (BTreeMap::<String, Watched>::new(), BTreeSet::<String>::new());
    let mut looks = FuturesUnordered::new();
    let mut ticks = interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Some((id, watched)) = looks.next() => {
                busy.remove(&id);
                at_rest.insert(id, watched);
            }
            _ = ticks.tick() => match who_vouch(&app) {
                Ok(all) => {
                    at_rest.retain(|id, _| all.contains(id));
                    for id in all {
                        if busy.insert(id.clone()) {
                            let watched = at_rest.remove(&id).unwrap_or_default();
                            looks.push(look(&app, id, watched));
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "people of the company cannot be checked; retrying"),
            },
        }
    }
}

/// The directory and the providers of staff. Applicants have no roles.
fn who_vouch(app: &App) -> Result<Vec<String>> {
    let read = app.store.read()?;
    let providers = oidc::stored(&read)?.providers.into_iter().filter(|provider| provider.side == Side::Staff);
    let directory = settings::ldap::stored(&read)?.is_set_up().then(|| DIRECTORY.to_owned());
    Ok(directory.into_iter().chain(providers.map(|provider| provider.id)).collect())
}

async fn look(app: &App, id: String, mut watched: Watched) -> (String, Watched) {
    let looked = match id.as_str() {
        DIRECTORY => ldap::look(app, &mut watched).await,
        provider => providers::look(app, provider, &mut watched).await,
    };
    if let Err(error) = looked {
        tracing::warn!(%error, id, "people of the company cannot be checked; retrying");
    }
    (id, watched)
}
