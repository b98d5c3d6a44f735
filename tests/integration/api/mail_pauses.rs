//! Consequences of the outcome of one delivery for the others, and for the next try of the same mail.

use crate::support::{
    app::TestApp,
    journey::{list, small_test, text},
    mailer::Mood,
    smtp_sink::{Act, Encryption, Mode, SmtpSink},
};
use invigil::{
    domain::{
        mail::{Consequence, PauseCause},
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    mail::{Deadlines, SmtpMailer},
    service::mail::deliver,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

fn fails(words: &str, consequence: Consequence, handed_over: bool) -> Mood {
    Mood::Fails { words: words.into(), consequence, handed_over }
}

/// Invites so many people, whose mails are left to the worker.
async fn invite_many(t: &TestApp, admin: &str, count: usize) {
    let test = t.create_test(admin, small_test("T")).await;
    let person = |n| json!({"name": "Cora Candidate", "email": format!("c{n}@example.org")});
    let body = json!({"test_id": test["id"], "applicants": (0..count).map(person).collect::<Vec<_>>()});
    t.post("/api/invites/bulk").bearer(admin).json(body).send().await.ok();
}

async fn run(t: &TestApp) -> usize {
    let mut sent = 0;
    loop {
        match deliver::run_once(&t.app).await.unwrap() {
            0 => return sent,
            n => sent += n,
        }
    }
}

async fn queue(t: &TestApp, admin: &str) -> Vec<Value> {
    list(&t.get("/api/admin/mail-queue").bearer(admin).send().await.ok()).to_vec()
}

async fn failures_told(t: &TestApp, admin: &str) -> usize {
    let all = t.get("/api/admin/notifications?limit=1000").bearer(admin).send().await.ok();
    list(&all["notifications"]).iter().filter(|one| one["type"] == "email_failed").count()
}

#[tokio::test]
async fn a_changed_password_is_tried_a_few_times_a_day_and_told_once() {
    let (t, admin) = TestApp::with_mail().await;
    invite_many(&t, &admin, 60).await;
    t.mailer.set(fails("535 5.7.8 no", Consequence::PausesAll(PauseCause::SignIn), false));
    for _ in 0..40 {
        deliver::run_once(&t.app).await.unwrap();
        t.clock.advance(5 * SECOND);
    }
    assert_eq!(t.mailer.tries(), 1, "one sign-in for 60 mails");
    assert_eq!(failures_told(&t, &admin).await, 1);
    let waiting = queue(&t, &admin).await;
    assert_eq!(waiting.len(), 60);
    for mail in &waiting {
        let said = (&mail["state"], &mail["error"], &mail["advice"], &mail["next_try_at"]);
        let expected = (
            &json!("paused"),
            &json!("535 5.7.8 no"),
            &json!("Ask the postmaster."),
            &json!("2026-03-02T08:15:00.000Z"),
        );
        assert_eq!(said, expected);
    }
    // An invitation that is created meanwhile says so, and tries nothing; a person may try once a minute.
    let test = t.create_test(&admin, small_test("U")).await;
    let invite = t.invite(&admin, &test, "dora@example.org").await;
    assert_eq!((&invite["email_sent"], &invite["email_error"]), (&json!(false), &json!("535 5.7.8 no")));
    assert_eq!(invite["email_delivery"]["state"], "paused");
    assert_eq!(t.mailer.tries(), 1);
    for _ in 0..5 {
        t.post(format!("/api/invites/{}/retry-email", text(&invite["id"]))).bearer(&admin).send().await.ok();
    }
    assert_eq!(t.mailer.tries(), 2);
    for _ in 0..24 * 12 {
        deliver::run_once(&t.app).await.unwrap();
        t.clock.advance(5 * MINUTE);
    }
    assert!((5..=9).contains(&t.mailer.tries()), "{} sign-ins in a day", t.mailer.tries());
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(failures_told(&t, &admin).await, 1, "the same pause");
    // New settings end it: the first mail tries, the others follow at once.
    t.mailer.set(Mood::Works);
    t.put("/api/admin/email-settings").bearer(&admin).json(json!({"smtpPassword": "right"})).send().await.ok();
    run(&t).await;
    let mut to: Vec<_> = t.mailer.sent().into_iter().map(|mail| mail.to_email).collect();
    to.sort();
    assert_eq!(to.len(), 61);
    to.dedup();
    assert_eq!(to.len(), 61, "each once");
    assert!(queue(&t, &admin).await.is_empty());
    t.assert_sound();
}

/// While all wait, each mail keeps the reply that it had itself; after the pause none waits until a time in the past.
#[tokio::test]
async fn a_pause_hides_no_failure_of_a_mail_by_itself() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.mailer.set(fails("452 mailbox full", Consequence::Waits(SignedDuration::ZERO), false));
    t.invite(&admin, &test, "cora@example.org").await;
    t.mailer.set(fails("554 go away", Consequence::PausesAll(PauseCause::Client), false));
    t.invite(&admin, &test, "dora@example.org").await;
    let shown = |all: &[Value]| {
        let of = |mail: &Value| (mail["to"].clone(), mail["own_error"].clone(), mail["state"].clone());
        let mut all: Vec<_> = all.iter().map(of).collect();
        all.sort_by_key(|(to, ..)| to.to_string());
        all
    };
    let expected = [
        (json!("cora@example.org"), json!("452 mailbox full"), json!("paused")),
        (json!("dora@example.org"), Value::Null, json!("paused")),
    ];
    assert_eq!(shown(&queue(&t, &admin).await), expected);
    t.clock.advance(15 * MINUTE + SECOND);
    let after = queue(&t, &admin).await;
    assert!(after.iter().all(|mail| mail["state"] == "queued"), "{after:?}");
    // Neither has failed for good.
    let seen = t.overview(&admin).await;
    assert_eq!((&seen["failed_mails"], &seen["waiting_mails"]), (&json!(0), &json!(2)));
    t.assert_sound();
}

#[tokio::test]
async fn a_test_mail_that_arrives_ends_the_pause() {
    let (t, admin) = TestApp::with_mail().await;
    invite_many(&t, &admin, 3).await;
    t.mailer.set(fails("554 5.7.1 <c0@example.org>: relay denied", Consequence::PausesAll(PauseCause::Client), false));
    run(&t).await;
    let waiting = queue(&t, &admin).await;
    assert!(waiting.iter().all(|mail| mail["error"] == "554 5.7.1 (an address) relay denied"), "{waiting:?}");
    let report = t.get("/api/admin/doctor").bearer(&admin).send().await.ok().to_string();
    assert!(report.contains("All emails wait until"), "{report}");
    t.mailer.set(Mood::Works);
    let body = json!({"email": "ada@example.org"});
    t.post("/api/admin/email-settings/test").bearer(&admin).json(body).send().await.ok();
    run(&t).await;
    assert_eq!(t.mailer.sent().len(), 4);
    t.assert_sound();
}

/// The settings may have been the reason of a refusal: such a mail is tried at once, and once. One that the server asked to
/// wait is not.
#[tokio::test]
async fn mails_that_were_refused_by_themselves_are_tried_once_the_settings_are_mended() {
    let (t, admin) = TestApp::with_mail().await;
    let states = async || -> Vec<String> {
        queue(&t, &admin).await.iter().map(|mail| text(&mail["state"]).to_owned()).collect()
    };
    t.mailer.set(fails("451 greylisted", Consequence::Waits(5 * MINUTE), false));
    invite_many(&t, &admin, 1).await;
    run(&t).await;
    t.mailer.set(fails("554 5.7.1 Relay access denied", Consequence::RefusedAlone(30 * MINUTE), false));
    invite_many(&t, &admin, 2).await;
    run(&t).await;
    assert_eq!((states().await, run(&t).await), (vec!["waits".to_owned(); 3], 0));
    t.clock.advance(MINUTE);
    t.put("/api/admin/email-settings").bearer(&admin).json(json!({"smtpPassword": "guess"})).send().await.ok();
    assert_eq!(states().await.iter().filter(|state| *state == "queued").count(), 2);
    // They were not what was wrong: each has been tried once, and waits again.
    assert_eq!((run(&t).await, run(&t).await), (2, 0));
    assert_eq!(states().await, vec!["waits".to_owned(); 3]);
    t.mailer.set(Mood::Works);
    t.clock.advance(MINUTE);
    let body = json!({"email": "ada@example.org"});
    t.post("/api/admin/email-settings/test").bearer(&admin).json(body).send().await.ok();
    assert_eq!((run(&t).await, run(&t).await), (2, 0));
    assert_eq!(states().await, ["waits"]);
    t.assert_sound();
}

/// The order of refusal and new settings decides, not the time of day, which is the same here or was set back in between.
#[tokio::test]
async fn a_refused_mail_is_tried_once_with_other_settings_whatever_the_clock_says() {
    let t = TestApp::new();
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let tried = async || (deliver::run_once(&t.app).await.unwrap(), deliver::run_once(&t.app).await.unwrap());
    let save = async |name: &str| {
        t.put("/api/admin/email-settings").bearer(&admin).json(json!({"fromName": name})).send().await.ok();
    };
    t.mailer.set(fails("554 5.7.1 Relay access denied", Consequence::RefusedAlone(30 * MINUTE), false));
    invite_many(&t, &admin, 1).await;
    assert_eq!(tried().await, (1, 0));
    save("In the same moment").await;
    assert_eq!(tried().await, (1, 0));
    t.clock.advance(-HOUR);
    assert_eq!(tried().await, (0, 0));
    save("By another clock").await;
    assert_eq!(tried().await, (1, 0));
    // By the time of now the settings are saved an hour later.
    t.clock.advance(-HOUR);
    invite_many(&t, &admin, 1).await;
    assert_eq!(tried().await, (1, 0), "not over and over");
    t.assert_sound();
}

#[tokio::test]
async fn a_message_id_repeats_only_while_the_outcome_is_unknown() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.mailer.set(fails("no answer", Consequence::Unconfirmed, true));
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(invite["email_delivery"]["state"], "unconfirmed");
    for _ in 0..59 {
        t.clock.advance(MINUTE);
        deliver::run_once(&t.app).await.unwrap();
    }
    assert_eq!(t.mailer.handed_over().len(), 1, "not before an hour");
    t.clock.advance(MINUTE);
    deliver::run_once(&t.app).await.unwrap();
    t.clock.advance(3 * HOUR);
    deliver::run_once(&t.app).await.unwrap();
    assert_eq!(t.mailer.handed_over().len(), 2, "then after four hours");
    // A refusal before the content changes nothing of what is unknown.
    t.clock.advance(HOUR);
    t.mailer.set(fails("451 later", Consequence::Waits(SignedDuration::ZERO), false));
    deliver::run_once(&t.app).await.unwrap();
    t.mailer.set(Mood::Works);
    t.clock.advance(6 * HOUR);
    deliver::run_once(&t.app).await.unwrap();
    let ids = t.mailer.handed_over();
    assert_eq!((ids.len(), ids.iter().all(|id| *id == ids[0])), (3, true), "{ids:?}");
    let retry = async || {
        let path = format!("/api/invites/{}/retry-email", text(&invite["id"]));
        t.post(path).bearer(&t.sign_in("ada@example.org").await).send().await.ok()
    };
    retry().await;
    // Refused after the content: the next one is no duplicate for those who look for these.
    t.mailer.set(fails("554 5.7.1 spam", Consequence::Waits(SignedDuration::ZERO), true));
    retry().await;
    t.mailer.set(Mood::Works);
    t.clock.advance(HOUR);
    deliver::run_once(&t.app).await.unwrap();
    let mut ids = t.mailer.handed_over().split_off(2);
    assert_eq!(ids.len(), 4);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4, "each its own");
    t.assert_sound();
}

