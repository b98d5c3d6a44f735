//! Backups of the data, and what is set right in data that was put back.

mod copying;
pub mod schedule;

use crate::{
    app::App,
    domain::{
        Error, Instant, Kind, Result,
        email_verification::EmailVerification,
        invite::Invite,
        settings::{AiSettings, EmailSettings, KeyCheck},
        upkeep::Upkeep,
        user::Session,
    },
    secrets::passphrase,
    service::{actor::Admin, audit, settings},
    store::{BackupError, KeyRange, Manifest, Read, Record, Rows, Store, Tx, records::key::SINGLE},
};
use std::{io::Write, ops::ControlFlow};

/// Records handled in one transaction.
const BATCH: usize = 500;

impl From<BackupError> for Error {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Store(error) => error.into(),
            other => Self::new(Kind::Invalid, "backup_failed", other.to_string()),
        }
    }
}

/// # Errors
/// 422 for a passphrase that is too short for something that is guessed offline.
pub fn check_passphrase(phrase: &str) -> Result<()> {
    if phrase.chars().count() >= passphrase::LEAST {
        return Ok(());
    }
    Err(Error::field("passphrase", format!("The passphrase must have at least {} characters.", passphrase::LEAST)))
}

/// Writes all data as it is at this moment; with a passphrase also the master key, sealed under it. Blocks its thread.
///
/// # Errors
/// 422 for a short passphrase; storage; what `out` answers.
pub fn write(app: &App, phrase: Option<&str>, out: &mut dyn Write) -> Result<Manifest, BackupError> {
    let sealed_key = match phrase {
        None => None,
        Some(phrase) => {
            Some(passphrase::seal(&app.master, phrase).map_err(|e| BackupError::Io(std::io::Error::other(e)))?)
        }
    };
    app.store.back_up(app.now(), sealed_key, out)
}

/// # Errors
/// Storage only.
pub fn upkeep(read: &impl Read) -> Result<Upkeep> {
    Ok(read.get(SINGLE)?.unwrap_or_default())
}

/// Notes that the backup of `made_at` is whole and on a disk.
///
/// # Errors
/// Storage only.
pub async fn note_made(app: &App, admin: &Admin, made_at: Instant) -> Result<()> {
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            let mut upkeep = upkeep(tx)?;
            upkeep.last_backup_at = upkeep.last_backup_at.max(Some(made_at));
            upkeep.backup_failed = None;
            tx.put(&upkeep)?;
            audit::record(tx, now, by, "data.backup", "", "")
        })
        .await
}

/// Notes that a backup of the schedule could not be made.
///
/// # Errors
/// Storage only.
pub async fn note_failed(app: &App, words: String) -> Result<()> {
    let now = app.now();
    app.store
        .write(move |tx| {
            let mut upkeep = upkeep(tx)?;
            upkeep.backup_failed = Some((now, words));
            Ok(tx.put(&upkeep)?)
        })
        .await
}

/// Sets right what a backup carries that does not hold any more where it was put back.
///
/// # Errors
/// 409 `wrong_key` where the data was made under another key than the application's.
pub async fn settle(app: &App, made_at: Instant) -> Result<()> {
    settings::check_key(app).await?;
    let now = app.now();
    app.store
        .write(move |tx| {
            tx.put(&Upkeep { last_backup_at: Some(made_at), backup_failed: None })?;
            audit::record(tx, now, None, "data.restore", "", &made_at.to_string())
        })
        .await
}

/// Makes data serve under the application's key whose own key is lost: what was sealed under that goes, and everybody
/// signs in again. Links that were mailed still lead to their invites; they cannot be shown or mailed again.
///
/// # Errors
/// Storage only.
pub async fn forget_sealed(app: &App) -> Result<()> {
    app.store
        .write(|tx| {
            tx.delete::<KeyCheck>(SINGLE)?;
            if let Some(settings) = tx.get::<EmailSettings>(SINGLE)? {
                tx.put(&EmailSettings { password_sealed: None, ..settings })?;
            }
            if let Some(settings) = tx.get::<AiSettings>(SINGLE)? {
                tx.put(&AiSettings { key_sealed: None, ..settings })?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    each::<Session>(&app.store, forget).await?;
    each::<EmailVerification>(&app.store, forget).await?;
    each::<Invite>(&app.store, |tx, invite| Ok(tx.put(&Invite { token_sealed: Vec::new(), ..invite.clone() })?)).await
}

fn forget<R: Record>(tx: &mut Tx<'_>, record: &R) -> Result<()> {
    tx.delete::<R>(&record.key())?;
    Ok(())
}

/// Each record of a type, a batch to a transaction.
async fn each<R: Record>(store: &Store, change: fn(&mut Tx<'_>, &R) -> Result<()>) -> Result<()> {
    let mut range = KeyRange::all();
    loop {
        let keys = {
            let mut keys = Vec::with_capacity(BATCH);
            store.read()?.scan_rows(R::TABLE, range, false, &mut |key, _| {
                keys.push(key.to_vec());
                Ok(if keys.len() < BATCH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
            keys
        };
        let Some(last) = keys.last().cloned() else { return Ok(()) };
        store
            .write(move |tx| {
                for key in keys {
                    if let Some(record) = tx.get::<R>(&key)? {
                        change(tx, &record)?;
                    }
                }
                Ok::<_, Error>(())
            })
            .await?;
        range = KeyRange::all().after(&last);
    }
}
