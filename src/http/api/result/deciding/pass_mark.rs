//! The pass mark of a test.

use crate::{
    app::App,
    domain::{Result, decision},
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, Loaded, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::Decider,
        result::deciding::{
            pass_mark::{self, Crossing, PassMarkDraft, PassMarkOutcome},
            ranking::RankedTest,
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The pass mark of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = PassMark)]
pub struct PassMarkBody {
    /// `null` without one.
    #[schema(required)]
    percent: Option<f64>,
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Name of the administrator who set it; `null` before the first change.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
    /// Pass marks of sections. A candidate passes by reaching `percent` and all of these; a section that is not on the
    /// candidate's paper does not count.
    sections: Vec<SectionPassMark>,
}

/// The pass mark of a section.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct SectionPassMark {
    /// A `label` of the ranking's `sections`.
    section: String,
    /// Percentage of the section's points, 0 to 100, with up to three decimals.
    percent: f64,
}

fn sections(marks: Option<Vec<SectionPassMark>>) -> Result<Option<Vec<decision::SectionMark>>> {
    let mark = |(n, mark): (usize, SectionPassMark)| {
        let percent = decision::Percent::named(mark.percent, &format!("sections[{n}].percent"))?;
        Ok(decision::SectionMark { section: mark.section, percent })
    };
    marks.map(|marks| marks.into_iter().enumerate().map(mark).collect()).transpose()
}

impl From<decision::SectionMark> for SectionPassMark {
    fn from(mark: decision::SectionMark) -> Self {
        Self { section: mark.section, percent: mark.percent.as_f64() }
    }
}

impl From<pass_mark::TestPassMark> for PassMarkBody {
    fn from(mark: pass_mark::TestPassMark) -> Self {
        let (record, by) = (mark.record, mark.by);
        Self {
            percent: record.as_ref().and_then(|mark| mark.percent).map(decision::Percent::as_f64),
            version: record.as_ref().map_or(0, |mark| mark.version),
            by,
            at: record.as_ref().map(|mark| mark.at.into()),
            sections: record.into_iter().flat_map(|mark| mark.sections).map(Into::into).collect(),
        }
    }
}

/// A pass mark to be stored.
#[derive(Deserialize, ToSchema)]
pub struct PassMarkInput {
    /// 0 to 100, with up to three decimals; `null` withdraws it.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    percent: Option<f64>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// Replaces the marks of all sections; they stay as they are without it.
    #[serde(default)]
    sections: Option<Vec<SectionPassMark>>,
}

/// The stored pass mark, and how many final submissions reach it.
#[derive(Serialize, ToSchema)]
pub struct PassMarkReply {
    #[serde(flatten)]
    mark: PassMarkBody,
    passed: u64,
    failed: u64,
}

/// Set or withdraw the pass mark of a test.
#[utoipa::path(put, path = "/tests/{id}/pass-mark", tag = "deciding", params(("id" = String, Path)),
    request_body = PassMarkInput, responses((status = 200, body = PassMarkReply), Conflict))]
pub async fn set_pass_mark(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<PassMarkReply>> {
    let PassMarkInput { percent, version, sections: marks } = body.json(FORM_LIMIT).await?;
    let percent = percent.map(decision::Percent::new).transpose()?;
    let draft = PassMarkDraft { percent, sections: sections(marks)? };
    let PassMarkOutcome { mark, passed, failed } = pass_mark::set(&app, &by, id, draft, version).await?;
    Ok(Json(PassMarkReply { mark: mark.into(), passed, failed }))
}

/// A pass mark to be tried.
#[derive(Deserialize, ToSchema)]
pub struct PreviewInput {
    /// 0 to 100, with up to three decimals; `null` for none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    percent: Option<f64>,
    /// New pass marks of sections, which replace all stored ones; without the field, the stored ones stay.
    #[serde(default)]
    sections: Option<Vec<SectionPassMark>>,
}

/// A submission whose result would change.
#[derive(Serialize, ToSchema)]
pub struct CrossingRow {
    submission_id: String,
    applicant_name: String,
    score: f64,
}

impl From<Crossing> for CrossingRow {
    fn from(row: Crossing) -> Self {
        Self { submission_id: row.id.to_string(), applicant_name: row.name, score: row.score }
    }
}

/// Effect of a pass mark.
#[derive(Serialize, ToSchema)]
#[schema(as = PassMarkPreview)]
pub struct PassMarkPreviewBody {
    /// Final submissions that would reach it.
    passed: u64,
    failed: u64,
    /// Submissions without a final score, which neither pass nor fail.
    provisional: u64,
    /// Candidates who do not pass now but would, the best first; 50 at most.
    now_pass: Vec<CrossingRow>,
    now_pass_count: u64,
    /// Candidates who pass now but would not, the best first; 50 at most.
    now_fail: Vec<CrossingRow>,
    now_fail_count: u64,
    /// How many of both were told a decision.
    told_count: u64,
}

/// Preview a pass mark: who would cross it.
#[utoipa::path(post, path = "/tests/{id}/pass-mark/preview", tag = "deciding", params(("id" = String, Path)),
    request_body = PreviewInput, responses((status = 200, body = PassMarkPreviewBody)))]
pub async fn preview_pass_mark(
    State(app): State<App>,
    Loaded(by, RankedTest(id)): Loaded<Decider, RankedTest>,
    body: UnreadBody,
) -> ApiResult<Json<PassMarkPreviewBody>> {
    let PreviewInput { percent, sections: marks } = body.json(FORM_LIMIT).await?;
    let percent = percent.map(decision::Percent::new).transpose()?;
    let draft = PassMarkDraft { percent, sections: sections(marks)? };
    let found = pass_mark::preview(&app, &by, id, draft).await?;
    Ok(Json(PassMarkPreviewBody {
        passed: found.passed,
        failed: found.failed,
        provisional: found.provisional,
        now_pass: found.now_pass.into_iter().map(Into::into).collect(),
        now_pass_count: found.now_pass_count,
        now_fail: found.now_fail.into_iter().map(Into::into).collect(),
        now_fail_count: found.now_fail_count,
        told_count: found.told_count,
    }))
}
