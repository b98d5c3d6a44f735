//! A test with sections that two people score: points by section, an answer to be settled, a similar pair, and a shared link.

use super::people::DemoCandidate;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, TestId,
        assignment::{AssignmentItem, ScoreSlot},
        decision::{Percent, SectionMark},
        marking::Marking,
        review::ReviewVerdict,
        share::{SharedLinkDraft, Shows},
        similarity::SimilarityFinding,
        time::{DAY, HOUR},
    },
    service::{
        actor::{Actor, Reviewer},
        result::{
            deciding::{
                pass_mark,
                ranking::{self, RankingFilter, RankingRequest, RankingSort},
                rows::RankedSubmission,
            },
            sharing::shares,
            similarity::{job, report},
        },
        scoring::{
            reviewing::{assigning, marks},
            scores::ReviewInput,
        },
    },
    store::{Read, records},
};
use serde::Deserialize;

/// The first one takes the test this many days ago, the others one day after the other.
const BEGIN: i32 = 11;
/// Percent, of the whole and of the first section.
const PASS_MARK: f64 = 60.0;
const SECTION_MARK: (&str, f64) = ("Data", 50.0);
/// Results of the shared link.
const SHARED: usize = 2;

#[derive(Deserialize)]
struct Seat {
    name: String,
    ability: u32,
    essay: String,
    /// The scores of the first and the second marker; fewer where they have not scored yet.
    #[serde(default)]
    scores: Vec<Score>,
}

#[derive(Deserialize)]
struct Score {
    points: f64,
    comments: String,
}

fn seats() -> Result<Vec<Seat>> {
    serde_saphyr::from_str(include_str!("panel.yaml")).map_err(Error::internal)
}

/// The candidates of the test at this place.
///
/// # Errors
/// Faults of the file.
pub fn candidates(now: Instant, test: usize) -> Result<Vec<DemoCandidate>> {
    let candidate = |(seat, day): (Seat, i32)| {
        let at = now.plus((day - BEGIN) * DAY);
        DemoCandidate::who_has_written(&seat.name, test, seat.ability, (at.plus(-DAY - HOUR), at), seat.essay)
    };
    Ok(seats()?.into_iter().zip(0..).map(candidate).collect())
}

/// # Errors
/// Storage; others are faults of the file.
pub async fn play(app: &App, [first, colleague]: [&Actor; 2], markers: [&Reviewer; 2], test: TestId) -> Result<()> {
    assign(app, first, markers, test).await?;
    let rows = ranked(app, first, test).await?;
    for seat in seats()? {
        let Some(row) = rows.iter().find(|row| row.submission.applicant_name == seat.name) else { continue };
        for ((score, marker), slot) in seat.scores.iter().zip(markers).zip([ScoreSlot::First, ScoreSlot::Second]) {
            give(app, marker, row.submission.id, slot, score).await?;
        }
    }
    let section = SectionMark { section: SECTION_MARK.0.into(), percent: Percent::new(SECTION_MARK.1)? };
    let mark = pass_mark::PassMarkDraft { percent: Some(Percent::new(PASS_MARK)?), sections: Some(vec![section]) };
    pass_mark::set(app, &first.require()?, test, mark, None).await?;

    report::ask(app, &first.require()?, test)?;
    job::pass(app).await;
    let one = report::PairSelection { all: false, skip: 0, limit: 1 };
    if let Some(similar) = report::of_test(app, &first.require()?, test, one)?.pairs.into_iter().next() {
        report::find(app, &colleague.require()?, test, similar.pair.key, Some(SimilarityFinding::Discussed), None)
            .await?;
    }
    let best = ranked(app, first, test).await?.into_iter().take(SHARED).map(|row| row.submission.id).collect();
    let shows = Shows { answers: true, scores: true, history: false };
    shares::create(app, &first.require()?, SharedLinkDraft { submissions: best, shows, validity: None }).await.map(drop)
}

/// The essay goes to both, one after the other.
async fn assign(app: &App, actor: &Actor, [first, second]: [&Reviewer; 2], test: TestId) -> Result<()> {
    let item =
        |reviewer: &Reviewer, slot| AssignmentItem { reviewer_id: reviewer.id(), question_id: None, share: 1, slot };
    let items = vec![item(first, ScoreSlot::First), item(second, ScoreSlot::Second)];
    assigning::set(app, &actor.require()?, test, items, None).await.map(drop)
}

/// All submissions, the best ones first.
async fn ranked(app: &App, actor: &Actor, test: TestId) -> Result<Vec<RankedSubmission>> {
    let asked = RankingRequest {
        sort: RankingSort::Score,
        descending: true,
        page: 1,
        limit: 200,
        filter: RankingFilter::default(),
    };
    Ok(ranking::list(app, &actor.require()?, test, asked).await?.rows)
}

async fn give(app: &App, marker: &Reviewer, id: AttemptId, slot: ScoreSlot, score: &Score) -> Result<()> {
    let markings: Vec<Marking> = app.store.read()?.linked(records::MARKINGS_BY_ANSWER.under(id))?;
    for marking in markings.into_iter().filter(|marking| marking.slot == slot) {
        let review = ReviewInput {
            verdict: Some(ReviewVerdict::Partial(score.points)),
            rubric_items: None,
            comments: Some(score.comments.clone()).filter(|text| !text.is_empty()),
            version: Some(marking.version),
        };
        marks::score(app, marker, marking.id, review).await?;
    }
    Ok(())
}
