//! An AI model has scored an essay that people had scored before, for comparison: its agreement stands beside its button.

use super::people::scatter;
use crate::{
    app::App,
    domain::{
        Result, TestId,
        attempt::Answer,
        model_verdict::{Model, ModelVerdict},
        question::Question,
        review::ReviewVerdict,
        submission::Grade,
        test::{QuestionKind, Test},
    },
    service::{ai::ai_settings, work::By},
    store::{Read, records},
};

const REASON: &str = "The cause is named; what is missing is an example.";

/// # Errors
/// Storage only.
pub async fn play(app: &App, test: TestId) -> Result<()> {
    let verdicts = verdicts(app, test)?;
    app.write(By::Operator, move |w| {
        for verdict in &verdicts {
            w.put(verdict)?;
        }
        w.audit("test.ai_agreement", test, &format!("{} answers", verdicts.len()))
    })
    .await
}

/// The model's verdicts on the essay of a test.
fn verdicts(app: &App, test: TestId) -> Result<Vec<ModelVerdict>> {
    let read = app.store.read()?;
    let model = ai_settings::model(&read)?;
    let mut verdicts: Vec<ModelVerdict> = Vec::new();
    let Some(test) = read.get::<Test>(test)? else { return Ok(verdicts) };
    let Some(essay) = test.questions.iter().find(|question| question.kind() == QuestionKind::Essay) else {
        return Ok(verdicts);
    };
    let graded: Vec<Grade> = read.linked(records::GRADES_BY_QUESTION.under((test.id, essay.id.as_str())))?;
    for grade in graded.iter().filter(|grade| grade.is_scored_by_person()) {
        // The index lists each grade by what became of it, and among all.
        if verdicts.iter().any(|known| known.submission_id == grade.submission_id) {
            continue;
        }
        let answer: Option<Answer> = read.get((grade.submission_id, essay.id.as_str()))?;
        let written = answer.map(|answer| answer.text).unwrap_or_default();
        verdicts.extend(verdict(grade, essay, &written, &model, verdicts.len()));
    }
    Ok(verdicts)
}

/// Close to the person's score; of every fourth answer it is another one.
fn verdict(grade: &Grade, essay: &Question, answer: &str, model: &Model, place: usize) -> Option<ModelVerdict> {
    let person = grade.manual_score?;
    let strict = if place.is_multiple_of(4) { f64::from(scatter(place, 12, 3)) - 1.0 } else { 0.0 };
    let verdict = ReviewVerdict::Partial((person + strict).clamp(0.0, essay.points.into()));
    let quote = answer.split_inclusive(['.', '!', '?']).next().unwrap_or_default().trim().to_owned();
    let reviewed_at = grade.reviewed_at?;
    Some(ModelVerdict::new(grade, essay.points, model.clone(), verdict, (REASON.to_owned(), quote), reviewed_at))
}