/// On the real mailer: that the content is on its way is stored before the server has it, so that a kill in between
/// leaves what is shown here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_without_a_reply_is_repeated_late_and_under_the_same_id() {
    let sink = SmtpSink::start_with(Mode::HangAfterData, Encryption::None).await;
    let (t, admin) = with_real_mail(&sink, Deadlines::STANDARD).await;
    invite_many(&t, &admin, 1).await;
    let app = t.app.clone();
    let killed = tokio::spawn(async move { deliver::run_once(&app).await });
    sink.wait_taken(1).await;
    let sending = queue(&t, &admin).await;
    assert_eq!(sending[0]["state"], "sending", "{sending:?}");
    killed.abort();
    let _ = killed.await;
    loop {
        let now = queue(&t, &admin).await;
        if now[0]["state"] == "unconfirmed" {
            assert_eq!(now[0]["next_try_at"], "2026-03-02T09:00:00.000Z");
            break;
        }
        tokio::task::yield_now().await;
    }
    sink.set_mode(Mode::Accept);
    t.clock.advance(59 * MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0);
    t.clock.advance(MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    let taken = sink.taken();
    assert_eq!((taken.len(), taken[0] == taken[1]), (2, true), "{taken:?}");
    t.assert_sound();
}

async fn with_real_mail(sink: &SmtpSink, deadlines: Deadlines) -> (TestApp, String) {
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::with(deadlines)));
    let admin = t.admin().await;
    let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpTls": "none", "smtpUser": "",
        "fromEmail": "jobs@example.org", "fromName": "Jobs"});
    t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
    (t, admin)
}

