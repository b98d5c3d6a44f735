//! How far the model agrees with people, question by question (`docs/behaviour/results.md#ai`).

use super::{
    ai_settings,
    exchange::{asked_of, judged, once, within_limits},
};
use crate::{
    ai::{Service, review::ModelReview},
    app::App,
    domain::{
        Error, Result, TestId,
        attempt::Answer,
        invisible::is_blank,
        list::Review,
        model_verdict::{MIN_ANSWERS, Model, ModelAgreement, ModelScoringOutcome, ModelVerdict, ReviewPolicy},
        submission::{Grade, Submission},
    },
    service::{
        actor::Scorer,
        query::history::are_answers_gone,
        scoring::{review_queue, scores::ForAi},
    },
    state::ai_requests::ScoringSubject,
    store::{
        Read,
        records::{self, Single},
    },
};

/// The model's agreement on one question.
pub struct QuestionModelAgreement {
    pub question_id: String,
    pub agreement: ModelAgreement,
    /// Whether the AI may score automatically, and not only suggest.
    pub may_score: bool,
}

/// The model's agreement on all written questions of a test.
pub struct TestModelAgreement {
    pub model: Model,
    pub questions: Vec<QuestionModelAgreement>,
}

/// # Errors
/// Storage only.
pub fn of_question(read: &impl Read, test: TestId, question: &str, model: &Model) -> Result<ModelAgreement> {
    let verdicts: Vec<ModelVerdict> = read.linked(records::MODEL_VERDICTS_BY_QUESTION.under((test, question)))?;
    let (mut pairs, mut blind) = (Vec::new(), 0);
    for verdict in verdicts.iter().filter(|verdict| verdict.model == *model) {
        let grade: Option<Grade> = read.get((verdict.submission_id, verdict.place))?;
        if let Some(pair) = grade.and_then(|grade| verdict.beside(&grade)) {
            pairs.push(pair);
            blind += usize::from(verdict.is_blind);
        }
    }
    Ok(ModelAgreement::of(&pairs, blind))
}

/// Whether a model may score the answers to a question, and not only suggest.
///
/// # Errors
/// Storage only.
pub fn may_score(read: &impl Read, test: TestId, question: &str, model: &Model) -> Result<bool> {
    let policy: ReviewPolicy = read.get(Single)?.unwrap_or_default();
    Ok(policy == ReviewPolicy::default() || of_question(read, test, question, model)?.suffices(policy))
}

/// The agreement on each written question of a test.
///
/// # Errors
/// 404.
pub async fn of_test(app: &App, by: &Scorer, test: TestId) -> Result<TestModelAgreement> {
    let by = by.clone();
    app.blocking(move |app| {
        let asked = review_queue::questions(app, &by, test)?;
        let read = app.store.read()?;
        let model = ai_settings::model(&read)?;
        let policy = read.get(Single)?.unwrap_or_default();
        let questions = asked.into_iter().map(|asked| {
            let agreement = of_question(&read, test, &asked.question.id, &model)?;
            Ok(QuestionModelAgreement {
                may_score: agreement.suffices(policy),
                agreement,
                question_id: asked.question.id,
            })
        });
        Ok(TestModelAgreement { questions: questions.collect::<Result<_>>()?, model })
    })
    .await
}

/// An answer that a person scored, and the model did not.
struct Sampled {
    submission: Submission,
    answer: ForAi,
    place: u32,
}

/// Has the model score answers that people scored, without their scores: it changes no result. Those who ask while it is
/// under way get the same outcome.
///
/// # Errors
/// 404; 422 `ai_not_configured`; 429. A failing service is an [`ModelScoringOutcome`].
pub async fn measure(
    app: &App,
    by: &Scorer,
    test: TestId,
    question: &str,
    key: Option<&str>,
) -> Result<ModelScoringOutcome> {
    let service = ai_settings::service(app, key)?;
    let about = ScoringSubject::Agreement(test, question.to_owned());
    once(app, by, about, ask(app, by, test, question, &service)).await
}

