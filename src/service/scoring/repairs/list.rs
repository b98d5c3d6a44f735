//! The list of a test's repairs: adding one, and undoing it.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, QuestionId, RepairId, Result, TestId,
        bank::{QuestionVersion, Version},
        paper::{Paper, VersionDigest, version_digest},
        question::{Question, render},
        repair::{self, CheckedRepair, MAX_REPAIRS, Repair, RepairDraft, Repairs, Undone},
    },
    service::{
        actor::{Decider, ResultReader},
        events, query,
        work::Work,
    },
    store::Read,
};

/// Versions that a repair names.
const MAX_VERSIONS: usize = 1_000;

/// A repair, with the names of who made and undid it.
pub struct NamedRepair {
    pub repair: Repair,
    /// The right answer in words, where it is not a text itself.
    pub value_text: Option<String>,
    pub by: String,
    /// `None` if it was not undone.
    pub undone_by: Option<String>,
    /// Later ones have replaced it in every version that was asked.
    pub is_replaced: bool,
}

pub struct RepairList {
    /// Oldest first.
    pub repairs: Vec<NamedRepair>,
    pub version: u32,
    pub is_recalculating: bool,
}

/// The questions with this id on the question papers of a test.
fn asked<'p>(papers: &'p [Paper], id: &str) -> impl Iterator<Item = &'p Question> {
    papers.iter().filter_map(move |paper| paper.question(id)).map(|(_, question)| question)
}

fn signed(read: &impl Read, papers: &[Paper], all: &[Repair], repair: &Repair) -> Result<NamedRepair> {
    let undone_by = repair.undone.map(|undone| query::person::name_of(read, undone.by)).transpose()?;
    let value_text = repair.value.as_deref().and_then(|value| {
        let question = asked(papers, &repair.question_id).find(|question| question.rekeyed(value).is_some())?;
        render::answer_text(question, value)
    });
    let mut in_force =
        asked(papers, &repair.question_id).filter_map(|question| repair::in_force(all, question)).peekable();
    let is_asked = repair.undone.is_none() && in_force.peek().is_some();
    let is_replaced = is_asked && !in_force.any(|in_force| in_force.counts(repair.id));
    let by = query::person::name_of(read, repair.by)?;
    Ok(NamedRepair { by, undone_by, value_text, is_replaced, repair: repair.clone() })
}

impl RepairList {
    fn of(read: &impl Read, repairs: &Repairs) -> Result<Self> {
        let (version, is_recalculating) = (repairs.version, repairs.is_recalculating());
        let papers: Vec<Paper> =
            if repairs.list.is_empty() { Vec::new() } else { query::plans::papers_of(read, repairs.test_id)? };
        let all = &repairs.list;
        let repairs = all.iter().map(|repair| signed(read, &papers, all, repair)).collect::<Result<_>>()?;
        Ok(Self { repairs, version, is_recalculating })
    }
}

/// # Errors
/// Storage only.
pub fn of_test(app: &App, _: &ResultReader, test: TestId) -> Result<RepairList> {
    let read = app.store.read()?;
    RepairList::of(&read, &query::repairs::of(&read, test)?)
}

fn require_version(read: &impl Read, repairs: &Repairs, version: Option<u32>) -> Result<()> {
    let stored = repairs.last_change().map(|(by, at)| (repairs.version, by, at));
    query::version::require_version(read, version, stored, "the repairs of this test")
}

/// The draft, checked against the question papers of the test.
///
/// # Errors
/// 422.
pub(super) fn checked(read: &impl Read, test: TestId, draft: RepairDraft) -> Result<CheckedRepair> {
    let papers = query::plans::papers_of(read, test)?;
    let chosen = chosen(read, &draft)?;
    let asked: Vec<&Question> = asked(&papers, &draft.question_id)
        .filter(|question| chosen.as_ref().is_none_or(|chosen| chosen.contains(&version_digest(question))))
        .collect();
    if chosen.is_some() && asked.is_empty() {
        return Err(Error::field("versions", "No candidate of this test was asked these versions."));
    }
    draft.check(asked.into_iter())
}

/// The versions of a question of the bank that a draft names; `None` for all.
fn chosen(read: &impl Read, draft: &RepairDraft) -> Result<Option<Vec<VersionDigest>>> {
    if draft.versions.is_empty() {
        return Ok(None);
    }
    let Some(id) = draft.question_id.parse::<QuestionId>().ok().filter(|_| draft.versions.len() <= MAX_VERSIONS) else {
        return Err(Error::field("versions", "Only questions of the question bank have versions."));
    };
    let digest = |version: &Version| {
        let stored: Option<QuestionVersion> = read.get((id, *version))?;
        let missing = || Error::field("versions", format!("The bank has no version {version} of this question."));
        Ok(version_digest(&stored.ok_or_else(missing)?.question))
    };
    draft.versions.iter().map(digest).collect::<Result<_>>().map(Some)
}

/// # Errors
/// 409 `too_many`.
pub(super) fn require_space(repairs: &Repairs) -> Result<()> {
    if repairs.list.len() >= MAX_REPAIRS {
        let detail = format!("This test already has {MAX_REPAIRS} repairs, which is the limit.");
        return Err(Error::conflict(ErrorCode::TooMany, detail));
    }
    Ok(())
}

fn store(w: &mut Work<'_, '_>, repairs: &mut Repairs) -> Result<()> {
    repairs.version += 1;
    w.put(repairs)?;
    events::repairs_changed(w, repairs.test_id);
    let app = w.app.clone();
    w.after_commit(move || app.wakeups.repairs.notify());
    Ok(())
}

/// Adds a repair, which takes effect at once for what is scored from now on.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the latest change, `too_many`; 422.
pub async fn add(
    app: &App,
    decider: &Decider,
    test: TestId,
    draft: RepairDraft,
    version: Option<u32>,
) -> Result<(RepairId, RepairList)> {
    let draft = checked(&app.store.read()?, test, draft)?;
    let id: RepairId = app.new_id();
    app.write(decider, move |w| {
        let mut repairs = query::repairs::of(w, test)?;
        require_version(&**w, &repairs, version)?;
        require_space(&repairs)?;
        let repair = draft.into_repair(id, w.by.account(), w.now);
        w.audit("test.repair", test, &format!("{id}: {} {}", repair.question_id, repair.action.name()))?;
        repairs.list.push(repair);
        store(w, &mut repairs)?;
        Ok((id, RepairList::of(&**w, &repairs)?))
    })
    .await
}

/// Undoes a repair. One that was undone stays as it is.
///
/// # Errors
/// 404; 409 `changed_meanwhile`.
pub async fn undo(
    app: &App,
    decider: &Decider,
    test: TestId,
    id: RepairId,
    version: Option<u32>,
) -> Result<RepairList> {
    app.write(decider, move |w| {
        let mut repairs = query::repairs::of(w, test)?;
        let undone = Undone { by: w.by.account(), at: w.now };
        if repairs.get(id).ok_or_else(|| Error::not_found("repair"))?.undone.is_none() {
            require_version(&**w, &repairs, version)?;
            for repair in repairs.list.iter_mut().filter(|repair| repair.id == id) {
                repair.undone = Some(undone);
            }
            w.audit("test.undo_repair", test, &id.to_string())?;
            store(w, &mut repairs)?;
        }
        RepairList::of(&**w, &repairs)
    })
    .await
}
