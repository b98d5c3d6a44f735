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
        passage::{PassageDraft, SectionTexts, TextDraft},
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
use std::collections::BTreeMap;

/// The length of the test that draws from it.
pub(super) const LENGTH: SignedDuration = SignedDuration::from_mins(25);
const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

/// Tests that also ask questions of the bank, and these questions: enough answers for figures of them.
const SHARING: [&str; 2] = ["Backend engineer: first conversation", "Data analyst: SQL and numbers"];
const SHARED: [&str; 3] = [
    "Which join keeps rows of the left table without a match?",
    "What does EXPLAIN show?",
    "What is NULL = NULL in SQL?",
];

/// Questions of the bank that tests name.
#[derive(Default)]
pub(super) struct BankedQuestions {
    /// The questions that tests ask behind their own.
    shared: Vec<QuestionId>,
    /// All that a key scores.
    scored: Vec<QuestionId>,
}

/// Fills the bank.
///
/// # Errors
/// As storing questions.
pub(super) async fn fill(app: &App, actor: &Actor) -> Result<BankedQuestions> {
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
    let heads = || stored.iter().map(|whole| &whole.listed.head);
    Ok(BankedQuestions {
        shared: heads().filter(|head| SHARED.contains(&&*head.summary)).map(|head| head.id).collect(),
        scored: heads().filter(|head| head.kind.is_auto()).map(|head| head.id).collect(),
    })
}

/// Makes a test that some candidates of the story take, perhaps with questions of the bank behind its own.
///
/// # Errors
/// As storing a test.
pub(super) async fn create(app: &App, actor: &Actor, mut draft: TestDraft, banked: &BankedQuestions) -> Result<TestId> {
    if !SHARING.contains(&&*draft.title) {
        return Ok(authoring::create(app, &actor.require()?, draft, None).await?.id);
    }
    let own = std::mem::take(&mut draft.questions).into_iter().map(|question| ItemDraft::Inline(Box::new(question)));
    let items = own.chain(pinned(&banked.shared)).collect();
    Ok(authoring::create_divided(app, &actor.require()?, (draft, vec![plain(items)]), None).await?.test.id)
}

fn pinned(ids: &[QuestionId]) -> impl Iterator<Item = ItemDraft> {
    ids.iter().map(|id| ItemDraft::Pinned(*id, None))
}

/// Makes the tests of questions of the bank alone. Returns one that draws, and the one that asks them all.
///
/// # Errors
/// As storing a test.
pub(super) async fn create_drawn(app: &App, actor: &Actor, banked: &BankedQuestions) -> Result<[TestId; 2]> {
    let drawn = create_of_bank(app, actor, draft(), sections()).await?;
    create_of_bank(app, actor, timed_draft(), timed_sections()).await?;
    let all = create_of_bank(app, actor, round_draft(), vec![plain(pinned(&banked.scored).collect())]).await?;
    Ok([drawn, all])
}

async fn create_of_bank(app: &App, actor: &Actor, draft: TestDraft, sections: Vec<SectionDraft>) -> Result<TestId> {
    Ok(authoring::create_divided(app, &actor.require()?, (draft, sections), None).await?.test.id)
}

fn round_draft() -> TestDraft {
    TestDraft {
        title: "Graduate programme: quick round".into(),
        description: "Short questions about data, the web, tools and algorithms, the same ones for every candidate."
            .into(),
        ..draft()
    }
}

fn timed_draft() -> TestDraft {
    TestDraft {
        title: "Against the clock: timed sections".into(),
        description:
            "Two sections have their own time; the first one cannot be returned to. The third one has a text to read."
                .into(),
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
    sections.insert(2, reading());
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
        translations: BTreeMap::new(),
        duration_minutes: LENGTH.as_mins(),
        questions: Vec::new(),
    }
}

fn plain(items: Vec<ItemDraft>) -> SectionDraft {
    SectionDraft {
        title: String::new(),
        shuffle_questions: false,
        shuffle_options: false,
        items,
        minutes: None,
        one_way: false,
        texts: SectionTexts::default(),
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

const REPORT: &str = "## Incident report: slow orders

On Monday at **09:12** the page of orders took more than ten seconds. The team saw that each request read the table `orders` \
from its beginning to its end: the index on `customer_id` had been dropped on Friday, when a migration renamed the column.

| time | what happened |
|---|---|
| 09:12 | first alarm |
| 09:25 | the missing index is found |
| 09:31 | the index is created again |
| 09:40 | answers in less than 200 ms |

No one had looked at the plan of the query after the migration. The tests passed, because their table has twelve rows.";

/// Three questions about one passage.
fn reading() -> SectionDraft {
    let choice = |text: &str, options: [&str; 3], right: &str| QuestionDraft {
        points: 2,
        options: options.iter().map(|option| (*option).to_owned().into()).collect(),
        correct_answer: Some(right.into()),
        ..QuestionDraft::new(QuestionKind::MultipleChoice, text)
    };
    let prevent = QuestionDraft {
        points: 4,
        ..QuestionDraft::new(QuestionKind::Essay, "How would you prevent that this happens again?")
    };
    let questions = [
        choice("How long were answers slow?", ["13 minutes", "19 minutes", "28 minutes"], "28 minutes"),
        choice(
            "Why did the tests pass?",
            ["Their table is small.", "They use another database.", "They do not read orders."],
            "Their table is small.",
        ),
        prevent,
    ];
    let report = PassageDraft {
        id: "incident".into(),
        title: "Incident report".into(),
        text: TextDraft { text: REPORT.into(), format: RichTextFormat::Markdown },
    };
    let texts = SectionTexts {
        instructions: TextDraft {
            text: "Read the report. It stays beside the questions.".into(),
            format: RichTextFormat::Plain,
        },
        passages: vec![report],
        about: (0..questions.len()).map(|place| (place, "incident".to_owned())).collect(),
    };
    let items = questions.into_iter().map(|question| ItemDraft::Inline(Box::new(question))).collect();
    SectionDraft { title: "Reading".into(), texts, ..plain(items) }
}
