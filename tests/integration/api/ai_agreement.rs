//! An AI that has to earn its scores: how far it agrees with people (docs/behaviour/results.md#ai).

use crate::support::{
    ai_server::{AiServer, Mood},
    app::TestApp,
    call::Reply,
    journey::text,
};
use invigil::{domain::model_verdict::ModelVerdict, store::Read};
use serde_json::{Value, json};

const ANSWERS: usize = 31;
const QUOTE: &str = "They stay balanced.";

struct Site {
    t: TestApp,
    admin: String,
    server: AiServer,
    test: Value,
    ids: Vec<String>,
}

impl Site {
    /// Half of the answers were scored with all points, half with none; the last one waits.
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let server = AiServer::start(Mood::Silent).await;
        let settings = json!({"provider": "openai", "baseUrl": server.base_url(), "model": "m", "minAgreement": 0.6});
        t.put("/api/admin/ai-settings").bearer(&admin).json(settings).send().await.ok();
        let test = t.test_with_all_types(&admin).await;
        let mut site = Self { t, admin, server, test, ids: Vec::new() };
        for n in 0..ANSWERS {
            let email = format!("c{n}@example.org");
            let invite = site.t.take(&site.admin, &site.test, &email, &[("q2", QUOTE)]).await;
            site.ids.push(text(&site.t.invite_row(&site.admin, &invite["id"]).await["submission_id"]).to_owned());
        }
        for (n, id) in site.ids.iter().enumerate().skip(1) {
            let score = json!({"score_status": if n % 2 == 0 { "correct" } else { "wrong" }});
            let path = format!("/api/admin/scoring/{id}/answer/q2");
            site.t.post(path).bearer(&site.admin).json(score).send().await.ok();
        }
        site
    }

    fn path(&self) -> String {
        format!("/api/tests/{}/ai-agreement", text(&self.test["id"]))
    }

    async fn agreement(&self) -> Value {
        let told = self.t.get(self.path()).bearer(&self.admin).send().await.ok();
        told["questions"].as_array().unwrap().iter().find(|one| one["question_id"] == "q2").unwrap().clone()
    }

    async fn measure(&self, question: &str) -> Reply {
        self.t.post(self.path()).bearer(&self.admin).json(json!({"question_id": question})).send().await
    }

    fn says(&self, differing: usize) {
        self.server.set(Mood::Says(Self::reviews(differing)));
    }

    /// Reviews of 30 answers, the newest first, of which people scored every second one with all points.
    fn reviews(differing: usize) -> String {
        let score = |n: usize| if (n % 2 == 1) == (n <= differing) { 0 } else { 3 };
        let one = |n| json!({"number": n, "score": score(n), "reason": "So.", "quote": QUOTE});
        let reviews: Vec<Value> = (1..ANSWERS).map(one).collect();
        json!({"reviews": reviews}).to_string()
    }

    async fn ask_review(&self, id: &str) -> Reply {
        let path = format!("/api/admin/auto-review/{id}");
        self.t.post(path).bearer(&self.admin).json(json!({})).send().await
    }

    async fn review(&self, id: &str) -> Value {
        self.ask_review(id).await.ok()
    }

    async fn answer(&self, id: &str) -> Value {
        let detail = self.t.get(format!("/api/admin/scoring/{id}")).bearer(&self.admin).send().await.ok();
        detail["answers"][0].clone()
    }
}

#[tokio::test]
async fn a_model_only_suggests_until_it_agrees_with_people() {
    let s = Site::new().await;
    let untested = json!({"question_id": "q2", "answers": 0, "blind": 0, "kappa": null, "may_score": false});
    assert_eq!(s.agreement().await, untested);
    s.server.set(Mood::Says(
        json!({"reviews": [{"number": 1, "score": 3, "reason": "Right.", "quote": QUOTE}]}).to_string(),
    ));
    assert_eq!(s.review(&s.ids[0]).await["message"], "1 of 1 answers have a suggestion from the AI.");
    let waiting = s.answer(&s.ids[0]).await;
    let basis = &waiting["ai_basis"];
    assert_eq!((&basis["model"], &basis["prompt_version"], &basis["quote"]), (&json!("m"), &json!(2), &json!(QUOTE)));
    assert_eq!(waiting["scored_by_ai"], false);

    // Without the people's scores, and without a change of them.
    let before = s.answer(&s.ids[1]).await;
    s.says(0);
    let measured = s.measure("q2").await.ok();
    assert_eq!(
        measured,
        json!({"success": true, "message": "The AI has scored 30 answers for comparison.", "scored": 30})
    );
    assert!(!s.server.last().data().to_string().contains("correct"));
    let agreed = json!({"question_id": "q2", "answers": 30, "blind": 30, "kappa": 1.0, "may_score": true});
    assert_eq!(s.agreement().await, agreed);
    assert_eq!(s.answer(&s.ids[1]).await, before);
    assert_eq!(s.measure("q2").await.ok()["scored"], 0, "each answer is asked about once");

    assert_eq!(s.review(&s.ids[0]).await["message"], "1 of 1 answers were scored by the AI.");
    assert_eq!(s.answer(&s.ids[0]).await["scored_by_ai"], true);
    s.t.assert_sound();

    // Another model has to earn it again.
    let other = json!({"model": "other"});
    s.t.put("/api/admin/ai-settings").bearer(&s.admin).json(other).send().await.ok();
    assert_eq!(s.agreement().await, untested);
}

