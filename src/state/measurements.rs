//! Measurements of the AI's agreement that are under way: those who ask for the same meanwhile share its outcome.

use crate::{
    domain::{TestId, model_verdict::Outcome},
    sync::{Mutex, MutexGuard},
};
use std::{collections::HashMap, sync::PoisonError};
use tokio::sync::watch::{self, Receiver, Sender};

type Question = (TestId, String);
type UnderWay = HashMap<Question, Receiver<Option<Outcome>>>;

#[derive(Default)]
pub struct Measurements(Mutex<UnderWay>);

/// Result of [`Measurements::begin`].
pub enum Begun<'a> {
    /// The caller measures, for as long as it holds this.
    Caller(Measuring<'a>),
    /// Another caller does, and its outcome can be awaited.
    Other(Other),
}

/// The exclusive right to measure a question. Dropped without [`Self::end`], it leaves no outcome.
pub struct Measuring<'a> {
    all: &'a Measurements,
    question: Question,
    tell: Sender<Option<Outcome>>,
}

/// Another caller's measurement.
pub struct Other(Receiver<Option<Outcome>>);

impl Measurements {
    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a measurement, unless it is under way. The [`Measuring`] is created after the lock is released: its `Drop`
    /// takes the lock.
    pub fn begin(&self, test: TestId, question: &str) -> Begun<'_> {
        let question = (test, question.to_owned());
        let (tell, told) = watch::channel(None);
        {
            let mut under_way = self.under_way();
            if let Some(other) = under_way.get(&question) {
                return Begun::Other(Other(other.clone()));
            }
            under_way.insert(question.clone(), told);
        }
        Begun::Caller(Measuring { all: self, question, tell })
    }
}

impl Measuring<'_> {
    /// Tells the others what became of it.
    pub fn end(self, outcome: &Outcome) {
        self.tell.send_replace(Some(outcome.clone()));
    }
}

impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        self.all.under_way().remove(&self.question);
    }
}

impl Other {
    /// `None` if it has ended without an outcome.
    pub async fn outcome(mut self) -> Option<Outcome> {
        self.0.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test]
    async fn others_get_the_outcome_of_the_first() {
        let (all, test) = (Measurements::default(), TestId(Uuid::from_u128(1)));
        let Begun::Caller(first) = all.begin(test, "q1") else { panic!("none is under way") };
        let Begun::Other(second) = all.begin(test, "q1") else { panic!("the first measures") };
        assert!(matches!(all.begin(test, "q2"), Begun::Caller(_)), "another question");
        let outcome = Outcome::nothing("None.");
        first.end(&outcome);
        assert_eq!(second.outcome().await, Some(outcome));

        let Begun::Caller(first) = all.begin(test, "q1") else { panic!("it has ended") };
        let Begun::Other(second) = all.begin(test, "q1") else { panic!("it measures again") };
        drop(first);
        assert_eq!(second.outcome().await, None);
        assert!(matches!(all.begin(test, "q1"), Begun::Caller(_)));
    }
}
