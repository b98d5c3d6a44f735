//! An import too large for one transaction: all of its tests or none.

use crate::support::{
    app::TestApp,
    journey::{list, small_test, text},
};
use invigil::domain::history::HistoryMode;
use invigil::{
    domain::{
        rich_text,
        test::{QuestionDraft, QuestionKind, Test, TestDraft},
    },
    service::{actor::Actor, test::authoring},
    store::Read,
};
use serde_json::{Value, json};

const TESTS: usize = 100;

fn drafts() -> Vec<TestDraft> {
    let question = QuestionDraft::new(QuestionKind::Essay, "Why?");
    let draft = |n| TestDraft {
        title: format!("Test {n}"),
        description: String::new(),
        description_format: rich_text::RichTextFormat::Plain,
        duration_minutes: 60,
        questions: vec![question.clone()],
        require_fullscreen: false,
        history: HistoryMode::Saves,
        language: None,
        translations: std::collections::BTreeMap::new(),
    };
    (0..TESTS).map(draft).collect()
}

async fn listed(t: &TestApp, admin: &str) -> usize {
    list(&t.get("/api/tests?limit=1000").bearer(admin).send().await.ok()).len()
}

fn stored(t: &TestApp) -> usize {
    t.app.store.read().unwrap().records::<Test>().unwrap().len()
}

#[tokio::test]
async fn its_tests_appear_together_and_are_audited() {
    let (t, admin) = TestApp::with_admin().await;
    let file: Vec<Value> = (0..TESTS).map(|n| small_test(&format!("Test {n}"))).collect();
    let made = t.post("/api/tests/import?format=json").bearer(&admin).json(json!(file)).send().await.expect(201);
    assert_eq!(list(&made["tests"]).len(), TESTS);
    assert_eq!(listed(&t, &admin).await, TESTS);
    assert_eq!(t.overview(&admin).await["total_tests"], TESTS);
    let first = text(&made["tests"][0]["id"]).to_owned();
    t.get(format!("/api/tests/{first}")).bearer(&admin).send().await.ok();
    let entries: Vec<invigil::domain::audit::AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.action == "test.create").count(), TESTS);
    t.sweep().await;
    assert_eq!(stored(&t), TESTS);
    t.assert_sound();
}

/// While one row of this size is written, all other writes wait.
#[tokio::test]
async fn a_test_is_at_most_four_mebibytes() {
    const QUESTIONS: usize = 400;
    let (t, admin) = TestApp::with_admin().await;
    let of = |bytes: usize| {
        let question = json!({"type": "essay", "question": "x".repeat(bytes / QUESTIONS)});
        json!([small_test("First"), {"title": "Large", "questions": vec![question; QUESTIONS]}])
    };
    let import =
        async |bytes: usize| t.post("/api/tests/import?format=json").bearer(&admin).json(of(bytes)).send().await;
    let refused = import(4 << 20).await.invalid("questions");
    let message = text(&refused["fields"]["questions"]);
    assert_eq!(message, "The test 'Large' is larger than 4 MiB. Divide it into several tests.", "{refused}");
    assert_eq!(stored(&t), 0);
    import((4 << 20) - (64 << 10)).await.expect(201);
    assert_eq!(stored(&t), 2);
    t.assert_sound();
}

#[tokio::test]
async fn an_import_that_is_cut_off_has_made_nothing() {
    let mut partly = 0;
    for commits in 2..=4 {
        let (t, admin) = TestApp::with_admin().await;
        t.create_test(&admin, small_test("Before")).await;
        let operator = Actor::Operator.require().unwrap();
        let until = t.app.store.stats().commits + commits;
        let enough = async {
            while t.app.store.stats().commits < until {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            () = enough => {}
            made = authoring::create_all(&t.app, &operator, drafts().into_iter().map(|draft| (draft, Vec::new())).collect()) => drop(made.unwrap()),
        }
        t.settle().await;
        partly += usize::from(stored(&t) > 1 && listed(&t, &admin).await == 1);
        let shown = listed(&t, &admin).await;
        assert!(shown == 1 || shown == 1 + TESTS, "{shown} after {commits}");
        assert_eq!(t.overview(&admin).await["total_tests"], shown);
        t.assert_sound();
        t.sweep().await;
        assert_eq!((stored(&t), listed(&t, &admin).await), (shown, shown), "after {commits}");
        assert_eq!(t.overview(&admin).await["total_tests"], shown);
        t.assert_sound();
    }
    assert!(partly > 0, "none was cut off in the middle");
}
