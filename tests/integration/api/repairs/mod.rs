//! Repairs of keys (docs/behaviour/results.md#repairs).

mod brute_force;
mod drawn;

use super::deciding::ranking;
use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, text},
};
use invigil::{
    domain::{
        attempt::Answer,
        audit::AuditEntry,
        repair::Repairs,
        submission::{Grade, Submission},
        time::MINUTE,
    },
    service::scoring::repairs::job,
    store::Read,
};
use serde_json::{Value, json};

/// A choice of three points, a word of one, and an essay of four.
fn exam() -> Value {
    json!({"title": "Repaired", "questions": [
        {"id": "pick", "type": "multiple_choice", "question": "Pick", "points": 3, "options": ["A", "B", "C"], "correct_answer": "A"},
        {"id": "word", "type": "short_text", "question": "Word", "accepted": ["yes"]},
        {"id": "essay", "type": "essay", "question": "Why?", "points": 4},
    ]})
}

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let test = t.create_test(&admin, exam()).await;
        Self { t, admin, test }
    }

    /// Returns the submission's id.
    async fn took(&self, name: &str, answers: &[(&str, &str)]) -> String {
        let extra = json!({"applicant_name": name, "no_schedule": true});
        let email = format!("{}@example.org", name.to_lowercase());
        let invite = self.t.invite_with(&self.admin, &self.test, &email, extra).await.expect(201);
        self.t.start(&invite["token"], &key(1)).await.ok();
        self.t.clock.advance(MINUTE);
        self.t.submit(&invite["token"], &key(1), answers).await.ok();
        text(&self.t.invite_row(&self.admin, &invite["id"]).await["submission_id"]).to_owned()
    }

    fn path(&self) -> String {
        format!("/api/tests/{}/repairs", text(&self.test["id"]))
    }

    async fn try_repair(&self, body: Value) -> Reply {
        self.t.post(self.path()).bearer(&self.admin).json(body).send().await
    }

    /// Adds a repair without applying it. Returns its id.
    async fn repair(&self, question: &str, action: &str, value: Option<&str>) -> String {
        let body = json!({"question_id": question, "action": action, "value": value, "reason": format!("{action}!")});
        text(&self.try_repair(body).await.expect(201)["id"]).to_owned()
    }

    async fn undo(&self, id: &str) -> Value {
        self.t.delete(format!("{}/{id}", self.path())).bearer(&self.admin).send().await.ok()
    }

    async fn apply(&self) {
        job::pass(&self.t.app).await.unwrap();
        self.t.assert_intact();
    }

    /// Earned and total points, and the score.
    fn sums(&self, id: &str) -> (f64, u32, f64) {
        let submission: Submission = self.t.app.store.read().unwrap().get(id.parse().unwrap()).unwrap().unwrap();
        (submission.earned_points(), submission.total_points, submission.final_score())
    }

    async fn list(&self) -> Value {
        self.t.get(self.path()).bearer(&self.admin).send().await.ok()
    }
}

#[tokio::test]
async fn each_action_scores_again_and_its_undo_restores_all_records() {
    let s = Site::new().await;
    let ann = s.took("Ann", &[("pick", "A"), ("word", "yes")]).await;
    let ben = s.took("Ben", &[("pick", "B"), ("word", "no")]).await;
    let before: (Vec<Grade>, Vec<Submission>) = {
        let read = s.t.app.store.read().unwrap();
        (read.records().unwrap(), read.records().unwrap())
    };
    let cases = [
        ("also_accept", Some("B"), (4.0, 8, 50.0), (3.0, 8, 37.5)),
        ("new_key", Some("B"), (1.0, 8, 12.5), (3.0, 8, 37.5)),
        ("full_marks", None, (4.0, 8, 50.0), (3.0, 8, 37.5)),
        ("void", None, (1.0, 5, 20.0), (0.0, 5, 0.0)),
    ];
    for (action, value, anns, bens) in cases {
        let id = s.repair("pick", action, value).await;
        s.apply().await;
        assert_eq!((s.sums(&ann), s.sums(&ben)), (anns, bens), "{action}");
        assert_eq!(s.list().await["recalculating"], false);
        let undone = s.undo(&id).await;
        assert_eq!((&undone["recalculating"], &undone["version"]), (&json!(true), &s.list().await["version"]));
        s.apply().await;
        let read = s.t.app.store.read().unwrap();
        assert_eq!((read.records().unwrap(), read.records().unwrap()), before, "{action}");
    }
    let jobs = s.t.get("/api/jobs").bearer(&s.admin).send().await.ok();
    assert_eq!(
        (column(&jobs, "kind"), column(&jobs, "state")),
        (vec!["repair"; 8], vec!["done"; 8]),
        "each, and its undo"
    );
    assert_eq!(jobs[0]["can_cancel"], false);
    let listed = s.list().await;
    assert_eq!(column(&listed["repairs"], "action"), ["also_accept", "new_key", "full_marks", "void"]);
    assert_eq!(column(&listed["repairs"], "undone_by"), ["Ada Admin"; 4]);
}

