//! Letters: a decision is mailed once, in an administrator's words (docs/behaviour/results.md#deciding).

use super::deciding::{graded_test, ranking, took};
use crate::support::{
    app::TestApp,
    journey::{column, list, text},
    mailer::Mood,
};
use invigil::{
    domain::{ErrorKind, decision::DecisionValue, decision_letter::Template, time::MINUTE},
    service::{
        actor::{self, Decider},
        mail::deliver,
        result::deciding::{
            decisions::{self, DecisionTarget},
            letters,
        },
    },
};
use serde_json::{Value, json};
use std::cell::Cell;

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
    ann: String,
    ben: String,
    dan: String,
    /// Number of mails at the last look.
    seen: Cell<usize>,
}

/// Ann is shortlisted, Ben rejected, and Dan is shortlisted before his essay is scored.
async fn decided() -> Site {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, graded_test()).await;
    let ann = took(&t, &admin, &test, "Ann", 10, "").await;
    let ben = took(&t, &admin, &test, "Ben", 2, "").await;
    let dan = took(&t, &admin, &test, "Dan", 9, "Because.").await;
    for (id, decision) in [(&ann, "shortlist"), (&ben, "reject"), (&dan, "shortlist")] {
        let body = json!({"decision": decision, "reason": "planted reason"});
        t.put(format!("/api/results/{id}/decision")).bearer(&admin).json(body).send().await.ok();
    }
    Site { t, admin, test, ann, ben, dan, seen: Cell::default() }
}

impl Site {
    fn letter(&self, decision: &str) -> Value {
        json!({"ids": [self.ann, self.ben, self.dan, "00000000-0000-7000-8000-000000000000"], "decision": decision,
            "subject": "{test_title} at {company}", "body": "Dear {applicant_name},\r\n\r\nwe <b>invite</b> you.\nBye"})
    }

    async fn send(&self, letter: &Value) -> (String, Value) {
        let reply = self.t.post("/api/decisions/send").bearer(&self.admin).json(letter.clone()).send().await.ok();
        (column(&reply["rows"], "outcome").join(" "), reply["preview"].clone())
    }

    /// Recipients, subjects and texts of all mails since the last look.
    async fn mails(&self) -> Vec<(String, String, String, String)> {
        self.t.clock.advance(MINUTE);
        deliver::run_once(&self.t.app).await.unwrap();
        let sent = self.t.mailer.sent();
        let since = self.seen.replace(sent.len());
        let letters = sent.into_iter().skip(since).filter(|mail| mail.content.subject.contains(" at "));
        letters.map(|mail| (mail.to_email, mail.content.subject, mail.content.text, mail.content.html)).collect()
    }
}

#[tokio::test]
async fn nothing_is_decided_nor_sent_once_the_permission_has_ended() {
    let s = decided().await;
    let bob = s.t.second_admin().await;
    let by: Decider = actor::authenticate(&s.t.app, Some(&bob)).unwrap().require().unwrap();
    let ann = s.ann.parse().unwrap();
    s.t.change_user("bob@example.org", |user| user.is_active = false).await;
    let chosen = vec![DecisionTarget { id: ann, version: None }];
    let decided = decisions::decide_many(&s.t.app, &by, chosen, Some(DecisionValue::Reject), None).await;
    let template = Template::new("Your test", "Hello").unwrap();
    let sent = letters::send(&s.t.app, &by, vec![ann], DecisionValue::Shortlist, template, false).await;
    for error in [decided.err(), sent.err()] {
        assert_eq!(error.unwrap().kind, ErrorKind::Forbidden);
    }
}