async fn ask(app: &App, by: &Scorer, test: TestId, question: &str, service: &Service) -> Result<ModelScoringOutcome> {
    let question = question.to_owned();
    let (model, sampled) = app.blocking(move |app| sample(app, test, &question)).await?;
    let chosen = within_limits(sampled, |one| &one.answer.answer);
    if chosen.is_empty() {
        return Ok(ModelScoringOutcome::nothing("There is no answer that a person has scored and this model has not."));
    }
    let asked: Vec<_> = chosen.iter().map(|one| asked_of(&one.answer, &one.submission)).collect();
    let of = chosen.iter().map(|one| one.submission.id).collect();
    let judged = match judged(app, by, service, &asked, of).await? {
        Ok(judged) => judged,
        Err(failed) => return Ok(failed),
    };
    let scored = keep(app, by, model, test, (chosen, judged)).await?;
    Ok(ModelScoringOutcome {
        success: true,
        message: format!("The AI has scored {scored} answers for comparison."),
        scored,
    })
}

/// The newest answers to compare.
fn sample(app: &App, test: TestId, question: &str) -> Result<(Model, Vec<Sampled>)> {
    let read = app.store.read()?;
    let model = ai_settings::model(&read)?;
    let graded: Vec<Grade> = read.linked(records::GRADES_BY_QUESTION.under((test, question, Review::All)))?;
    if graded.is_empty() {
        return Err(Error::not_found("question"));
    }
    let mut sampled = Vec::new();
    for grade in graded.into_iter().rev().filter(Grade::is_scored_by_person) {
        if let Some(one) = sampled_of(app, &read, &grade, &model)? {
            sampled.push(one);
        }
        if sampled.len() == MIN_ANSWERS {
            break;
        }
    }
    Ok((model, sampled))
}

fn sampled_of(app: &App, read: &impl Read, grade: &Grade, model: &Model) -> Result<Option<Sampled>> {
    let id = (grade.submission_id, grade.question_id.as_str());
    let known: Option<ModelVerdict> = read.get(id)?;
    if known.is_some_and(|verdict| verdict.model == *model) {
        return Ok(None);
    }
    let Some(submission) = read.get::<Submission>(grade.submission_id)? else { return Ok(None) };
    let text = read.get::<Answer>(id)?.map(|answer| answer.text).unwrap_or_default();
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let Some(question) = paper.questions.get(grade.place as usize).cloned() else { return Ok(None) };
    let passage = paper.passage(grade.place as usize).cloned();
    let answer = ForAi { question, passage, answer: text, version: grade.version };
    Ok((!is_blank(&answer.answer)).then_some(Sampled { submission, answer, place: grade.place }))
}

async fn keep(
    app: &App,
    by: &Scorer,
    model: Model,
    test: TestId,
    (sampled, judged): (Vec<Sampled>, Vec<ModelReview>),
) -> Result<usize> {
    app.write(by, move |w| {
        let mut kept = 0;
        for one in judged {
            let Sampled { submission, answer, place } = &sampled[one.index];
            let grade: Option<Grade> = w.get((submission.id, *place))?;
            // Scored again, or replaced by a late answer, meanwhile.
            let Some(grade) = grade.filter(|grade| grade.version == answer.version) else { continue };
            // Deleted meanwhile, as its time was over: what is said of it quotes it.
            if are_answers_gone(&**w, submission.id)? {
                continue;
            }
            let points = answer.question.points;
            let grounds = (one.reason, one.quote);
            let verdict = ModelVerdict::new(&grade, points, model.clone(), one.verdict, grounds, w.now);
            w.put(&verdict)?;
            kept += 1;
        }
        w.audit("test.ai_agreement", test, &format!("{kept} answers"))?;
        Ok(kept)
    })
    .await
}
