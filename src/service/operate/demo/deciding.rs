//! The company has begun to decide: pass marks, the first decisions, what was noted, and who was told.

use super::stage::DemoStage;
use crate::{
    domain::{
        Result, TestId,
        decision::{DecisionValue, Percent},
        time::{DAY, HOUR},
    },
    service::{
        actor::Actor,
        mail::deliver,
        result::deciding::{
            decisions,
            letters::{self, Template},
            notes, pass_mark,
            ranking::{self, RankingFilter, RankingRequest, RankingSort},
        },
    },
};

/// Percent.
const PASS_MARKS: [f64; 2] = [60.0, 50.0];
/// Reasons for shortlisting the best, by rank; the last is rejected.
const SHORTLISTED: [&str; 3] =
    ["Clear answers, and fast.", "Strong on data; ask about testing.", "The best essay of all."];
const WITHDRAWN: &str = "Has asked for two weeks to think.";
const HELD: &str = "Wait for the second round.";
const REJECTED: &str = "Far below the mark.";
const SUBJECT: &str = "Your application at {company}";
const BODY: &str = "Dear {applicant_name},\n\nthank you for taking the test '{test_title}'. We would like to talk with you: \
                    please choose a time in the calendar that we have sent.\n\nKind regards\n{company}";
const NOTE: &str = "Would like to start in two months. Ask about the caching answer in the interview.";

/// Sets the pass marks of the first tests, decides on candidates of the first one, and writes to the shortlisted ones. One
/// of them is held since.
///
/// # Errors
/// Storage only.
pub async fn play(stage: &DemoStage, [first, colleague]: [&Actor; 2], tests: &[TestId]) -> Result<()> {
    let (app, now) = (&stage.app, stage.app.now());
    stage.set_clock(now.plus(-DAY));
    for (test, percent) in tests.iter().zip(PASS_MARKS) {
        let mark = pass_mark::PassMarkDraft { percent: Some(Percent::new(percent)?), sections: None };
        pass_mark::set(app, &first.require()?, *test, mark, None).await?;
    }
    let Some(test) = tests.first() else { return Ok(()) };
    let filter = RankingFilter { provisional: Some(false), ..RankingFilter::default() };
    let best = RankingRequest { sort: RankingSort::Score, descending: true, page: 1, limit: 200, filter };
    let ranked = ranking::list(app, &first.require()?, *test, best).await?.rows;
    for (place, row) in ranked.iter().enumerate() {
        let id = row.submission.id;
        let (admin, value, reason) = match SHORTLISTED.get(place) {
            Some(reason) => (first, DecisionValue::Shortlist, *reason),
            None if place <= SHORTLISTED.len() + 1 => (colleague, DecisionValue::Hold, HELD),
            None if place + 2 >= ranked.len() => (colleague, DecisionValue::Reject, REJECTED),
            None => continue,
        };
        decisions::decide(app, &admin.require()?, id, Some(value), Some(reason), None).await?;
    }
    stage.set_clock(now.plus(-(20 * HOUR)));
    let shortlisted: Vec<_> = ranked.iter().take(SHORTLISTED.len()).map(|row| row.submission.id).collect();
    letters::send(
        app,
        &first.require()?,
        shortlisted.clone(),
        DecisionValue::Shortlist,
        Template::new(SUBJECT, BODY)?,
        false,
    )
    .await?;
    while deliver::run_once(app).await? > 0 {}
    stage.set_clock(now.plus(-(3 * HOUR)));
    if let Some(last) = shortlisted.last() {
        decisions::decide(app, &colleague.require()?, *last, Some(DecisionValue::Hold), Some(WITHDRAWN), None).await?;
    }
    if let Some(best) = ranked.first() {
        notes::add(app, &colleague.require()?, best.submission.id, NOTE).await?;
    }
    Ok(())
}
