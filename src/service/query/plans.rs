//! The plan that the next start of a test draws its paper from.

use super::pools;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, ErrorKind, PictureHash, Result, TestId,
        bank::{
            BankRevision, QuestionVersion,
            plan::{Draw, DrawnPaper, Outline, PaperPlan},
            sections::{Pin, TestSections},
        },
        paper::Paper,
        question::{
            Question,
            draw::{PoolTooSmall, Seed},
        },
        test::Test,
    },
    state::plans::{EncodedPlan, Stamp},
    store::{Encoded, Read, records::Single},
};
use std::{collections::HashSet, sync::Arc};

/// Bytes of a plan.
const MAX_PLAN: usize = 4 * 1024 * 1024 - 4096;

/// `None` for a test without sections: all of its papers are the same.
///
/// # Errors
/// Storage only.
pub fn current(app: &App, read: &impl Read, test: &Test) -> Result<Option<Arc<EncodedPlan>>> {
    let Some(sections) = read.get::<TestSections>(test.id)? else { return Ok(None) };
    let bank = read.get::<BankRevision>(Single)?.unwrap_or_default().number;
    let stamp = Stamp { test: test.version, translations: test.translations.changes, bank };
    if let Some(planned) = app.caches.plans.known(test.id, stamp) {
        return Ok(Some(planned));
    }
    let plan = plan(read, test, &sections)?;
    let planned = Arc::new(EncodedPlan { encoded: Encoded::of(&plan)?, plan });
    app.caches.plans.keep(test.id, stamp, planned.clone());
    Ok(Some(planned))
}

/// The plan of a test, whatever is cached.
///
/// # Errors
/// Storage only.
pub fn plan(read: &impl Read, test: &Test, sections: &TestSections) -> Result<PaperPlan> {
    PaperPlan::of(test, sections, |pool| {
        pools::members(read, pool)?
            .iter()
            .map(|head| {
                let missing = || Error::internal("a version of a question is missing");
                let stored: QuestionVersion = read.get((head.id, head.version))?.ok_or_else(missing)?;
                Ok((stored.question, Pin { question_id: head.id, version: head.version }))
            })
            .collect::<Result<Vec<_>>>()
    })
}

/// Fails for sections whose plan would be too large to be stored.
///
/// # Errors
/// 422.
pub fn require_storable(read: &impl Read, test: &Test, sections: &TestSections) -> Result<()> {
    if Encoded::of(&plan(read, test, sections)?)?.size() <= MAX_PLAN {
        return Ok(());
    }
    Err(Error::field(
        "sections",
        "The questions of all pools and the passages have more than 4 MiB together. Use smaller pools.",
    ))
}

/// A paper of a test that is not stored.
///
/// # Errors
/// 409 `pool_too_small`; 422 as [`require_storable`].
pub fn paper_of_draft(read: &impl Read, test: &Test, sections: &TestSections, seed: &Seed) -> Result<DrawnPaper> {
    require_storable(read, test, sections)?;
    plan(read, test, sections)?.draw(seed).map_err(too_small)
}

/// A paper as a start with this seed would draw it now; a test without sections has one section.
///
/// # Errors
/// 404; 409 `pool_too_small`.
pub fn paper(app: &App, read: &impl Read, test: TestId, seed: &Seed) -> Result<DrawnPaper> {
    let test: Test = read.get(test)?.ok_or_else(|| Error::not_found("test"))?;
    let Some(planned) = current(app, read, &test)? else {
        let (count, paper) = (test.questions.len(), Paper::of(&test));
        let whole = Outline { questions: count, ..Outline::default() };
        return Ok(DrawnPaper { paper, sections: vec![whole], origins: vec![None; count] });
    };
    planned.plan.draw(seed).map_err(too_small)
}

/// The sections of an attempt's paper; none for a test without them.
///
/// # Errors
/// Storage only.
pub fn outline(app: &App, read: &impl Read, attempt: AttemptId) -> Result<Vec<Outline>> {
    let Some(draw) = read.get::<Draw>(attempt)? else { return Ok(Vec::new()) };
    let plan = app.caches.papers.plan(read, draw.test_id, &draw.plan)?;
    Ok(plan.map(|plan| plan.outline()).unwrap_or_default())
}

/// Whether the instructions of a section of this attempt's paper show the picture.
///
/// # Errors
/// Storage only.
pub fn instructions_show(app: &App, read: &impl Read, attempt: AttemptId, hash: PictureHash) -> Result<bool> {
    let sections = outline(app, read, attempt)?;
    let mut trees = sections.iter().filter_map(|section| section.instructions.as_ref()?.tree.as_ref());
    Ok(trees.any(|tree| tree.pictures().contains(&hash)))
}

/// The stored papers of a test, and those that hold all questions of a plan.
///
/// # Errors
/// Storage only.
pub fn papers_of(read: &impl Read, test: TestId) -> Result<Vec<Paper>> {
    let plans: Vec<PaperPlan> = read.children(test)?;
    let mut papers: Vec<Paper> = read.children(test)?;
    papers.extend(plans.into_iter().map(|plan| plan.template));
    Ok(papers)
}

/// Questions that papers of a test may have had: those of stored papers, and all that could be drawn. Each once.
///
/// # Errors
/// Storage only.
pub fn ever_asked(read: &impl Read, test: TestId) -> Result<Vec<Question>> {
    let all = papers_of(read, test)?.into_iter().flat_map(|paper| paper.questions);
    let mut known = HashSet::new();
    Ok(all.filter(|question| known.insert(question.id.clone())).collect())
}

pub fn too_small(PoolTooSmall { section, left, draw, .. }: PoolTooSmall) -> Error {
    let section = section + 1;
    let detail = format!("A pool of section {section} draws {draw} questions, but has only {left} ready ones left.");
    Error::conflict(ErrorCode::PoolTooSmall, detail)
}

/// The refusal of a start: the authors have to repair the pool.
#[must_use]
pub fn cannot_start() -> Error {
    let detail = "This test cannot start at the moment, because it has too few questions. Please contact your administrator, or try again later.";
    Error { retry_after: Some(60), ..Error::new(ErrorKind::Unavailable, ErrorCode::PoolTooSmall, detail) }
}

#[must_use]
pub fn is_too_small(error: &Error) -> bool {
    error.code == ErrorCode::PoolTooSmall
}