#[tokio::test]
async fn a_decision_is_mailed_once_per_text() {
    let s = decided().await;
    s.mails().await;
    let mut letter = s.letter("shortlist");
    letter["dry_run"] = json!(true);
    let (outcomes, preview) = s.send(&letter).await;
    assert_eq!(outcomes, "queued decision_differs provisional not_found");
    let body = "Dear Ann,\n\nwe <b>invite</b> you.\nBye";
    assert_eq!(preview, json!({"subject": "Graded at Jobs", "body": body}));
    assert_eq!(s.mails().await, []);
    let (outcomes, _) = s.send(&s.letter("shortlist")).await;
    assert_eq!(outcomes, "queued decision_differs provisional not_found");
    let mails = s.mails().await;
    let [(to, subject, words, html)] = &mails[..] else { panic!("{mails:?}") };
    assert_eq!((to.as_str(), subject.as_str()), ("ann@example.org", "Graded at Jobs"));
    assert_eq!(words.trim_end(), body);
    assert!(html.contains("<p>we &lt;b&gt;invite&lt;/b&gt; you.<br>Bye</p>"), "{html}");
    assert!(!format!("{words}{html}").contains("planted"));
    // Again, by another administrator: it was told.
    let bob = s.t.second_admin().await;
    let again = s.t.post("/api/decisions/send").bearer(&bob).json(s.letter("shortlist")).send().await.ok();
    assert_eq!(
        again["rows"][0],
        json!({"submission_id": s.ann, "applicant_email": "ann@example.org", "outcome": "already_told"})
    );
    assert_eq!(s.mails().await, []);
    let mut other = s.letter("shortlist");
    other["body"] = json!("Another text.");
    assert_eq!(s.send(&other).await.0, "queued decision_differs provisional not_found");
    assert_eq!(s.mails().await.len(), 1);
    s.t.assert_sound();
}

#[tokio::test]
async fn a_letter_names_the_company_and_without_its_name_the_sender() {
    let s = decided().await;
    let mut letter = s.letter("shortlist");
    letter["dry_run"] = json!(true);
    assert_eq!(s.send(&letter).await.1["subject"], "Graded at Jobs");
    let company = json!({"name": "Acme {test_title}"});
    s.t.put("/api/admin/company-settings").bearer(&s.admin).json(company).send().await.ok();
    assert_eq!(s.send(&letter).await.1["subject"], "Graded at Acme {test_title}");
    s.send(&s.letter("shortlist")).await;
    let mails = s.mails().await;
    assert_eq!(
        mails.iter().map(|(_, subject, ..)| subject.as_str()).collect::<Vec<_>>(),
        ["Graded at Acme {test_title}"]
    );
}

