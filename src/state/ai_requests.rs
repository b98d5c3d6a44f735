//! Requests for scores of the AI that are under way: those who ask for the same meanwhile share the outcome.

use crate::{
    domain::{AttemptId, TestId, model_verdict::ModelScoringOutcome},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};
use tokio::sync::watch::{self, Receiver, Sender};

/// The answers to be scored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ScoringSubject {
    /// Answers to a question that people scored, to measure how far the AI agrees.
    Agreement(TestId, String),
    /// The waiting answers of a submission.
    Review(AttemptId),
}

type AiRequestTable = HashMap<ScoringSubject, Receiver<Option<ModelScoringOutcome>>>;

#[derive(Default)]
pub struct AiRequests(Mutex<AiRequestTable>);

/// Result of [`AiRequests::begin`].
pub enum BeginOutcome<'a> {
    /// The caller asks, for as long as it holds this.
    Caller(Asking<'a>),
    /// Another caller does, and its outcome can be awaited.
    Other(Other),
}

/// The exclusive right to ask for something. Dropped without [`Self::end`], it leaves no outcome.
pub struct Asking<'a> {
    all: &'a AiRequests,
    about: ScoringSubject,
    sender: Sender<Option<ModelScoringOutcome>>,
}

/// Another caller's request.
pub struct Other(Receiver<Option<ModelScoringOutcome>>);

impl AiRequests {
    fn under_way(&self) -> MutexGuard<'_, AiRequestTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a request, unless it is under way. The [`Asking`] is created after the lock is released: its `Drop` takes
    /// the lock.
    pub fn begin(&self, about: &ScoringSubject) -> BeginOutcome<'_> {
        let (sender, receiver) = watch::channel(None);
        {
            let mut under_way = self.under_way();
            if let Some(other) = under_way.get(about) {
                return BeginOutcome::Other(Other(other.clone()));
            }
            under_way.insert(about.clone(), receiver);
        }
        BeginOutcome::Caller(Asking { all: self, about: about.clone(), sender })
    }
}

impl Asking<'_> {
    /// Publishes the outcome to the other callers.
    pub fn end(self, outcome: &ModelScoringOutcome) {
        self.sender.send_replace(Some(outcome.clone()));
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.all.under_way().remove(&self.about);
    }
}

impl Other {
    /// `None` if it has ended without an outcome.
    pub async fn outcome(mut self) -> Option<ModelScoringOutcome> {
        self.0.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn others_get_the_outcome_of_the_first() {
        let question = |name: &str| ScoringSubject::Agreement(TestId(Uuid::from_u128(1)), name.to_owned());
        let (all, about) = (AiRequests::default(), question("q1"));
        let BeginOutcome::Caller(first) = all.begin(&about) else { panic!("none is under way") };
        let BeginOutcome::Other(second) = all.begin(&about) else { panic!("the first asks") };
        assert!(matches!(all.begin(&question("q2")), BeginOutcome::Caller(_)), "another question");
        assert!(matches!(all.begin(&ScoringSubject::Review(AttemptId(Uuid::from_u128(1)))), BeginOutcome::Caller(_)));
        let outcome = ModelScoringOutcome::nothing("None.");
        first.end(&outcome);
        assert_eq!(second.outcome().await, Some(outcome));

        let BeginOutcome::Caller(first) = all.begin(&about) else { panic!("it has ended") };
        let BeginOutcome::Other(second) = all.begin(&about) else { panic!("it asks again") };
        drop(first);
        assert_eq!(second.outcome().await, None);
        assert!(matches!(all.begin(&about), BeginOutcome::Caller(_)));
    }
}
