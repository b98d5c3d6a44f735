//! AI question generation: creates a test, puts drafts into the bank, or returns a draft for a person to check
//! (`docs/behaviour/results.md#ai`).

use super::ai_settings;
use crate::{
    ai::questions::{DraftLevel, Generated, QuestionRequest},
    app::App,
    domain::{
        Result,
        bank::{AuthoringState, BankDraft, Labels},
        error::FieldChecker,
        history::HistoryMode,
        rich_text::RichTextFormat,
        test::{DEFAULT_DURATION, Question, QuestionDraft, QuestionKind, Test, TestDraft},
    },
    service::{
        actor::{Author, require_whole_site},
        test::{authoring, bank::write},
    },
};
use std::collections::BTreeMap;

const MAX_TOPIC: usize = 2_000;
const COUNT: std::ops::RangeInclusive<i64> = 1..=30;

#[derive(Clone, Debug)]
pub struct GenerationRequest {
    pub topic: String,
    pub count: i64,
    pub level: DraftLevel,
    /// Types of questions, at least one.
    pub kinds: Vec<QuestionKind>,
    /// The API key that the browser sent.
    pub key: Option<String>,
    pub target: GenerationTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationTarget {
    NewTest,
    /// Drafts of the bank: a person makes them ready.
    Bank,
    /// Nothing is stored.
    Reply,
}

pub enum GenerationOutcome {
    /// The service failed, or none of its questions passed validation.
    Failed {
        message: String,
        dropped: Vec<String>,
    },
    Drafted {
        message: String,
        title: String,
        questions: Vec<Question>,
        dropped: Vec<String>,
    },
    Created {
        message: String,
        test: Test,
        dropped: Vec<String>,
    },
    /// Questions that were stored, with their ids of the bank.
    Banked {
        message: String,
        questions: Vec<Question>,
        dropped: Vec<String>,
    },
}

/// # Errors
/// 403 `whole_site_only` for a test or questions of the bank by a role for some tests; 422 by field, and
/// `ai_not_configured`; 429. A failing service is an [`GenerationOutcome`].
pub async fn generate(app: &App, by: &Author, request: GenerationRequest) -> Result<GenerationOutcome> {
    if request.target != GenerationTarget::Reply {
        require_whole_site(by)?;
    }
    let topic = request.topic.trim().to_owned();
    let mut check = FieldChecker::default();
    check.require(!topic.is_empty(), "topic", "Please enter a topic");
    check.require(topic.chars().count() <= MAX_TOPIC, "topic", "The topic is too long (2,000 characters at most).");
    check.require(COUNT.contains(&request.count), "questionCount", "Question count must be between 1 and 30");
    check.require(!request.kinds.is_empty(), "types", "Please choose at least one type of question");
    check.finish(&["topic", "questionCount", "types"])?;
    let service = ai_settings::service(app, request.key.as_deref())?;

    let count = usize::try_from(request.count).unwrap_or_default();
    let order = QuestionRequest {
        topic,
        count,
        level: request.level,
        kinds: request.kinds,
        with_tests: request.target == GenerationTarget::Bank,
    };
    let now = app.now();
    let asker = (by.id(), by.without_session().still_held());
    let answer = ai_settings::ask(app, asker, &service, &order.prompt()).await?;
    // Question ids are timestamps (ms); the number makes them unique within one reply.
    let generated = match answer.and_then(|text| order.read(&text, |number| format!("{}-{number}", now.as_millis()))) {
        Ok(generated) => generated,
        Err(error) => return Ok(GenerationOutcome::Failed { message: error.words, dropped: Vec::new() }),
    };
    if generated.questions.is_empty() {
        let message = "No question in the AI's answer could be used. Please try again.".into();
        return Ok(GenerationOutcome::Failed { message, dropped: generated.dropped });
    }
    let title = generated.title.clone().unwrap_or_else(|| order.topic.chars().take(200).collect());
    let message = match generated.questions.len() {
        made if made == count => format!("{made} questions were generated."),
        made => format!("{made} of {count} questions were generated."),
    };
    let dropped = generated.dropped.clone();
    match request.target {
        GenerationTarget::NewTest => {
            let test = authoring::create(app, by, draft(title, generated), None).await?;
            Ok(GenerationOutcome::Created { message, test, dropped })
        }
        GenerationTarget::Bank => {
            let stored = write::create_all(app, by, generated.questions.iter().map(bank_draft).collect()).await?;
            let questions = stored.into_iter().map(|whole| whole.current.question).collect();
            Ok(GenerationOutcome::Banked { message, questions, dropped })
        }
        GenerationTarget::Reply => {
            let note = format!("{} questions", generated.questions.len());
            app.write(by, move |w| w.audit("ai.generate", "", &note)).await?;
            Ok(GenerationOutcome::Drafted { message, title, questions: generated.questions, dropped })
        }
    }
}

fn bank_draft(question: &Question) -> BankDraft {
    BankDraft { labels: Labels { state: Some(AuthoringState::Draft), ..Labels::default() }, question: question.into() }
}

fn draft(title: String, generated: Generated) -> TestDraft {
    TestDraft {
        title,
        description: generated.description,
        require_fullscreen: false,
        history: HistoryMode::Saves,
        language: None,
        translations: BTreeMap::new(),
        description_format: RichTextFormat::default(),
        duration_minutes: generated.duration_minutes.unwrap_or(DEFAULT_DURATION),
        questions: generated.questions.iter().map(QuestionDraft::from).collect(),
    }
}
