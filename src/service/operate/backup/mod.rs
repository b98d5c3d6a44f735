//! Backups of the data, and the steps after a restore (`docs/behaviour/data.md#backup`).

mod copying;
pub mod schedule;

pub use crate::store::BackupError;

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        directory::OidcSettings,
        email_verification::EmailVerification,
        invite::Invite,
        ldap::LdapSettings,
        lti::LtiSettings,
        order::Order,
        password_reset::PasswordReset,
        second_factor::SecondFactor,
        settings::{AiSettings, EmailSettings, KeyCheck},
        upkeep::Upkeep,
        user::Session,
    },
    secrets::passphrase,
    service::{actor::Custodian, result::evidence::keys, settings, work::By},
    store::{BackupManifest, Read, Record, Store, Tx, records::Single},
};
use std::io::Write;

/// Records per transaction.
const BATCH: usize = 500;

impl From<BackupError> for Error {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Store(error) => error.into(),
            other => Self::new(ErrorKind::Invalid, ErrorCode::BackupFailed, other.to_string()),
        }
    }
}

/// # Errors
/// 422 if the passphrase is too short to withstand offline guessing.
pub fn check_passphrase(phrase: &str) -> Result<()> {
    if phrase.chars().count() >= passphrase::MIN_LENGTH {
        return Ok(());
    }
    Err(Error::field("passphrase", format!("The passphrase must have at least {} characters.", passphrase::MIN_LENGTH)))
}

/// Writes a snapshot of all data; with a passphrase also the master key, sealed under it. Blocks its thread.
///
/// # Errors
/// 422 for a short passphrase; storage; I/O errors of `out`.
pub fn write(app: &App, phrase: Option<&str>, out: &mut dyn Write) -> Result<BackupManifest, BackupError> {
    let sealed_key = match phrase {
        None => None,
        Some(phrase) => {
            Some(passphrase::seal(&app.secrets.master, phrase).map_err(|e| BackupError::Io(std::io::Error::other(e)))?)
        }
    };
    app.store.back_up(app.now(), sealed_key, out)
}

/// # Errors
/// Storage only.
pub fn upkeep(read: &impl Read) -> Result<Upkeep> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// Records that an administrator takes a backup away, before the first byte of it leaves.
///
/// # Errors
/// Storage only.
pub async fn note_download(app: &App, by: &Custodian) -> Result<()> {
    app.write(by, |w| w.audit("data.download_backup", "", "")).await
}

/// Records that the backup of `made_at` is complete and durable.
///
/// # Errors
/// Storage only.
pub async fn note_made(app: &App, by: &Custodian, made_at: Instant) -> Result<()> {
    app.write(by, move |w| {
        let mut upkeep = upkeep(w)?;
        upkeep.last_backup_at = upkeep.last_backup_at.max(Some(made_at));
        upkeep.backup_failed = None;
        w.put(&upkeep)?;
        w.audit("data.backup", "", "")
    })
    .await
}

/// Records that a scheduled backup failed.
///
/// # Errors
/// Storage only.
pub async fn note_failed(app: &App, reason: String) -> Result<()> {
    app.write(By::Server, move |w| {
        let mut upkeep = upkeep(w)?;
        upkeep.backup_failed = Some((w.now, reason));
        Ok(w.put(&upkeep)?)
    })
    .await
}

/// Completes a restore: checks the master key, and sets the backup status, which the restored data has outdated.
///
/// # Errors
/// 409 `wrong_key` if the data was created under another master key than the application's.
pub async fn settle(app: &App, made_at: Instant) -> Result<()> {
    settings::check_key(app).await?;
    app.write(By::Operator, move |w| {
        w.put(&Upkeep { last_backup_at: Some(made_at), backup_failed: None })?;
        w.audit("data.restore", "", &made_at.to_string())
    })
    .await
}

/// Adapts data whose master key is lost to the application's key: deletes what was sealed under the lost key, and ends
/// all sessions. Mailed links still lead to their invites; they cannot be shown or mailed again.
///
/// # Errors
/// Storage only.
pub async fn forget_sealed(app: &App) -> Result<()> {
    let now = app.now();
    app.store
        .write(move |tx| {
            keys::retire_all(tx, now)?;
            tx.delete::<KeyCheck>(Single)?;
            if let Some(settings) = tx.get::<EmailSettings>(Single)? {
                tx.put(&EmailSettings { password_sealed: None, ..settings })?;
            }
            if let Some(settings) = tx.get::<AiSettings>(Single)? {
                tx.put(&AiSettings { key_sealed: None, ..settings })?;
            }
            let mut oidc = tx.get::<OidcSettings>(Single)?.unwrap_or_default();
            if !oidc.providers.is_empty() {
                oidc.providers.iter_mut().for_each(|provider| provider.secret_sealed = None);
                tx.put(&oidc)?;
            }
            if let Some(settings) = tx.get::<LtiSettings>(Single)? {
                tx.put(&LtiSettings { key: None, ..settings })?;
            }
            if let Some(settings) = tx.get::<LdapSettings>(Single)? {
                tx.put(&LdapSettings { password_sealed: None, ..settings })?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    each::<Session>(&app.store, forget).await?;
    each::<EmailVerification>(&app.store, forget).await?;
    each::<PasswordReset>(&app.store, forget).await?;
    each::<SecondFactor>(&app.store, forget).await?;
    each::<Order>(&app.store, forget_address).await?;
    each::<Invite>(&app.store, |tx, invite| Ok(tx.put(&Invite { token_sealed: Vec::new(), ..invite.clone() })?)).await
}

fn forget<R: Record>(tx: &mut Tx<'_>, record: &R) -> Result<()> {
    tx.delete::<R>(record.id())?;
    Ok(())
}

/// Nothing could be sent to it, however often that were tried.
fn forget_address(tx: &mut Tx<'_>, order: &Order) -> Result<()> {
    if order.address_sealed.is_some() {
        tx.put(&Order { return_to: None, address_sealed: None, ..order.clone() })?;
    }
    Ok(())
}

/// Applies `change` to each record of a type, one batch per transaction.
async fn each<R: Record + Send + Sync>(store: &Store, change: fn(&mut Tx<'_>, &R) -> Result<()>) -> Result<()> {
    let mut last: Option<R> = None;
    loop {
        let found = store.read()?.records_after::<R>(last.as_ref().map(R::id), BATCH)?;
        let Some(end) = found.last().cloned() else { return Ok(()) };
        store
            .write(move |tx| {
                for old in found {
                    // It may have changed since it was read.
                    if let Some(record) = tx.get::<R>(old.id())? {
                        change(tx, &record)?;
                    }
                }
                Ok::<_, Error>(())
            })
            .await?;
        last = Some(end);
    }
}
