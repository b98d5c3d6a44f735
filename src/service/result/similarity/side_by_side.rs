//! Two similar answers beside each other, and when each candidate had what they share.

use super::{
    job::{given, read_answer},
    report::{no_pair, own},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, TestId,
        anonymity::ShownTimes,
        attempt::Answer,
        history::{EditSource, replay},
        question::Question,
        similarity::{PairKey, SharedGrams, SimilarityReport, TextKind, TextPiece, passages},
        submission::Submission,
    },
    service::{
        actor::ResultReader,
        query::{self, history::KeptHistory},
    },
    store::{Read, Snapshot},
};

/// Texts of a history that are looked at.
const LOOKS: usize = 40;

/// Origin of an answer by its history.
pub struct AnswerOrigin {
    /// Time at which most of what both share stood in it first, to the save or step.
    pub held_at: Option<Instant>,
    pub typed: usize,
    pub pasted: usize,
}

pub struct Side {
    pub submission: Submission,
    /// The whole answer.
    pub pieces: Vec<TextPiece>,
    /// `None` if no history was kept.
    pub origin: Option<AnswerOrigin>,
}

/// An answer with its question.
struct Own {
    submission: Submission,
    question: Question,
    kind: TextKind,
    text: String,
}

impl Own {
    fn read(app: &App, read: &Snapshot, key: &PairKey, id: AttemptId) -> Result<Self> {
        let submission: Submission = read.get(id)?.ok_or_else(no_pair)?;
        let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
        let (_, question) = paper.question(&key.question_id).ok_or_else(no_pair)?;
        let answer: Answer = read.get((id, key.question_id.as_str()))?.ok_or_else(no_pair)?;
        let (kind, text) = read_answer(question, &answer.text);
        Ok(Self { submission, question: question.clone(), kind, text })
    }

    fn origin(&self, read: &Snapshot, shared: &SharedGrams) -> Result<Option<AnswerOrigin>> {
        let id = self.submission.id;
        let Some(KeptHistory { chain, entries, .. }) = query::history::load(read, id)? else { return Ok(None) };
        let started = self.submission.started_at;
        let stories = replay(&chain, &entries, started)
            .map_err(|broken| Error::internal(format!("the history of {id}: {broken}")))?;
        let Some(story) = stories.into_iter().find(|story| story.question_id == self.question.id) else {
            return Ok(None);
        };
        let held = story.first(LOOKS, |text| shared.is_mostly_in(&read_answer(&self.question, text).1));
        Ok(Some(AnswerOrigin {
            held_at: held.map(|at| started.plus(at)),
            typed: story.inserted(&[EditSource::Typed]),
            pasted: story.inserted(&[EditSource::Pasted, EditSource::Dropped]),
        }))
    }
}

/// The answers of a pair of the report, with the passages that they share.
///
/// # Errors
/// 404; 500 if a history is damaged.
pub async fn beside(app: &App, _: &ResultReader, test: TestId, key: PairKey) -> Result<[Side; 2]> {
    app.blocking(move |app| read(app, test, &key)).await
}

fn read(app: &App, test: TestId, key: &PairKey) -> Result<[Side; 2]> {
    let read = app.store.read()?;
    let key = &own(&read, key.clone())?;
    let report: SimilarityReport = read.get(test)?.ok_or_else(no_pair)?;
    report.pair(key).ok_or_else(no_pair)?;
    let (first, second) = (Own::read(app, &read, key, key.first)?, Own::read(app, &read, key, key.second)?);
    let given = [given(&first.question), given(&second.question)].concat();
    let (one, other) = passages(&first.kind, &first.text, &second.text);
    let shared = SharedGrams::of(first.kind.clone(), &given, [&first.text, &second.text]);
    let side = |own: Own, pieces: Vec<TextPiece>| -> Result<Side> {
        let (mut origin, started) = (own.origin(&read, &shared)?, own.submission.started_at);
        let submission = query::naming::of_result(&read, own.submission)?;
        for held in origin.iter_mut().filter_map(|origin| origin.held_at.as_mut()) {
            ShownTimes::of(submission.alias.is_some(), started).shift(held);
        }
        Ok(Side { submission, pieces, origin })
    };
    // As the list shows the pair: their own ids would show who started first.
    let mut sides = [side(first, one)?, side(second, other)?];
    sides.sort_by_key(|side| side.submission.shown_id());
    Ok(sides)
}
