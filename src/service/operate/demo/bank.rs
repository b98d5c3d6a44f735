//! The demo's question bank, and tests that draw from it.

use crate::{
    app::App,
    domain::{
        Error, QuestionId, Result, TestId,
        bank::{
            AuthoringState, BankDraft, Difficulty, Labels,
            sections::{ItemDraft, PoolDraft, SectionDraft},
        },
        history::HistoryMode,
        rich_text::RichTextFormat,
        test::{QuestionDraft, QuestionKind, TestDraft},
        time::SignedDuration,
    },
    service::{
        actor::Actor,
        import,
        test::{authoring, bank::write},
    },
};

/// Of the test that draws from it.
pub(super) const LENGTH: SignedDuration = SignedDuration::from_mins(25);
const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

/// Tests that also ask questions of the bank, and these questions: enough answers for figures of them.
const SHARING: [&str; 2] = ["Backend engineer: first conversation", "Data analyst: SQL and numbers"];
const SHARED: [&str; 3] = [
    "Which join keeps rows of the left table without a match?",
    "What does EXPLAIN show?",
    "What is NULL = NULL in SQL?",
];

/// Fills the bank. Returns the questions that other tests share.
///
/// # Errors
/// As storing questions.
pub(super) async fn fill(app: &App, actor: &Actor) -> Result<Vec<QuestionId>> {
    let plan = import::read(include_bytes!("bank.yaml"), Some("bank.yaml"), None);
    if let Some(fault) = plan.findings.first() {
        return Err(Error::internal(format!("line {:?} of the demo's bank: {}", fault.place, fault.message)));
    }
    let questions = plan.tests.into_iter().flat_map(|test| test.draft.questions);
    let drafts = questions.enumerate().map(|(number, question)| BankDraft {
        labels: Labels {
            difficulty: Some(DIFFICULTIES[number % DIFFICULTIES.len()]),
            // An essay cannot be scored by its key: it waits for its author.
            state: Some(if question.kind == QuestionKind::Essay {
                AuthoringState::Draft
            } else {
                AuthoringState::Ready
            }),
            ..Labels::default()
        },
        question: QuestionDraft { id: None, ..question },
    });
    let stored = write::create_all(app, &actor.require()?, drafts.collect()).await?;
    let heads = stored.into_iter().map(|whole| whole.listed.head);
    Ok(heads.filter(|head| SHARED.contains(&&*head.summary)).map(|head| head.id).collect())
}

/// Makes a test that some candidates of the story take, perhaps with questions of the bank behind its own.
///
/// # Errors
/// As storing a test.
pub(super) async fn create(app: &App, actor: &Actor, mut draft: TestDraft, shared: &[QuestionId]) -> Result<TestId> {
    if !SHARING.contains(&&*draft.title) {
        return Ok(authoring::create(app, &actor.require()?, draft, None).await?.id);
    }
    let own = std::mem::take(&mut draft.questions).into_iter().map(|question| ItemDraft::Inline(Box::new(question)));
    let items = own.chain(shared.iter().map(|id| ItemDraft::Pinned(*id, None))).collect();
    Ok(authoring::create_divided(app, &actor.require()?, (draft, vec![plain(items)]), None).await?.test.id)
}

/// Makes the tests that draw from the bank. Returns the first one.
///
/// # Errors
/// As storing a test.
pub(super) async fn create_drawn(app: &App, actor: &Actor) -> Result<TestId> {
    let made = authoring::create_divided(app, &actor.require()?, (draft(), sections()), None).await?;
    authoring::create_divided(app, &actor.require()?, (timed_draft(), timed_sections()), None).await?;
    Ok(made.test.id)
}

fn timed_draft() -> TestDraft {
    TestDraft {
        title: "Against the clock: timed sections".into(),
        description: "Two sections have their own time; the first one cannot be returned to.".into(),
        duration_minutes: 30,
        ..draft()
    }
}

fn timed_sections() -> Vec<SectionDraft> {
    let mut sections = sections();
    for (section, (minutes, one_way)) in sections.iter_mut().zip([(8, true), (12, false)]) {
        section.minutes = Some(minutes);
        section.one_way = one_way;
    }
    sections
}

fn draft() -> TestDraft {
    TestDraft {
        title: "Fundamentals: drawn from the bank".into(),
        description: "Each candidate gets other questions, worth the same.".into(),
        description_format: RichTextFormat::Plain,
        require_fullscreen: false,
        history: HistoryMode::Keystrokes,
        language: None,
        duration_minutes: LENGTH.as_mins(),
        questions: Vec::new(),
    }
}

const fn plain(items: Vec<ItemDraft>) -> SectionDraft {
    SectionDraft {
        title: String::new(),
        shuffle_questions: false,
        shuffle_options: false,
        items,
        minutes: None,
        one_way: false,
    }
}

fn sections() -> Vec<SectionDraft> {
    let pool = |tag: &str, draw| {
        ItemDraft::Pool(PoolDraft { tags: vec![tag.into()], question_ids: Vec::new(), draw, points: 2 })
    };
    let section = |title: &str, items| SectionDraft {
        title: title.into(),
        shuffle_questions: true,
        shuffle_options: true,
        ..plain(items)
    };
    let why = QuestionDraft {
        points: 6,
        ..QuestionDraft::new(
            QuestionKind::Essay,
            "Tell of a decision about data that you would take differently today, and why.",
        )
    };
    vec![
        section("Data", vec![pool("sql", 4)]),
        section("Web and tools", vec![pool("http", 3), pool("git", 2)]),
        section("Looking back", vec![ItemDraft::Inline(Box::new(why))]),
    ]
}
