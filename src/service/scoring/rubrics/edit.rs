//! The rubric of a question: reading and changing it.

use crate::{
    app::App,
    domain::{
        Error, Instant, Result, TestId,
        rubric::{CheckedRubric, Rubric, RubricDraft, RubricItem, RubricMode},
        test::{Question, Test},
    },
    service::{
        actor::Scorer,
        events,
        query::{self, plans},
    },
    store::{Read, records},
};

/// A rubric as its authors and reviewers see it.
pub struct RubricView {
    /// The question's.
    pub points: u32,
    pub content: CheckedRubric,
    /// 0 before the first change.
    pub version: u32,
    pub is_recalculating: bool,
    /// `None` before the first change.
    pub last: Option<(String, Instant)>,
}

impl RubricView {
    fn of(read: &impl Read, points: u32, rubric: Option<Rubric>) -> Result<Self> {
        let Some(rubric) = rubric else {
            let (items, snippets) = (Vec::new(), Vec::new());
            let (model_answer, notes) = (String::new(), String::new());
            let content = CheckedRubric { mode: RubricMode::Add, items, model_answer, notes, snippets };
            return Ok(Self { points, content, version: 0, is_recalculating: false, last: None });
        };
        let last = Some((query::person::name_of(read, rubric.by)?, rubric.at));
        let (version, is_recalculating) = (rubric.version, rubric.is_recalculating());
        let Rubric { mode, items, model_answer, notes, snippets, .. } = rubric;
        let content = CheckedRubric { mode, items, model_answer, notes, snippets };
        Ok(Self { points, content, version, is_recalculating, last })
    }
}

/// The question, in the latest of its versions that the test has.
///
/// # Errors
/// 404; 422 on `question_id` for a question that people do not score.
pub(super) fn question(app: &App, read: &impl Read, test: TestId, id: &str) -> Result<Question> {
    let now: Option<Test> = read.get(test)?;
    let drawn = now.as_ref().map(|test| plans::current(app, read, test)).transpose()?.flatten();
    let drawn = drawn.iter().flat_map(|planned| &planned.plan.template.questions);
    let current = now.iter().flat_map(|test| &test.questions).chain(drawn).find(|question| question.id == id);
    let older = || Ok::<_, Error>(plans::ever_asked(read, test)?.into_iter().find(|question| question.id == id));
    let found = current.cloned().map_or_else(older, |question| Ok(Some(question)))?;
    let question = found.ok_or_else(|| Error::not_found("question"))?;
    if question.is_auto() && question.coding().is_none() {
        return Err(Error::field("question_id", "This question is scored by its key and has no rubric."));
    }
    Ok(question)
}

/// # Errors
/// 404; 422 on `question_id`.
pub fn get(app: &App, _: &Scorer, test: TestId, id: &str) -> Result<RubricView> {
    let read = app.store.read()?;
    let points = question(app, &read, test, id)?.points;
    RubricView::of(&read, points, read.get((test, id))?)
}

/// The rubric of a question for its reviewers; `None` without one.
///
/// # Errors
/// Storage only.
pub fn of(read: &impl Read, test: TestId, asked: &Question) -> Result<Option<RubricView>> {
    let rubric: Option<Rubric> = read.get((test, asked.id.as_str()))?;
    rubric.map(|rubric| RubricView::of(read, asked.points, Some(rubric))).transpose()
}

/// The draft, checked for the question and the items that the rubric has.
///
/// # Errors
/// 404; 422.
pub(super) fn checked(
    app: &App,
    read: &impl Read,
    test: TestId,
    id: &str,
    draft: RubricDraft,
) -> Result<CheckedRubric> {
    let known: Option<Rubric> = read.get((test, id))?;
    let known: Vec<RubricItem> = known.map(|rubric| rubric.items).unwrap_or_default();
    let checked = draft.check(question(app, read, test, id)?.points, &known, || app.new_id())?;
    let is_used = || -> Result<bool> {
        Ok(!read.some_linked(records::SCORED_BY_RUBRIC.under((test, id)), 1)?.is_empty()
            || !read.some_linked(records::MARKINGS_BY_RUBRIC.under((test, id)), 1)?.is_empty())
    };
    if checked.items.is_empty() && !known.is_empty() && is_used()? {
        let message = "Answers are scored by this rubric. Change its items, or score these answers otherwise first.";
        return Err(Error::field("items", message));
    }
    Ok(checked)
}

/// Stores a rubric. Answers that were scored by an earlier one are scored again in the background.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the current one; 422.
pub async fn set(
    app: &App,
    scorer: &Scorer,
    test: TestId,
    id: &str,
    draft: RubricDraft,
    version: Option<u32>,
) -> Result<RubricView> {
    let id = id.to_owned();
    app.write(scorer, move |w| {
        let old: Option<Rubric> = w.get((test, id.as_str()))?;
        let stored = old.as_ref().map(|old| (old.version, old.by, old.at));
        query::version::require_version(&**w, version, stored, "this rubric")?;
        let content = checked(w.app, &**w, test, &id, draft)?;
        let points = question(w.app, &**w, test, &id)?.points;
        let current = old.as_ref().map_or(0, |rubric| rubric.version);
        let moves = old.as_ref().is_some_and(|old| moves_points(old, &content) || old.is_recalculating());
        let rubric = Rubric {
            test_id: test,
            question_id: id,
            mode: content.mode,
            items: content.items,
            model_answer: content.model_answer,
            notes: content.notes,
            snippets: content.snippets,
            by: w.by.account(),
            at: w.now,
            version: current + 1,
            applied: if moves { current } else { current + 1 },
        };
        w.put(&rubric)?;
        w.audit("test.rubric", test, &format!("{}: {} items", rubric.question_id, rubric.items.len()))?;
        events::rubric_changed(w, test, &rubric.question_id);
        let app = w.app.clone();
        w.after_commit(move || app.wakeups.repairs.notify());
        RubricView::of(&**w, points, Some(rubric))
    })
    .await
}

/// Whether answers that were scored by the old items may have other points by the new ones.
fn moves_points(old: &Rubric, new: &CheckedRubric) -> bool {
    let is_kept = |item: &RubricItem| new.items.iter().any(|other| other.id == item.id && other.points == item.points);
    old.mode != new.mode || !old.items.iter().all(is_kept)
}
