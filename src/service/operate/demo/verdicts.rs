//! Verdicts on the programs of the demo's candidates, known beforehand: a demo is complete where no code can be run.

use super::answers::Quality;
use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        judging::{Judging, JudgingState},
        paper::Paper,
        question::{Coding, Question, code::CodeTest},
    },
    runner::job::{Outcome, ProgramOutput, TestOutcome, Verdict},
    service::scoring::judging::outcome,
    store::Read,
};

/// Output of the programs of `answers.yaml` on each test of their question: a strong, a fair and a weak one.
const PRINTED: [(&str, [[&str; 6]; 3]); 1] = [(
    "be-code",
    [
        ["v\n", "-\n", "h\n", "a\n", "-\n", "w\n"],
        ["v\n", "", "h\n", "a\n", "", "w\n"],
        ["l\n", "n\n", "t\n", "a\n", "a\n", "s\n"],
    ],
)];

/// Stores the verdicts on an attempt's code. `quality` is that of the answer at a place of the paper.
///
/// # Errors
/// Storage only.
pub async fn judge(app: &App, attempt: AttemptId, paper: &Paper, quality: impl Fn(usize) -> Quality) -> Result<()> {
    let judgings: Vec<Judging> = app.store.read()?.children(attempt)?;
    for judging in judgings.iter().filter(|judging| judging.state == JudgingState::Waiting) {
        let Some((place, question)) = paper.question(&judging.question_id) else { continue };
        if let Some(outcome) = known(question, quality(place)) {
            outcome::store_known(app, judging, outcome).await?;
        }
    }
    Ok(())
}

fn known(question: &Question, quality: Quality) -> Option<Outcome> {
    let (_, printed) = PRINTED.iter().find(|(id, _)| *id == question.id)?;
    Some(outcome_of(question.coding()?, &printed[quality as usize]))
}

fn outcome_of(coding: &Coding, printed: &[&str]) -> Outcome {
    let judged = |(place, (test, stdout)): (usize, (&CodeTest, &&str))| {
        let verdict = if test.output == **stdout { Verdict::Ac } else { Verdict::Wa };
        let output = ProgramOutput { stdout: (*stdout).to_owned(), ..ProgramOutput::default() };
        let cpu_ms = 17 + place as u64 % 3;
        TestOutcome {
            verdict,
            note: String::new(),
            cpu_ms,
            wall_ms: cpu_ms + 4,
            memory_kb: 9_300,
            output: Some(output),
        }
    };
    let tests: Vec<_> = coding.tests.iter().zip(printed).enumerate().map(judged).collect();
    let verdict = tests.iter().map(|test| test.verdict).find(|verdict| *verdict != Verdict::Ac).unwrap_or(Verdict::Ac);
    Outcome { tests, toolchain: "Python 3.11.2".into(), ..Outcome::untested(verdict, "") }
}