#[tokio::test]
async fn a_repair_leaves_a_question_alone_that_was_written_anew() {
    for (action, value, now) in [("full_marks", None, 3.0), ("void", None, 0.0), ("new_key", Some("B"), 3.0)] {
        let s = Site::new().await;
        let ann = s.took("Ann", &[("pick", "B")]).await;
        s.repair("pick", action, value).await;
        // Other questions may change: this one is the same.
        let mut changed = exam();
        changed["questions"][1]["question"] = json!("Another word");
        let path = format!("/api/tests/{}", text(&s.test["id"]));
        s.t.put(&*path).bearer(&s.admin).json(changed.clone()).send().await.ok();
        let ben = s.took("Ben", &[("pick", "B")]).await;
        changed["questions"][0]["question"] = json!("Pick another one");
        s.t.put(&*path).bearer(&s.admin).json(changed).send().await.ok();
        let (cora, dan) = (s.took("Cora", &[("pick", "A")]).await, s.took("Dan", &[("pick", "B")]).await);
        s.apply().await;
        for (id, earned) in [(&ann, now), (&ben, now), (&cora, 3.0), (&dan, 0.0)] {
            assert_eq!(json!(s.sums(id).0), json!(earned), "{action}: {id}");
        }
        assert_eq!((s.sums(&cora).1, s.sums(&dan).1), (8, 8), "{action}");
        let versions = json!({"question_id": "pick", "versions": [1], "action": "void", "reason": "Why not."});
        s.try_repair(versions).await.invalid("versions");
    }
}

#[tokio::test]
async fn a_repair_counts_at_once_for_later_attempts_and_late_answers() {
    let s = Site::new().await;
    s.repair_refused_before_anyone_took_it().await;
    let ann = s.took("Ann", &[("pick", "A")]).await;
    s.repair("pick", "new_key", Some("C")).await;
    // Before the job has run.
    let ben = s.took("Ben", &[("pick", "C")]).await;
    assert_eq!((s.sums(&ann).0, s.sums(&ben).0), (3.0, 3.0));
    assert_eq!(ranking(&s.t, &s.admin, &s.test, "").await["recalculating"], true);
    let marked =
        async || s.t.get("/api/results").bearer(&s.admin).send().await.ok()["results"][0]["recalculating"].clone();
    assert_eq!(marked().await, true);
    s.apply().await;
    assert_eq!(marked().await, json!(null), "absent");
    assert_eq!((s.sums(&ann).0, s.sums(&ben).0), (0.0, 3.0));
    assert_eq!(ranking(&s.t, &s.admin, &s.test, "").await["recalculating"], false);
}

impl Site {
    async fn repair_refused_before_anyone_took_it(&self) {
        let body = json!({"question_id": "pick", "action": "void", "reason": "why"});
        self.try_repair(body).await.invalid("question_id");
    }
}

#[tokio::test]
async fn late_answers_and_people_are_scored_with_the_repairs() {
    let s = Site::new().await;
    let invite =
        s.t.invite_with(&s.admin, &s.test, "ann@example.org", json!({"applicant_name": "Ann", "no_schedule": true}));
    let invite = invite.await.expect(201);
    s.t.start(&invite["token"], &key(1)).await.ok();
    s.t.submit(&invite["token"], &key(1), &[("pick", "A"), ("essay", "Because.")]).await.ok();
    s.t.save(&invite["token"], &key(1), &[("pick", "B", 9)]).await.ok();
    let ann = text(&s.t.invite_row(&s.admin, &invite["id"]).await["submission_id"]).to_owned();
    s.repair("pick", "new_key", Some("B")).await;
    let full = s.repair("essay", "full_marks", None).await;
    s.apply().await;
    assert_eq!(s.sums(&ann), (4.0, 8, 50.0));
    let accept = json!({"question_ids": ["pick"], "reason": "the network"});
    s.t.post(format!("/api/admin/scoring/{ann}/late/accept")).bearer(&s.admin).json(accept).send().await.ok();
    assert_eq!(s.sums(&ann), (7.0, 8, 87.5));
    let score = json!({"score_status": "partial", "manual_score": 1.5, "version": 1});
    let path = format!("/api/admin/scoring/{ann}/answer/essay");
    s.t.post(&path).bearer(&s.admin).json(score).send().await.ok();
    assert_eq!(s.sums(&ann), (4.5, 8, 56.25), "a person's score takes precedence");
    s.repair("essay", "void", None).await;
    s.apply().await;
    assert_eq!(s.sums(&ann), (3.0, 4, 75.0), "a void question leaves the total even so");
    s.undo(&full).await;
    s.apply().await;
    assert_eq!(s.sums(&ann), (3.0, 4, 75.0));
    let void = text(&s.list().await["repairs"][2]["id"]).to_owned();
    s.undo(&void).await;
    s.apply().await;
    assert_eq!(s.sums(&ann), (4.5, 8, 56.25));
}

