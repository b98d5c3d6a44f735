//! Pictures of questions: upload, use by tests, delivery, and removal of those that nothing shows any more
//! (`docs/behaviour/tests.md#pictures`).

use crate::{
    app::App,
    domain::{
        Error, Instant, PictureHash, Result,
        bank::{QuestionVersion, plan::PaperPlan, sections::TestSections},
        error::FieldMessages,
        paper::Paper,
        passage::Passage,
        picture::{self as shown, MAX_OF_TEST, Picture, PictureFile, PictureFormat, RETENTION, ShownPictures},
        test::{Question, Test},
    },
    picture,
    service::{
        actor::{Author, TestReader},
        query,
        work::{By, Work},
    },
    state::test_jobs::TestJobProgress,
    store::{Encoded, Read, Snapshot, records},
};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::{collections::HashSet, future, io, ops::ControlFlow, slice};

/// Largest upload, in bytes.
pub const MAX_UPLOAD: usize = picture::MAX_UPLOAD;
/// Pictures examined in one sweep.
const MAX_SWEPT: usize = 200;
/// Pictures of an import that are stored at the same time.
const MAX_STORED_AT_ONCE: usize = 16;

fn unknown() -> Error {
    Error::not_found("picture")
}

/// Checks an upload, turns it upright and encodes it again.
///
/// # Errors
/// Those of [`picture::process`]; 503 `busy` if many are being uploaded.
pub(in crate::service) async fn process(app: &App, upload: Vec<u8>) -> Result<picture::EncodedPicture> {
    let place = app.caches.pictures.decoder().await?;
    app.blocking(move |_| {
        let _place = place;
        picture::process(&upload)
    })
    .await
}

/// Stores an uploaded PNG, JPEG or WebP, upright and without metadata. The same picture is stored once.
///
/// # Errors
/// Those of [`process`].
pub async fn keep(app: &App, by: &Author, upload: Vec<u8>) -> Result<Picture> {
    let processed = process(app, upload).await?;
    store(app, by, processed).await
}

/// Stores pictures that an import has processed.
///
/// # Errors
/// Storage only.
pub async fn keep_all(
    app: &App,
    by: &Author,
    processed: Vec<picture::EncodedPicture>,
    progress: &TestJobProgress,
) -> Result<()> {
    progress.expect(processed.len());
    // Several at a time share a commit.
    let stored = stream::iter(processed).map(|picture| store(app, by, picture)).buffer_unordered(MAX_STORED_AT_ONCE);
    let count = |_| {
        progress.advance(1);
        future::ready(Ok(()))
    };
    stored.try_for_each(count).await
}

async fn store(app: &App, by: &Author, processed: picture::EncodedPicture) -> Result<Picture> {
    let picture::EncodedPicture { bytes, format, width, height, hash } = processed;
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let now = app.now();
    let fresh = Picture { hash, format, width, height, bytes: size, used_at: now };
    let file = Encoded::of(&PictureFile { hash, bytes })?;
    let write = app.write_sized(now, by, size as usize, move |w| {
        if !w.has::<PictureFile>(hash)? {
            w.put_encoded(&file)?;
            w.audit("picture.upload", hash, "")?;
        }
        w.put(&fresh)?;
        Ok(fresh)
    });
    write.await
}

/// Notes that tests which are being saved show these pictures, so that none of them is removed.
///
/// # Errors
/// 422 if one is not stored, or all of them are too large for a test.
pub(super) fn claim(w: &mut Work<'_, '_>, shown: &ShownPictures) -> Result<()> {
    for mut picture in of_test(&**w, shown)? {
        if picture.used_at < w.now {
            picture.used_at = w.now;
            w.put(&picture)?;
        }
    }
    Ok(())
}

/// The pictures that a test shows.
///
/// # Errors
/// Those of [`claim`].
pub(super) fn of_test(read: &impl Read, shown: &ShownPictures) -> Result<Vec<Picture>> {
    let mut found: Vec<Picture> = Vec::new();
    let mut missing = FieldMessages::new();
    for (hash, (field, place)) in shown {
        if let Some(picture) = read.get(*hash)? {
            found.push(picture);
        } else {
            let message = format!("{place} shows a picture that is not on this server. Please upload it again.");
            missing.insert(field.clone(), message);
        }
    }
    if !missing.is_empty() {
        return Err(Error::invalid(missing));
    }
    if found.iter().map(|picture| u64::from(picture.bytes)).sum::<u64>() > MAX_OF_TEST {
        return Err(Error::field("questions", "The pictures of a test may have 64 MiB in total. Use smaller ones."));
    }
    Ok(found)
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &TestReader, hash: PictureHash) -> Result<(PictureFormat, Vec<u8>)> {
    load(&app.store.read()?, hash)
}

