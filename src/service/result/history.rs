//! History of a result's answers (`docs/behaviour.md#history`). Only of ended attempts.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::Answer,
        history::{Head, Mode, Story, replay},
        submission::Submission,
    },
    service::{actor::Admin, query},
    store::{Read, Snapshot},
};
use std::collections::HashMap;

pub struct Told {
    pub mode: Mode,
    pub started_at: Instant,
    pub ended_at: Instant,
    /// Set if the attempt began before history was kept.
    pub since: Option<Instant>,
    /// `None` if no history was kept.
    pub head: Option<Head>,
    /// In the order of the paper.
    pub stories: Vec<Story>,
}

/// # Errors
/// 404; 500 if the history is damaged.
pub fn of(app: &App, _: &Admin, id: AttemptId) -> Result<Told> {
    told(app, &app.store.read()?, id)
}

/// As [`of`], for a caller who may read it for another reason.
pub(super) fn told(app: &App, read: &Snapshot, id: AttemptId) -> Result<Told> {
    let submission: Submission = read.get(id)?.ok_or_else(|| Error::not_found("result"))?;
    let attempt = query::attempt::load(read, id)?;
    let paper = app.papers.get(read, attempt.test_id, &attempt.paper)?;
    let mut told = Told {
        mode: paper.history,
        started_at: submission.started_at,
        ended_at: submission.submitted_at,
        since: None,
        head: None,
        stories: Vec::new(),
    };
    let Some((chain, entries)) = query::history::load(read, id)? else { return Ok(told) };
    let mut stories = replay(&chain, &entries, told.started_at)
        .map_err(|broken| Error::internal(format!("the history of {id}: {broken}")))?;
    if chain.links > chain.entries {
        complete(read, id, &told, &mut stories)?;
    }
    let places: HashMap<&str, usize> =
        paper.questions.iter().zip(0..).map(|(q, place)| (q.id.as_str(), place)).collect();
    stories.sort_by_key(|story| places.get(story.question_id.as_str()).copied());
    (told.since, told.head, told.stories) = (chain.since, Some(chain.head), stories);
    Ok(told)
}

/// Beyond the limits only the last text is known.
fn complete(read: &Snapshot, id: AttemptId, told: &Told, stories: &mut Vec<Story>) -> Result<()> {
    let end = told.ended_at.since(told.started_at);
    for answer in read.children::<Answer>(id)? {
        let place = stories.iter().position(|story| story.question_id == answer.question_id).unwrap_or_else(|| {
            stories.push(Story { question_id: answer.question_id.clone(), ..Story::default() });
            stories.len() - 1
        });
        stories[place].complete(&answer.text, end);
    }
    Ok(())
}
