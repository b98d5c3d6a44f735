//! `invigil results rescore`.

use super::scope::require_known;
use crate::{
    app::App,
    cli::{
        failure::Failure,
        json::Array,
        request::{CliRequest, CommandOutput},
        test::test_id,
        text,
    },
    domain::{TestId, list::Scope},
    service::{
        actor::Scorer,
        result::results::SubmissionFilter,
        scoring::rescoring::{self, ScoreDifference},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(clap::Args)]
#[command(after_help = "\
Scores again every answer that is scored by its key, applies the repairs of the test, and adds up the points. Scores of people, of
an AI, and of the tests of code stay as they are. Without a changed rule, nothing differs. Lists the results whose score or
state changes, and writes 'results.rescore' to the audit log.

Examples:
  invigil results rescore --dry-run
  invigil results rescore --test 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10")]
pub struct Args {
    /// Score only results of the test with this id
    #[arg(long, value_name = "ID")]
    test: Option<String>,
    /// List what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
pub struct RescoreOp {
    test: Option<TestId>,
    dry_run: bool,
    json: bool,
}

impl Args {
    pub fn resolve(self) -> Result<CliRequest<RescoreOp>, Failure> {
        let test = self.test.as_deref().map(test_id).transpose()?;
        Ok(CliRequest::new(RescoreOp { test, dry_run: self.dry_run, json: self.json }))
    }
}

pub async fn execute(app: &App, by: &Scorer, op: RescoreOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let scope = op.test.map_or(Scope::All, Scope::Test);
    require_known(app, &by.into(), op.test, SubmissionFilter { scope, submitted: None })?;
    let found = rescoring::rescore(app, by, scope, op.dry_run).await?;
    if op.json { as_json(&found, out) } else { as_text(&found, op.dry_run, out) }
}

fn as_json(found: &[ScoreDifference], out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let mut array = Array::begin(out)?;
    for ScoreDifference { before, after } in found {
        array.push(&json!({
            "submission_id": before.id.to_string(),
            "test_id": before.test_id.to_string(),
            "before": before.final_score(),
            "after": after.final_score(),
        }))?;
    }
    array.end()
}

fn as_text(found: &[ScoreDifference], dry_run: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let rows: Vec<[String; 4]> = found.iter().map(row).collect();
    if !rows.is_empty() {
        text::table(out, ["RESULT", "TEST", "BEFORE", "AFTER"], &rows)?;
    }
    let done = if dry_run { "would change" } else { "changed" };
    Ok(writeln!(out, "{} {done}.", text::count(rows.len(), "result"))?)
}

fn row(ScoreDifference { before, after }: &ScoreDifference) -> [String; 4] {
    let percent = |score: f64| format!("{score} %");
    let (old, new) = (percent(before.final_score()), percent(after.final_score()));
    [before.id.to_string(), before.test_title.clone(), old, new]
}
