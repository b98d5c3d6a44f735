//! The server's certificate: from the operator's files or a local authority of its own, and kept fresh while it serves.

use super::{listen, options::Settings};
use crate::{
    cli::{failure::Failure, folder::Folder},
    secrets::{self, Certificate, Look, SecretError},
};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// Between two looks at the files.
const LOOK: Duration = Duration::from_secs(3);
/// Between two looks at the own certificate's end and this machine's addresses.
const RENEW: Duration = Duration::from_hours(1);

/// The certificate that was named, if any.
pub fn given(settings: &Settings) -> Result<Option<Arc<Certificate>>, Failure> {
    let Some((cert, key)) = &settings.tls_files else { return Ok(None) };
    Ok(Some(Certificate::open(cert, key)?))
}

/// A certificate of the folder's own authority for all names that the server is known to have.
pub fn own(settings: &Settings, folder: &Folder) -> Result<Arc<Certificate>, Failure> {
    let made = secrets::self_signed(folder.path(), &listen::names(settings))?;
    if made.new_ca {
        tracing::info!(
            authority = %made.ca_pem.display(),
            "made a local certificate authority: tell browsers to trust this file"
        );
    }
    Ok(Certificate::open(&made.cert_pem, &made.key_pem)?)
}

/// Follows the certificate's files until `stop`; an own certificate is renewed before it ends, or when the machine got
/// another address: `own` says in which data folder, and for what.
pub async fn keep_fresh(certificate: Arc<Certificate>, own: Option<(PathBuf, Settings)>, stop: CancellationToken) {
    let own = own.map(Arc::new);
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut renewed = Instant::now();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let due = own.clone().filter(|_| renewed.elapsed() >= RENEW);
        if due.is_some() {
            renewed = Instant::now();
        }
        let certificate = certificate.clone();
        let look = tokio::task::spawn_blocking(move || {
            if let Some(own) = due {
                let (folder, settings) = &*own;
                if let Err(error) = secrets::self_signed(folder, &listen::names(settings)) {
                    tracing::warn!(%error, "the server's certificate could not be renewed");
                }
            }
            match certificate.look() {
                Look::Same => {}
                Look::Renewed => tracing::info!("serving a renewed certificate"),
                Look::Broken(error @ SecretError::File { .. }) => {
                    tracing::warn!(%error, "the certificate's files cannot be read any more; the former one goes on");
                }
                Look::Broken(error) => {
                    tracing::warn!(%error, "the changed certificate cannot be served; the former one goes on");
                }
            }
        });
        // One that panicked is tried again at the next. One that hangs with its disk keeps its thread, and no other is
        // begun; the server neither waits for it nor stops later.
        tokio::select! {
            () = stop.cancelled() => return,
            _ = look => {}
        }
    }
}
