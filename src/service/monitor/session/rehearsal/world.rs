//! The application of a rehearsal: a test and invites in a store of its own, on the disk of the data. Nothing of it is in
//! the data: it is neither counted nor mailed, and all of it goes with one folder.

use crate::{
    app::App,
    domain::{
        Error, Instant, InviteId, Result,
        history::HistoryMode,
        rehearsal::RehearsalPlan,
        rich_text::RichTextFormat,
        test::{Test, TestDraft},
        time::{HOUR, MINUTE},
    },
    secrets::token,
    service::{settings::company, test::trial, work::By},
    state::rehearsals::RunningRehearsal,
    store::{Backing, Store, StoreOptions, records},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Folder of the stores of rehearsals, beside the database.
const FOLDER: &str = "rehearsal";
const FILE: &str = "rehearsal.redb";
const CACHE_BYTES: usize = 16 << 20;
/// Invites in one writer batch.
const BATCH: usize = 100;

/// A played candidate.
#[derive(Clone, Debug)]
pub struct PlayedCandidate {
    pub invite: InviteId,
    pub token: String,
}

fn folder(app: &App) -> Option<PathBuf> {
    app.config.host.data.as_ref().map(|data| data.join(FOLDER))
}

/// Removes what a process left that was killed during a rehearsal. For the start of a server.
///
/// # Errors
/// If it cannot be removed.
pub fn remove_leftovers(app: &App) -> io::Result<()> {
    match folder(app).map(fs::remove_dir_all) {
        Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A folder of its own: an earlier rehearsal may still be closing its store.
fn scratch(folder: &Path) -> io::Result<TempDir> {
    DirBuilder::new().mode(0o700).recursive(true).create(folder)?;
    tempfile::tempdir_in(folder)
}

/// An empty application. Blocks.
fn empty(app: &App) -> Result<App> {
    let scratch = folder(app).map(|folder| scratch(&folder)).transpose().map_err(Error::internal)?;
    let backing = scratch.as_ref().map_or(Backing::Memory, |scratch| Backing::File(scratch.path().join(FILE)));
    let options = StoreOptions { cache_bytes: CACHE_BYTES, ..StoreOptions::new(backing) };
    let store = Store::open(options, records::KINDS, records::MIGRATIONS)?;
    Ok(app.for_rehearsal(store, scratch))
}

/// A short test with the kinds of answers that make up most saves.
fn test(app: &App, plan: RehearsalPlan, now: Instant) -> Result<Test> {
    let questions = json!([
        {"type": "multiple_choice", "question": "Which of these is a prime number?", "options": ["21", "23", "25", "27"],
            "correct_answer": "23", "points": 1},
        {"type": "short_text", "question": "Type the name of this town.", "accepted": ["here"], "points": 1},
        {"type": "essay", "question": "Describe the way from the entrance to your seat.", "points": 5},
    ]);
    let draft = TestDraft {
        title: "Rehearsal".to_owned(),
        description: "A rehearsal. Nothing of it is kept.".to_owned(),
        // No attempt ends before the rehearsal does.
        duration_minutes: plan.minutes + 30,
        questions: serde_json::from_value(questions).map_err(Error::internal)?,
        require_fullscreen: false,
        description_format: RichTextFormat::default(),
        history: HistoryMode::default(),
        language: None,
        translations: BTreeMap::new(),
    };
    Ok(draft.check()?.into_test(app.new_id(), now, None))
}

/// An application with a test and its candidates.
///
/// # Errors
/// Storage only.
pub async fn open(app: &App, plan: RehearsalPlan, now: Instant) -> Result<(App, Vec<PlayedCandidate>)> {
    let company = company::of(&app.store.read()?)?;
    let world = app.blocking(empty).await?;
    let test = test(&world, plan, now)?;
    let until = now.plus(MINUTE * i32::try_from(plan.minutes).unwrap_or(60)).plus(HOUR);
    let mut candidates = Vec::with_capacity(plan.candidates as usize);
    let mut invites = Vec::with_capacity(plan.candidates as usize);
    for number in 1..=plan.candidates {
        let token = token::new_of_trial();
        let who = (format!("Rehearsal {number}"), format!("rehearsal-{number}@rehearsal.invalid"));
        let invite = trial::candidate(&world, &token, &test, who, (now, until));
        candidates.push(PlayedCandidate { invite: invite.id, token });
        invites.push(invite);
    }
    world
        .write_at(now, By::Server, move |w| {
            w.put(&company)?;
            w.put(&test)?;
            Ok(())
        })
        .await?;
    for batch in invites.chunks(BATCH) {
        let batch = batch.to_vec();
        world.write_at(now, By::Server, move |w| Ok(batch.iter().try_for_each(|invite| w.put(invite))?)).await?;
    }
    Ok((world, candidates))
}

/// Ends what a rehearsal has that is no longer listed, and removes its files.
pub async fn close(app: &App, (what, world): (RunningRehearsal, App)) {
    what.invites.iter().for_each(|invite| app.media.end_invite(*invite));
    trial::end(&world).await;
    let Some(path) = world.scratch.as_ref().map(|scratch| scratch.path().to_owned()) else { return };
    drop(world);
    let removed = app
        .blocking(move |app| {
            // Not left to the last handle, which an open request may hold.
            match fs::remove_dir_all(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Error::internal(error)),
                _ => {}
            }
            // Refused while another rehearsal has files in it.
            let _ = folder(app).map(fs::remove_dir);
            Ok(())
        })
        .await;
    if let Err(error) = removed {
        tracing::warn!(%error, "the files of a rehearsal cannot be removed before the next start");
    }
}
