//! The server's certificate: from the operator's files or a local authority, reloaded and renewed while it serves.

use super::{listen, options::ServeSettings};
use crate::{
    app::App,
    cli::{failure::Failure, folder::Folder},
    secrets::{self, Certificate, Look, SecretError},
};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// Interval between checks of the certificate files for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(3);
/// Interval between checks of the own certificate's expiry and this machine's addresses.
const RENEWAL_INTERVAL: Duration = Duration::from_hours(1);

/// Loads the certificate given by the operator, if any.
pub fn given(settings: &ServeSettings) -> Result<Option<Arc<Certificate>>, Failure> {
    let Some((cert, key)) = &settings.tls_files else { return Ok(None) };
    Ok(Some(Certificate::open(cert, key)?))
}

/// Issues a certificate of the folder's own authority for all known names of the server.
pub fn own(app: &App, settings: &ServeSettings, folder: &Folder) -> Result<Arc<Certificate>, Failure> {
    issued(settings, folder, app.now().system_time())
}

/// The same before there is an application, by the machine's clock.
pub fn of_folder(settings: &ServeSettings, folder: &Folder) -> Result<Arc<Certificate>, Failure> {
    issued(settings, folder, SystemTime::now())
}

fn issued(settings: &ServeSettings, folder: &Folder, now: SystemTime) -> Result<Arc<Certificate>, Failure> {
    let issued = secrets::self_signed(folder.path(), &listen::names(settings), now)?;
    if issued.new_ca {
        tracing::info!(
            authority = %issued.ca_pem.display(),
            "created a local certificate authority: clients must trust this file"
        );
    }
    Ok(Certificate::open(&issued.cert_pem, &issued.key_pem)?)
}

/// Reloads changed certificate files until `stop`. `own` (application, data folder and settings) is given for a
/// certificate of the local authority: it is renewed before it expires and when the machine's addresses change.
pub async fn keep_fresh(
    certificate: Arc<Certificate>,
    own: Option<(App, PathBuf, ServeSettings)>,
    stop: CancellationToken,
) {
    let own = own.map(Arc::new);
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut renewed = Instant::now();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let is_due = |own: &(App, PathBuf, ServeSettings)| {
            renewed.elapsed() >= RENEWAL_INTERVAL && own.0.clock_watch.judge.is_steady()
        };
        let due = own.clone().filter(|own| is_due(own));
        if due.is_some() {
            renewed = Instant::now();
        }
        let certificate = certificate.clone();
        let check = tokio::task::spawn_blocking(move || {
            if let Some(own) = due {
                let (app, folder, settings) = &*own;
                let now = app.now().system_time();
                if let Err(error) = secrets::self_signed(folder, &listen::names(settings), now) {
                    tracing::warn!(%error, "cannot renew the server's certificate");
                }
            }
            match certificate.look() {
                Look::Same => {}
                Look::Renewed => tracing::info!("serving a renewed certificate"),
                Look::Broken(error @ SecretError::File { .. }) => {
                    tracing::warn!(%error, "cannot read the certificate files; still serving the previous certificate");
                }
                Look::Broken(error) => {
                    tracing::warn!(%error, "cannot use the changed certificate; still serving the previous one");
                }
            }
        });
        // A check that panicked is retried at the next tick. One that hangs on its disk keeps its thread and blocks
        // later checks, but not the server, and it does not delay a stop.
        tokio::select! {
            () = stop.cancelled() => return,
            _ = check => {}
        }
    }
}