#[tokio::test]
async fn two_administrators_do_not_repair_over_each_other() {
    let s = Site::new().await;
    s.took("Ann", &[("pick", "A")]).await;
    let other = s.t.second_admin().await;
    let body = |version: u32| json!({"question_id": "pick", "action": "void", "reason": "why", "version": version});
    let first = s.try_repair(body(0)).await.expect(201);
    assert_eq!((&first["version"], &first["recalculating"]), (&json!(1), &json!(true)));
    let stale = s.t.post(s.path()).bearer(&other).json(body(0)).send().await;
    assert_eq!((&stale.json["by"], &stale.json["at"]), (&json!("Ada Admin"), &first["at"]));
    stale.refused(409, "changed_meanwhile");
    let undo = |who: &str, version: u32| {
        s.t.delete(format!("{}/{}?version={version}", s.path(), text(&first["id"]))).bearer(who).send()
    };
    undo(&other, 0).await.refused(409, "changed_meanwhile");
    assert_eq!(undo(&other, 1).await.ok()["version"], 2);
    // Undone already: a double click, or the other administrator.
    assert_eq!(undo(&s.admin, 1).await.ok()["version"], 2);
    let unknown = s.t.delete(format!("{}/00000000-0000-7000-8000-000000000000", s.path()));
    unknown.bearer(&s.admin).send().await.refused(404, "not_found");
    s.apply().await;
}

#[tokio::test]
async fn bad_repairs_are_refused_in_a_sentence() {
    let s = Site::new().await;
    s.took("Ann", &[("pick", "A")]).await;
    let refused = [
        (json!({"question_id": "none", "action": "void", "reason": "why"}), "question_id"),
        (json!({"question_id": "pick", "action": "void", "reason": "  "}), "reason"),
        (json!({"question_id": "pick", "action": "new_key", "reason": "why"}), "value"),
        (json!({"question_id": "pick", "action": "new_key", "value": "D", "reason": "why"}), "value"),
        (json!({"question_id": "essay", "action": "also_accept", "value": "x", "reason": "why"}), "action"),
    ];
    for (body, field) in refused {
        s.try_repair(body.clone()).await.invalid(field);
        s.t.post(format!("{}/preview", s.path())).bearer(&s.admin).json(body).send().await.invalid(field);
    }
    assert_eq!(s.list().await, json!({"version": 0, "recalculating": false, "repairs": []}));
}

#[tokio::test]
async fn a_stop_in_the_middle_leaves_each_submission_before_or_after() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let test = t.create_test(&admin, exam()).await;
    let s = Site { t, admin, test };
    let ann = s.took("Ann", &[("pick", "A")]).await;
    let ben = s.took("Ben", &[("pick", "B")]).await;
    s.repair("pick", "new_key", Some("B")).await;
    // As after a kill: the repair is stored, one submission was reached, the other was not.
    let score = json!({"score_status": "wrong"});
    s.t.post(format!("/api/admin/scoring/{ann}/answer/essay")).bearer(&s.admin).json(score).send().await.ok();
    s.t.app.store.close().await;
    let Site { admin, test, t } = s;
    drop(t);
    let s = Site { t: TestApp::on_disk(dir.path()), admin, test };
    s.t.assert_intact();
    s.apply().await;
    assert_eq!((s.sums(&ann).0, s.sums(&ben).0), (0.0, 3.0));
    let read = s.t.app.store.read().unwrap();
    assert!(read.records::<Repairs>().unwrap().iter().all(|repairs| !repairs.is_recalculating()));
}

