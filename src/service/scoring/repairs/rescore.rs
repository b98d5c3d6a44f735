//! Scores the answers of a submission again, by the repairs of its test.

use crate::{
    app::App,
    domain::{
        Result,
        attempt::Answer,
        paper::{Paper, PaperHash},
        repair::{self, Effect, InForce, Repairs},
        submission::{Grade, Submission},
    },
    service::{events, query, scoring::scored, work::Work},
    store::Read,
};
use std::{collections::HashMap, sync::Arc};

/// Applies the repairs in force to a grade.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn repair(read: &impl Read, grade: &mut Grade, in_force: Option<&InForce>) -> Result<()> {
    let needs_answer = in_force.is_some_and(|in_force| matches!(in_force.effect, Effect::Keys(_)));
    if needs_answer && query::history::are_answers_gone(read, grade.submission_id)? {
        // Its score stays.
        return Ok(());
    }
    let answer: Option<Answer> =
        if needs_answer { read.get((grade.submission_id, grade.question_id.as_str()))? } else { None };
    grade.repair(in_force, answer.as_ref().map_or("", |answer| &answer.text));
    Ok(())
}

/// A submission whose score is another one with the repairs.
pub(in crate::service) struct Rescored {
    pub submission: Submission,
    /// The grades that changed.
    pub changed: Vec<Grade>,
}

impl Rescored {
    /// # Errors
    /// Storage only.
    pub fn store(&self, w: &mut Work<'_, '_>) -> Result<()> {
        for grade in &self.changed {
            w.put(grade)?;
        }
        scored::store(w, &self.submission)?;
        events::results_changed(w, self.submission.test_id, self.submission.id);
        Ok(())
    }
}

/// The keys in force for a paper after its repairs, by the place of each question that was ever repaired.
type KeysInForce = Vec<(usize, Option<InForce>)>;

/// Scores submissions of one test.
pub(super) struct Rescorer<'a> {
    app: &'a App,
    repairs: &'a Repairs,
    papers: HashMap<PaperHash, (Arc<Paper>, Arc<KeysInForce>)>,
}

impl<'a> Rescorer<'a> {
    pub fn new(app: &'a App, repairs: &'a Repairs) -> Self {
        Self { app, repairs, papers: HashMap::new() }
    }

    fn paper(&mut self, read: &impl Read, hash: &PaperHash) -> Result<(Arc<Paper>, Arc<KeysInForce>)> {
        if let Some(known) = self.papers.get(hash) {
            return Ok(known.clone());
        }
        let paper = self.app.caches.papers.get(read, self.repairs.test_id, hash)?;
        let in_force = |place: usize| (place, repair::in_force(&self.repairs.list, &paper.questions[place]));
        let asked = Arc::new(self.repairs.places(&paper).into_iter().map(in_force).collect());
        self.papers.insert(*hash, (paper.clone(), Arc::clone(&asked)));
        Ok((paper, asked))
    }

    /// `None` if nothing changes.
    ///
    /// # Errors
    /// Storage only.
    pub fn rescored(&mut self, read: &impl Read, mut submission: Submission) -> Result<Option<Rescored>> {
        let (paper, asked) = self.paper(read, &submission.paper)?;
        let mut grades: Vec<Grade> = read.children(submission.id)?;
        let mut changed = Vec::new();
        for (place, in_force) in asked.iter() {
            let Some(grade) = grades.iter_mut().find(|grade| grade.place as usize == *place) else { continue };
            let before = grade.clone();
            repair(read, grade, in_force.as_ref())?;
            if *grade != before {
                changed.push(grade.clone());
            }
        }
        if changed.is_empty() {
            return Ok(None);
        }
        submission.tally(&paper, &grades);
        submission.count_judgings(&read.children(submission.id)?, &grades);
        Ok(Some(Rescored { submission, changed }))
    }
}