#[tokio::test]
async fn who_asks_for_the_same_meanwhile_gets_the_same_outcome() {
    let s = Site::new().await;
    s.server.set(Mood::Held(Site::reviews(0)));
    let both = async { tokio::join!(s.measure("q2"), s.measure("q2")) };
    let release = async {
        s.server.when_asked().await;
        s.t.settle().await;
        s.server.release();
    };
    let ((one, two), ()) = tokio::join!(both, release);
    let one = one.ok();
    assert_eq!((&one["scored"], &one), (&json!(30), &two.ok()));
    assert_eq!(s.server.asked().len(), 1);

    // The same for the waiting answers of a submission.
    let score = json!({"number": 1, "score": 3, "reason": "Right.", "quote": QUOTE});
    s.server.set(Mood::Held(json!({"reviews": [score]}).to_string()));
    let both = async { tokio::join!(s.ask_review(&s.ids[0]), s.ask_review(&s.ids[0])) };
    let release = async {
        s.server.when_asked().await;
        s.t.settle().await;
        s.server.release();
    };
    let ((one, two), ()) = tokio::join!(both, release);
    let one = one.ok();
    assert_eq!((&one["scored"], &one), (&json!(1), &two.ok()));
    assert_eq!(s.server.asked().len(), 2);

    // Whose caller was refused leaves nothing behind.
    s.server.set(Mood::Answers(500, String::new()));
    assert_eq!(s.measure("q2").await.ok()["scored"], 0);
    s.measure("q9").await.expect(404);
    s.measure("q9").await.expect(404);
}

#[tokio::test]
async fn a_model_that_differs_goes_on_suggesting() {
    let s = Site::new().await;
    s.server.set(Mood::Says(json!({"reviews": [{"number": 99, "score": 1}]}).to_string()));
    let unusable = s.measure("q2").await.ok();
    assert_eq!((&unusable["success"], &unusable["scored"]), (&json!(false), &json!(0)));
    s.says(12);
    s.measure("q2").await.ok();
    let agreement = s.agreement().await;
    assert_eq!((&agreement["answers"], &agreement["may_score"]), (&json!(30), &json!(false)));
    assert!(agreement["kappa"].as_f64().unwrap() < 0.6, "{agreement}");
    assert_eq!(s.review(&s.ids[0]).await["message"], "1 of 1 answers have a suggestion from the AI.");

    // The site asks for less.
    let settings = json!({"minAgreement": 0.1});
    s.t.put("/api/admin/ai-settings").bearer(&s.admin).json(settings).send().await.ok();
    assert_eq!(s.agreement().await["may_score"], true);
}

#[tokio::test]
async fn verdicts_go_with_their_answer_and_wrong_input_is_refused() {
    let s = Site::new().await;
    s.says(0);
    s.measure("q2").await.ok();
    s.measure("q9").await.expect(404);
    s.measure("q1").await.expect(404);
    for wrong in [json!(-0.1), json!(1.1), json!("high")] {
        let settings = json!({"minAgreement": wrong});
        s.t.put("/api/admin/ai-settings").bearer(&s.admin).json(settings).send().await.expect(422);
    }
    s.server.set(Mood::Says("Fine, all of them.".into()));
    let path = format!("/api/tests/{}/force", text(&s.test["id"]));
    s.t.delete(path).bearer(&s.admin).send().await.ok();
    assert_eq!(s.t.app.store.read().unwrap().records::<ModelVerdict>().unwrap(), []);
    s.t.assert_sound();
}