#[tokio::test]
async fn mails_over_the_quota_of_a_day_arrive_the_next_day_each_once() {
    let left = Arc::new(AtomicUsize::new(30));
    let reply = "550 5.4.5 Daily user sending limit exceeded.";
    let sink = SmtpSink::start_with(Mode::Quota { left: left.clone(), reply }, Encryption::None).await;
    let (t, admin) = with_real_mail(&sink, Deadlines::STANDARD).await;
    invite_many(&t, &admin, 430).await;
    for _ in 0..24 {
        run(&t).await;
        t.clock.advance(HOUR);
    }
    assert_eq!(sink.messages().len(), 30);
    assert!(sink.count("RCPT") <= 30 + 4 + 4, "four at once, then one each six hours: {}", sink.count("RCPT"));
    left.store(1_000, Ordering::SeqCst);
    for _ in 0..7 {
        run(&t).await;
        t.clock.advance(HOUR);
    }
    let mut times = BTreeMap::<String, usize>::new();
    for mail in sink.messages() {
        *times.entry(mail.to[0].clone()).or_default() += 1;
    }
    assert_eq!((times.len(), times.values().max()), (430, Some(&1)));
    t.assert_sound();
}

/// Each reply at each stage, through the real mailer and the queue: what the mail's row shows, and whether the other
/// mail is tried.
#[tokio::test]
async fn replies_at_each_stage_are_shown_and_hold_up_what_they_concern() {
    let table = [
        ("greeting", Act::ReplyAndClose("554 5.7.1 go away"), "paused"),
        ("greeting", Act::Reset, "paused"),
        ("EHLO", Act::Reply("504 5.5.2 need fully-qualified hostname"), "paused"),
        ("MAIL", Act::Reply("421-4.7.28 unusual\n421 4.7.28 rate of mail"), "paused"),
        ("MAIL", Act::Reset, "paused"),
        ("RCPT", Act::Reply("550 5.1.1 no such user"), ""),
        ("RCPT", Act::Reply("550 no such user"), "waits"),
        ("RCPT", Act::Reply("450-4.2.0 a\n450 4.2.0 greylisted, see http://example.org/"), "waits"),
        ("RCPT", Act::Reply("554 5.7.1 Relay access denied"), "waits"),
        ("MAIL", Act::Reply("550 5.7.1 relaying denied"), "paused"),
        ("RCPT", Act::ReplyAndClose("421 4.3.2 closing"), "paused"),
        ("RCPT", Act::Reply("garbage"), "waits"),
        ("DATA", Act::Reply("451 4.3.0 later"), "waits"),
        (".", Act::Reply("554 5.7.1 spam"), "waits"),
        (".", Act::Reply("554 5.7.1 Blacklisted URL in message"), "waits"),
        (".", Act::Reply("421 4.7.0 deferred by the content filter"), "waits"),
        (".", Act::Reply("554 5.7.1 Client host [192.0.2.5] is on a blocklist"), "paused"),
        (".", Act::Reply("550 5.1.1 no such user"), ""),
        (".", Act::Reply("452 4.2.2 over quota"), "waits"),
        (".", Act::Reset, "unconfirmed"),
        (".", Act::Reply("garbage"), "unconfirmed"),
    ];
    let sink = SmtpSink::start().await;
    let (t, _) = with_real_mail(&sink, Deadlines::each(Duration::from_secs(5))).await;
    for (n, (at, act, state)) in table.into_iter().enumerate() {
        let (cell, admin) = (format!("{act:?} at {at}"), t.sign_in("ada@example.org").await);
        let test = t.create_test(&admin, small_test(&format!("Test {n}"))).await;
        sink.set_mode(Mode::At(at, act));
        let invite = t.invite(&admin, &test, &format!("p{n}@example.org")).await;
        let expected = if state.is_empty() { "refused" } else { state };
        assert_eq!(invite["email_delivery"]["state"], expected, "{cell}: {invite}");
        // The next one: held up by what concerns all.
        let before = sink.count("MAIL");
        sink.set_mode(Mode::Accept);
        let next = t.invite(&admin, &test, &format!("q{n}@example.org")).await;
        let is_held = matches!(state, "paused" | "unconfirmed");
        assert_eq!((next["email_sent"] == false, sink.count("MAIL") == before), (is_held, is_held), "{cell}: {next}");
        // Settings that are saved again end it, and the queue is emptied before the next row.
        t.put("/api/admin/email-settings")
            .bearer(&admin)
            .json(json!({"fromName": format!("Jobs {n}")}))
            .send()
            .await
            .ok();
        for _ in 0..3 {
            t.clock.advance(20 * MINUTE);
            run(&t).await;
        }
        let admin = t.sign_in("ada@example.org").await;
        assert!(queue(&t, &admin).await.is_empty(), "{cell}");
    }
    t.assert_sound();
}

