//! Writing bank questions: create, change, retire, restore.

use super::{BankQuestionView, content, load, not_found, ready, whole};
use crate::{
    app::App,
    domain::{
        Error, QuestionId, Result,
        bank::{AuthoringState, BankDraft, BankQuestion, BankRevision, CheckedBankQuestion, QuestionVersion, Version},
        picture,
        question::Question,
    },
    service::{actor::Author, query, test::pictures, work::Work},
    store::{Read, records::Single},
};

/// The revision that the caller has read of a question that it changes (optimistic concurrency).
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectedRevision {
    pub revision: Option<u32>,
    pub version: Option<Version>,
}

impl ExpectedRevision {
    fn is_current(self, head: &BankQuestion) -> bool {
        self.revision.is_none_or(|revision| revision == head.revision)
            && self.version.is_none_or(|version| version == head.version)
    }
}

/// # Errors
/// 422, as the questions of a test; also those of [`ready::require`].
pub async fn create(app: &App, by: &Author, draft: BankDraft) -> Result<BankQuestionView> {
    if draft.labels.state == Some(AuthoringState::Ready) {
        ready::require(app, by, &draft.clone().check(app.new_id())?.question).await?;
    }
    Ok(create_all(app, by, vec![draft]).await?.remove(0))
}

/// Questions stored in one transaction.
const BATCH: usize = 50;

/// Stores questions in batches; all are checked before the first is stored. Code is not run.
///
/// # Errors
/// 422, as the questions of a test.
pub async fn create_all(app: &App, by: &Author, drafts: Vec<BankDraft>) -> Result<Vec<BankQuestionView>> {
    let mut new = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if draft.labels.state == Some(AuthoringState::Retired) {
            return Err(Error::field("state", "A new question is a draft or ready."));
        }
        let id: QuestionId = app.new_id();
        new.push((draft.check(id)?, id));
    }
    let mut stored = Vec::with_capacity(new.len());
    while !new.is_empty() {
        let batch: Vec<_> = new.drain(..BATCH.min(new.len())).collect();
        stored.extend(app.write(by, move |w| store(w, batch)).await?);
    }
    Ok(stored)
}

/// Stores the questions of a file. Those that are to be ready and are not fit for it become drafts; returns why.
///
/// # Errors
/// 422, as the questions of a test.
pub async fn import(
    app: &App,
    by: &Author,
    mut drafts: Vec<BankDraft>,
) -> Result<(Vec<BankQuestionView>, Vec<String>)> {
    let mut unready = Vec::new();
    for draft in drafts.iter_mut().filter(|draft| draft.labels.state == Some(AuthoringState::Ready)) {
        let question = draft.clone().check(app.new_id())?.question;
        if let Err(why) = ready::require(app, by, &question).await {
            unready.push(format!("'{}': {}", question.summary(), why.detail));
            draft.labels.state = Some(AuthoringState::Draft);
        }
    }
    Ok((create_all(app, by, drafts).await?, unready))
}

fn store(w: &mut Work<'_, '_>, batch: Vec<(CheckedBankQuestion, QuestionId)>) -> Result<Vec<BankQuestionView>> {
    let mut stored = Vec::with_capacity(batch.len());
    for (checked, id) in batch {
        let (head, version) = checked.into_new(id, w.now, w.by.account());
        put(w, &head, Some(&version))?;
        w.audit("question.create", id, "")?;
        stored.push(whole(&**w, head)?);
    }
    Ok(stored)
}

/// Stores a question, and a new version of it.
fn put(w: &mut Work<'_, '_>, head: &BankQuestion, version: Option<&QuestionVersion>) -> Result<()> {
    if let Some(version) = version {
        pictures::claim(w, &picture::shown_by(std::slice::from_ref(&version.question)))?;
        w.put(version)?;
    }
    w.put(head)?;
    let number = w.get::<BankRevision>(Single)?.unwrap_or_default().number.saturating_add(1);
    w.put(&BankRevision { number })?;
    Ok(())
}

/// Changes a question. A changed content becomes its current version; the earlier ones stay, and tests keep theirs.
/// A state that is already stored changes nothing.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the last change; 422; those of [`ready::require`].
pub async fn update(
    app: &App,
    author: &Author,
    id: QuestionId,
    mut draft: BankDraft,
    seen: ExpectedRevision,
) -> Result<BankQuestionView> {
    {
        let read = app.store.read()?;
        draft.question.may_keep_options(&content(&read, &load(&read, id)?)?.question);
    }
    let checked = draft.check(id)?;
    // Before its solutions run: what they do on outdated tests says nothing.
    current(&app.store.read()?, id, seen)?;
    if becomes_ready(app, id, &checked)? {
        ready::require(app, author, &checked.question).await?;
    }
    app.write(author, move |w| {
        let mut head = current(&**w, id, seen)?;
        let old = content(&**w, &head)?;
        let was = head.version;
        if head.change(&checked, &old.question, w.now, w.by.account()) {
            let version = QuestionVersion {
                question_id: id,
                version: head.version,
                question: checked.question,
                at: w.now,
                by: w.by.account(),
            };
            put(w, &head, Some(&version).filter(|version| version.version != was))?;
            w.audit("question.update", id, "")?;
        }
        whole(&**w, head)
    })
    .await
}

/// Whether a change makes a question ready, or gives a ready one another content.
fn becomes_ready(app: &App, id: QuestionId, new: &CheckedBankQuestion) -> Result<bool> {
    let read = app.store.read()?;
    let old = load(&read, id)?;
    let is_ready = new.labels.state.unwrap_or(old.state) == AuthoringState::Ready;
    Ok(is_ready && (old.state != AuthoringState::Ready || content(&read, &old)?.question != new.question))
}

/// Retires a question, or makes a retired one ready again. Repeating it changes nothing.
///
/// # Errors
/// 404; those of [`ready::require`].
pub async fn set_retired(app: &App, author: &Author, id: QuestionId, is_retired: bool) -> Result<BankQuestionView> {
    if !is_retired && let Some(question) = restored(app, id)? {
        ready::require(app, author, &question).await?;
    }
    app.write(author, move |w| {
        let mut head: BankQuestion = w.get(id)?.ok_or_else(not_found)?;
        if (head.state == AuthoringState::Retired) != is_retired {
            head.state = if is_retired { AuthoringState::Retired } else { AuthoringState::Ready };
            head.touch(w.now, w.by.account());
            put(w, &head, None)?;
            w.audit(if is_retired { "question.retire" } else { "question.restore" }, id, "")?;
        }
        whole(&**w, head)
    })
    .await
}

/// The content of a question that is retired.
fn restored(app: &App, id: QuestionId) -> Result<Option<Question>> {
    let read = app.store.read()?;
    let head = load(&read, id)?;
    Ok(if head.state == AuthoringState::Retired { Some(content(&read, &head)?.question) } else { None })
}

/// The stored question. Fails if it is not the one that was read.
fn current(read: &impl Read, id: QuestionId, seen: ExpectedRevision) -> Result<BankQuestion> {
    let head = load(read, id)?;
    if seen.is_current(&head) {
        return Ok(head);
    }
    let by = query::person::name_of(read, head.updated_by)?;
    Err(Error::changed_version(by, head.updated_at, "this question"))
}