#[tokio::test]
async fn results_and_files_bear_the_mark_of_a_repair() {
    let s = Site::new().await;
    let ann = s.took("Ann", &[("pick", "A"), ("word", "yes")]).await;
    s.took("Ben", &[("pick", "B")]).await;
    let body = json!({"question_id": "pick", "action": "also_accept", "value": "B", "reason": "=B is right, too"});
    s.try_repair(body).await.expect(201);
    s.repair("word", "void", None).await;
    s.apply().await;
    let detail = s.t.get(format!("/api/results/{ann}")).bearer(&s.admin).send().await.ok();
    let answers = list(&detail["answers"]);
    assert_eq!(answers[0].get("repair"), None, "it was right before");
    let mark = &answers[1]["repair"];
    assert_eq!((&mark["action"], &mark["points"], &mark["earned_before"]), (&json!("void"), &json!(-1.0), &json!(1.0)));
    assert_eq!((&answers[1]["manual_score_status"], answers[1].get("earned")), (&json!("void"), None));
    let csv = s.t.get("/api/results/export").bearer(&s.admin).send().await.text;
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert!(
        lines[0].ends_with(
            ",repaired_points,repair_reasons,section_points,told,seconds_used,flags,flag_kinds,private_notes"
        ),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains(",-1,void!,"), "{}", lines[1]);
    assert!(lines[2].contains(r#",3,"'=B is right, too; void!","#), "{}", lines[2]);
    let csv = s.t.get("/api/results/export?answers=true").bearer(&s.admin).send().await.text;
    assert!(csv.contains(",void,1,0,,,,-1,void!,,\r\n") && csv.contains(r#",3,"'=B is right, too",,"#), "{csv}");
    for path in ["/api/results".to_owned(), format!("/api/tests/{}/ranking", text(&s.test["id"]))] {
        let listed = s.t.get(&*path).bearer(&s.admin).send().await.ok();
        let rows = listed.get("results").unwrap_or(&listed["rows"]);
        let points =
            |name: &str| &list(rows).iter().find(|row| row["applicant_name"] == name).unwrap()["repaired_points"];
        assert_eq!((points("Ann"), points("Ben")), (&json!(-1.0), &json!(3.0)), "{path}");
    }
    let statistics = format!("/api/tests/{}/statistics", text(&s.test["id"]));
    let statistics = s.t.get(statistics).bearer(&s.admin).send().await.ok();
    let choices = list(&statistics["questions"][0]["choices"]);
    let right: Vec<&str> = choices.iter().filter(|c| c["is_correct"] == true).map(|c| text(&c["text"])).collect();
    assert_eq!(right, ["A", "B"], "by the key that counts now");
    let matrix = s.t.get(format!("/api/tests/{}/matrix", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    assert_eq!(matrix["rows"][0]["cells"][1], json!({"earned": null, "points": 1, "status": "void"}));
}

#[tokio::test]
async fn the_audit_log_has_ids_and_no_words() {
    let s = Site::new().await;
    s.took("Ann", &[("pick", "B")]).await;
    let id = s.repair("pick", "also_accept", Some("B")).await;
    s.apply().await;
    s.undo(&id).await;
    s.apply().await;
    let entries: Vec<AuditEntry> = s.t.app.store.read().unwrap().records().unwrap();
    let last = entries.iter().rev().take(4).rev().map(|entry| (entry.action.as_str(), entry.note.clone()));
    let expected = [
        ("test.repair", format!("{id}: pick also_accept")),
        ("test.repairs_applied", "1 results".to_owned()),
        ("test.undo_repair", id.clone()),
        ("test.repairs_applied", "1 results".to_owned()),
    ];
    assert_eq!(last.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn repairs_are_deleted_with_their_test_and_hold_nothing_of_a_candidate() {
    let s = Site::new().await;
    s.took("Ann", &[("pick", "B")]).await;
    s.repair("pick", "void", None).await;
    s.apply().await;
    let applicants = s.t.get("/api/admin/applicants").bearer(&s.admin).send().await.ok();
    s.t.delete(format!("/api/admin/applicants/{}", text(&applicants[0]["id"]))).bearer(&s.admin).send().await.ok();
    assert!(s.t.app.store.read().unwrap().records::<Answer>().unwrap().is_empty());
    assert_eq!(list(&s.list().await["repairs"]).len(), 1);
    s.t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    assert!(s.t.app.store.read().unwrap().records::<Repairs>().unwrap().is_empty());
    s.t.assert_intact();
}

#[tokio::test]
async fn a_preview_lists_the_wrong_answers_that_were_given() {
    let s = Site::new().await;
    for (name, word) in [("Ann", "yep"), ("Bob", "yep "), ("Cem", "yes"), ("Dee", "aye"), ("Eve", ""), ("Fay", "yep")] {
        s.took(name, &[("word", word), ("pick", "B")]).await;
    }
    let preview =
        async |body: Value| s.t.post(format!("{}/preview", s.path())).bearer(&s.admin).json(body).send().await.ok();
    let seen = preview(json!({"question_id": "word", "action": "also_accept", "value": "aye", "reason": "-"})).await;
    assert_eq!((&seen["up"], &seen["unchanged"]), (&json!(1), &json!(5)));
    assert_eq!(seen["wrong_answers"], json!([{"text": "yep", "count": 3}, {"text": "aye", "count": 1}]));
    let voided = preview(json!({"question_id": "word", "action": "void", "reason": "-"})).await;
    assert_eq!(voided["wrong_answers"], seen["wrong_answers"], "whatever it would change");
}
