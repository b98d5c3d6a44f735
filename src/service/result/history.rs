//! History of a result's answers (`docs/behaviour/taking.md#history`). Only of ended attempts.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        anonymity::ShownTimes,
        attempt::Answer,
        history::{AnswerHistory, Head, HistoryMode, replay},
        submission::Submission,
    },
    service::{
        actor::ResultReader,
        query::{self, history::KeptHistory},
    },
    store::{Read, Snapshot},
};
use std::collections::HashMap;

pub struct AttemptHistory {
    pub mode: HistoryMode,
    pub started_at: Instant,
    pub ended_at: Instant,
    /// Set if the attempt began before history was kept.
    pub since: Option<Instant>,
    /// `None` if no history was kept.
    pub head: Option<Head>,
    /// Number of saves, and how many of them are in the stories: those after the limit are not.
    pub saves: (u64, u64),
    /// Histories in the order of the paper.
    pub stories: Vec<AnswerHistory>,
    /// Accepted late answers by question.
    pub accepted: HashMap<String, Accepted>,
}

/// A late answer that an administrator accepted: it counts, and no step leads to it.
pub struct Accepted {
    pub received_at: Instant,
    pub text: String,
}

/// # Errors
/// 404; 500 if the history is damaged.
pub fn of(app: &App, _: &ResultReader, id: AttemptId) -> Result<AttemptHistory> {
    let read = app.store.read()?;
    let id = query::naming::named(&read, id)?;
    let shown = load(app, &read, id)?;
    let times = query::naming::times(&read, &query::attempt::load(&read, id)?)?;
    Ok(shown.with_times(times))
}

impl AttemptHistory {
    pub(super) fn with_times(mut self, times: ShownTimes) -> Self {
        if times == ShownTimes::AsTheyAre {
            return self;
        }
        let shift = |at: &mut Instant| times.shift(at);
        shift(&mut self.started_at);
        shift(&mut self.ended_at);
        self.since.iter_mut().for_each(shift);
        self.accepted.values_mut().for_each(|accepted| shift(&mut accepted.received_at));
        for story in &mut self.stories {
            story.saves.iter_mut().for_each(|save| shift(&mut save.acked_at));
            story.steps.iter_mut().for_each(|step| step.at = times.in_history(step.at));
        }
        self
    }
}

/// Like [`of`], for a caller who may read it for another reason.
pub(super) fn load(app: &App, read: &Snapshot, id: AttemptId) -> Result<AttemptHistory> {
    let submission: Submission = read.get(id)?.ok_or_else(|| Error::not_found("result"))?;
    let attempt = query::attempt::load(read, id)?;
    let paper = app.caches.papers.get(read, attempt.test_id, &attempt.paper)?;
    let mut shown = AttemptHistory {
        mode: paper.history,
        started_at: submission.started_at,
        ended_at: submission.submitted_at,
        since: None,
        head: None,
        saves: (0, 0),
        stories: Vec::new(),
        accepted: HashMap::new(),
    };
    let Some(KeptHistory { chain, entries, answers, .. }) = query::history::load(read, id)? else { return Ok(shown) };
    let mut stories = replay(&chain, &entries, shown.started_at)
        .map_err(|broken| Error::internal(format!("the history of {id}: {broken}")))?;
    shown.accepted = accepted(&stories, &answers);
    if chain.links > chain.entries {
        complete(&shown, answers, &mut stories);
    }
    let places: HashMap<&str, usize> =
        paper.questions.iter().zip(0..).map(|(q, place)| (q.id.as_str(), place)).collect();
    stories.sort_by_key(|story| places.get(story.question_id.as_str()).copied());
    (shown.since, shown.head, shown.stories) = (chain.since, Some(chain.head), stories);
    shown.saves = (chain.links, chain.entries);
    Ok(shown)
}

/// The counted answers that had arrived too late, unless the steps lead to them: an attempt that was reopened.
fn accepted(stories: &[AnswerHistory], answers: &[Answer]) -> HashMap<String, Accepted> {
    let is_late = |story: &AnswerHistory, answer: &Answer| {
        let mut late = story.saves.iter().filter(|save| !save.arrival.counts()).zip(&story.late);
        story.text != answer.text && late.any(|(save, text)| save.acked_at == answer.saved_at && *text == answer.text)
    };
    let mut found = HashMap::new();
    for answer in answers {
        if stories.iter().any(|story| story.question_id == answer.question_id && is_late(story, answer)) {
            let accepted = Accepted { received_at: answer.saved_at, text: answer.text.clone() };
            found.insert(answer.question_id.clone(), accepted);
        }
    }
    found
}

/// Beyond the limits only the last text is known.
fn complete(shown: &AttemptHistory, answers: Vec<Answer>, stories: &mut Vec<AnswerHistory>) {
    let end = shown.ended_at.since(shown.started_at);
    for answer in answers.into_iter().filter(|answer| !shown.accepted.contains_key(&answer.question_id)) {
        let place = stories.iter().position(|story| story.question_id == answer.question_id).unwrap_or_else(|| {
            stories.push(AnswerHistory { question_id: answer.question_id.clone(), ..AnswerHistory::default() });
            stories.len() - 1
        });
        stories[place].complete(&answer.text, end);
    }
}