/// A server that was set up by mistake and says nothing holds up nothing once the settings are right.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_settings_end_deliveries_that_wait_for_a_silent_server() {
    let silent = SmtpSink::start_with(Mode::Hang, Encryption::None).await;
    let (t, admin) = with_real_mail(&silent, Deadlines::STANDARD).await;
    invite_many(&t, &admin, 6).await;
    let app = t.app.clone();
    let waiting = tokio::spawn(async move { deliver::run_once(&app).await });
    while queue(&t, &admin).await.iter().filter(|mail| mail["state"] == "sending").count() < 4 {
        tokio::task::yield_now().await;
    }
    let good = SmtpSink::start().await;
    let settings = json!({"smtpPort": good.port()});
    t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
    waiting.await.unwrap().unwrap();
    run(&t).await;
    assert_eq!(good.messages().len(), 6);
    t.assert_sound();
}

/// One mail's content holds up that mail alone; that of several in a row holds up all, until one is accepted.
#[tokio::test]
async fn content_that_is_refused_holds_up_its_own_mail_until_several_are_refused_in_a_row() {
    let (t, admin) = TestApp::with_mail().await;
    let states = async || {
        let mut all = BTreeMap::<String, usize>::new();
        for mail in queue(&t, &admin).await {
            *all.entry(text(&mail["state"]).to_owned()).or_default() += 1;
        }
        all
    };
    let spam = || fails("554 5.7.1 spam", Consequence::RefusedAlone(30 * MINUTE), true);
    invite_many(&t, &admin, 1).await;
    t.mailer.set(spam());
    run(&t).await;
    t.mailer.set(Mood::Works);
    invite_many(&t, &admin, 5).await;
    assert_eq!(run(&t).await, 5, "the others go on");
    assert_eq!(states().await, BTreeMap::from([("waits".into(), 1)]));
    t.mailer.set(spam());
    let before = t.mailer.tries();
    invite_many(&t, &admin, 20).await;
    run(&t).await;
    let tried = t.mailer.tries() - before;
    assert!((3..3 + 4).contains(&tried), "not all 20 are tried: {tried}");
    assert!(states().await.contains_key("paused"), "{:?}", states().await);
    assert_eq!(run(&t).await, 0);
    t.mailer.set(Mood::Works);
    for _ in 0..3 {
        t.clock.advance(31 * MINUTE);
        run(&t).await;
    }
    let admin = t.sign_in("ada@example.org").await;
    assert!(queue(&t, &admin).await.is_empty());
    t.assert_sound();
}