/// A picture of the paper that the caller's attempt is taken on.
///
/// # Errors
/// 404 also for pictures that this paper does not show; 409, 410, 422 as every call with the attempt key; 429.
pub fn of_candidate(
    app: &App,
    (token, key): (&str, Option<&str>),
    hash: PictureHash,
) -> Result<(PictureFormat, Vec<u8>)> {
    let (read, now) = (app.store.read()?, app.now());
    let attempt = query::attempt::holding(&read, token, key, now)?;
    let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
    if !paper.shows(hash) && !query::plans::instructions_show(app, &read, attempt.id, hash)? {
        return Err(unknown());
    }
    let found = load(&app.read_pictures()?, hash)?;
    app.limits.links.volume(token, found.1.len(), now)?;
    Ok(found)
}

/// A picture that a question or its passage shows, for someone who may read the question.
///
/// # Errors
/// 404 also for pictures that the question does not show.
pub(in crate::service) fn of_question(
    read: &Snapshot,
    question: &Question,
    passage: Option<&Passage>,
    hash: PictureHash,
) -> Result<(PictureFormat, Vec<u8>)> {
    let is_of_passage =
        passage.and_then(|passage| passage.text.tree.as_ref()).is_some_and(|tree| tree.pictures().contains(&hash));
    if is_of_passage || shown::shown_by(slice::from_ref(question)).contains_key(&hash) {
        return load(read, hash);
    }
    Err(unknown())
}

fn load(read: &Snapshot, hash: PictureHash) -> Result<(PictureFormat, Vec<u8>)> {
    let picture: Picture = read.get(hash)?.ok_or_else(unknown)?;
    let file: PictureFile = read.get(hash)?.ok_or_else(unknown)?;
    Ok((picture.format, file.bytes))
}

/// Where exports read pictures.
pub fn source(app: &App) -> impl Fn(PictureHash) -> io::Result<Option<(PictureFormat, Vec<u8>)>> {
    |hash| match app.store.read().and_then(|read| Ok(read.get(hash)?.zip(read.get(hash)?))) {
        Ok(found) => Ok(found.map(|(picture, file): (Picture, PictureFile)| (picture.format, file.bytes))),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// Removes the pictures that were not used for [`RETENTION`] and that no test and no question paper shows. Returns their number.
///
/// # Errors
/// Storage only.
pub async fn remove_unused(app: &App, now: Instant) -> Result<usize> {
    if !app.caches.pictures.is_search_due(now) {
        return Ok(0);
    }
    let old = app.store.read()?.some_linked(records::PICTURES_BY_USE.below(now.plus(-RETENTION)), MAX_SWEPT)?;
    if old.is_empty() {
        return Ok(0);
    }
    let in_use = app.blocking(|app| in_use(&app.store.read()?)).await?;
    let mut removed = 0;
    for picture in old {
        let is_shown = in_use.contains(&picture.hash);
        removed += usize::from(app.write_at(now, By::Server, move |w| settle(w, picture, is_shown)).await?);
    }
    Ok(removed)
}

/// Removes an old picture, or notes that it is in use. One that was used meanwhile stays.
fn settle(w: &mut Work<'_, '_>, mut picture: Picture, is_shown: bool) -> Result<bool> {
    if w.get::<Picture>(picture.hash)?.as_ref() != Some(&picture) {
        return Ok(false);
    }
    if is_shown {
        picture.used_at = w.now;
        w.put(&picture)?;
        return Ok(false);
    }
    w.discard::<PictureFile>(picture.hash)?;
    w.delete::<Picture>(picture.hash)?;
    Ok(true)
}

/// Pictures that a test or a question paper shows.
///
/// # Errors
/// Storage only.
pub fn in_use(read: &Snapshot) -> Result<HashSet<PictureHash>> {
    let mut found = HashSet::new();
    read.scan_records::<Test>(&mut |test| {
        found.extend(test?.pictures().into_keys());
        Ok(ControlFlow::Continue(()))
    })?;
    read.scan_records::<TestSections>(&mut |sections| {
        found.extend(sections?.pictures().into_keys());
        Ok(ControlFlow::Continue(()))
    })?;
    read.scan_records::<QuestionVersion>(&mut |version| {
        found.extend(shown::shown_by(&[version?.question]).into_keys());
        Ok(ControlFlow::Continue(()))
    })?;
    read.scan_records::<PaperPlan>(&mut |plan| {
        found.extend(plan?.pictures().into_keys());
        Ok(ControlFlow::Continue(()))
    })?;
    read.scan_records::<Paper>(&mut |paper| {
        found.extend(paper?.pictures().into_keys());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
