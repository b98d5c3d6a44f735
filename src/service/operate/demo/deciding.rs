//! The company has begun to decide: pass marks, the first decisions, and what was noted.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        decision::{DecisionValue, Percent},
    },
    service::{
        actor::Admin,
        result::deciding::{
            decisions, notes, pass_mark,
            ranking::{self, Asked, Filter, Sort},
        },
    },
};

/// Percent.
const PASS_MARKS: [f64; 2] = [60.0, 50.0];
/// By place: the best are shortlisted, the last is rejected.
const SHORTLISTED: [&str; 2] = ["Clear answers, and fast.", "Strong on data; ask about testing."];
const HELD: &str = "Wait for the second round.";
const REJECTED: &str = "Far below the mark.";
const NOTE: &str = "Would like to start in two months. Ask about the caching answer in the interview.";

/// Sets the pass marks of the first tests, and decides on candidates of the first one.
///
/// # Errors
/// Storage only.
pub async fn play(app: &App, [first, colleague]: [&Admin; 2], tests: &[TestId]) -> Result<()> {
    for (test, percent) in tests.iter().zip(PASS_MARKS) {
        let mark = pass_mark::Draft { percent: Some(Percent::new(percent)?), sections: None };
        pass_mark::set(app, first, *test, mark, None).await?;
    }
    let Some(test) = tests.first() else { return Ok(()) };
    let filter = Filter { provisional: Some(false), ..Filter::default() };
    let best = Asked { sort: Sort::Score, descending: true, page: 1, limit: 200, filter };
    let ranked = ranking::list(app, first, *test, best).await?.rows;
    for (place, row) in ranked.iter().enumerate() {
        let id = row.submission.id;
        let (admin, value, reason) = match SHORTLISTED.get(place) {
            Some(reason) => (first, DecisionValue::Shortlist, *reason),
            None if place == SHORTLISTED.len() => (colleague, DecisionValue::Hold, HELD),
            None if place + 1 == ranked.len() => (colleague, DecisionValue::Reject, REJECTED),
            None => continue,
        };
        decisions::decide(app, admin, id, Some(value), Some(reason), None).await?;
    }
    if let Some(best) = ranked.first() {
        notes::add(app, colleague, best.submission.id, NOTE).await?;
    }
    Ok(())
}