#[tokio::test]
async fn a_later_decision_keeps_what_was_told_and_mails_nothing() {
    let s = decided().await;
    s.send(&s.letter("reject")).await;
    assert_eq!(s.mails().await.len(), 1);
    let change = json!({"decision": "hold"});
    s.t.put(format!("/api/results/{}/decision", s.ben)).bearer(&s.admin).json(change).send().await.ok();
    assert_eq!(s.mails().await, []);
    let found = ranking(&s.t, &s.admin, &s.test, "search=ben").await;
    let row = &list(&found["rows"])[0];
    assert_eq!((&row["decision"]["value"], &row["decision"]["told"]), (&json!("hold"), &row["told"]));
    assert_eq!(column(&row["told"], "value"), ["reject"]);
    let path = format!("/api/tests/{}/pass-mark/preview", text(&s.test["id"]));
    let preview = s.t.post(path).bearer(&s.admin).json(json!({"percent": 20})).send().await.ok();
    assert_eq!((&preview["now_fail_count"], &preview["told_count"]), (&json!(1), &json!(1)));
    let withdraw = json!({"decision": null});
    let reply = s.t.put(format!("/api/results/{}/decision", s.ben)).bearer(&s.admin).json(withdraw).send().await.ok();
    assert_eq!(reply, json!({"decision": null, "version": 3}));
    let row = ranking(&s.t, &s.admin, &s.test, "search=ben").await["rows"][0].clone();
    assert_eq!((&row["decision"], column(&row["told"], "value")), (&Value::Null, vec!["reject"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_presses_at_once_queue_one_letter() {
    let s = decided().await;
    let bob = s.t.second_admin().await;
    s.mails().await;
    let presses = (0..8).map(|n| {
        let who = if n % 2 == 0 { &s.admin } else { &bob };
        tokio::spawn(s.t.post("/api/decisions/send").bearer(who).json(s.letter("shortlist")).send())
    });
    let mut queued = 0;
    for press in presses.collect::<Vec<_>>() {
        queued += usize::from(press.await.unwrap().ok()["rows"][0]["outcome"] == "queued");
    }
    assert_eq!(queued, 1);
    assert_eq!(s.mails().await.len(), 1);
    s.t.assert_sound();
}

#[tokio::test]
async fn a_letter_of_an_erased_candidate_is_not_sent() {
    let s = decided().await;
    s.mails().await;
    s.t.mailer.refuse("451 try later");
    s.send(&s.letter("shortlist")).await;
    let people = s.t.get("/api/admin/applicants?search=ann@").bearer(&s.admin).send().await.ok();
    s.t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(&s.admin).send().await.ok();
    s.t.mailer.set(Mood::Works);
    assert_eq!(s.mails().await, []);
    s.t.assert_sound();
}

#[tokio::test]
async fn a_letter_that_was_refused_can_be_sent_again() {
    let s = decided().await;
    s.mails().await;
    s.t.mailer.set(Mood::Refuses { words: "550 no such user".into(), retry: false });
    assert!(s.send(&s.letter("reject")).await.0.contains("queued"));
    assert_eq!(s.mails().await, []);
    let told = async || ranking(&s.t, &s.admin, &s.test, "search=ben").await["rows"][0]["told"].clone();
    assert_eq!(told().await, json!([]), "it was not delivered");
    let bell = s.t.get("/api/admin/notifications").bearer(&s.admin).send().await.ok();
    assert!(bell.to_string().contains("The email with the decision to Ben could not be sent"), "{bell}");
    s.t.mailer.set(Mood::Works);
    let (outcomes, preview) = s.send(&s.letter("reject")).await;
    assert!(outcomes.contains("queued"), "{outcomes}");
    assert!(text(&preview["body"]).starts_with("Dear Ben"), "the letter that is due: {preview}");
    assert_eq!(s.mails().await.len(), 1);
    assert_eq!(column(&told().await, "value"), ["reject"]);
    s.t.assert_sound();
}

#[tokio::test]
async fn a_letter_is_dropped_when_the_decision_changes_before_it_left() {
    let s = decided().await;
    s.mails().await;
    s.t.mailer.refuse("451 try later");
    s.send(&s.letter("reject")).await;
    assert_eq!(s.mails().await, []);
    let change = json!({"decision": "shortlist"});
    s.t.put(format!("/api/results/{}/decision", s.ben)).bearer(&s.admin).json(change).send().await.ok();
    s.t.mailer.set(Mood::Works);
    assert_eq!(s.mails().await, []);
    assert_eq!(ranking(&s.t, &s.admin, &s.test, "search=ben").await["rows"][0]["told"], json!([]));
    s.t.assert_sound();
}

#[tokio::test]
async fn a_letter_must_make_sense() {
    let s = decided().await;
    for (field, value) in [
        ("subject", json!("")),
        ("subject", json!("a\nb")),
        ("subject", json!("x".repeat(201))),
        ("body", json!("You earned {score} %.")),
        ("body", json!("x".repeat(5_001))),
        ("decision", json!("hold")),
        ("ids", json!([])),
    ] {
        let mut letter = s.letter("reject");
        letter[field] = value;
        s.t.post("/api/decisions/send").bearer(&s.admin).json(letter).send().await.invalid(field);
    }
    let (t, admin) = TestApp::with_admin().await;
    t.post("/api/decisions/send").bearer(&admin).json(s.letter("reject")).send().await.refused(422, "smtp_failed");
}
