//! Actions on many invites: a result per invite, and nothing twice (docs/behaviour/invites.md#invite-actions).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, small_test, text},
};
use invigil::{
    domain::time::{DAY, HOUR, MILLISECOND, MINUTE},
    service::{
        actor::{self, Inviter},
        invite::actions::{self, BulkInviteAction, InviteActionOutcome, InviteActionTarget},
        mail::deliver,
    },
};
use serde_json::{Value, json};

async fn site() -> (TestApp, String, Value) {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    (t, admin, test)
}

async fn run(t: &TestApp, admin: &str, body: Value) -> Reply {
    t.post("/api/invites/actions").bearer(admin).json(body).send().await
}

/// Outcomes of an action on these invites.
async fn outcomes(t: &TestApp, admin: &str, action: &str, invites: &[&Value]) -> Vec<String> {
    let ids: Vec<_> = invites.iter().map(|invite| &invite["id"]).collect();
    let mut body = json!({"action": action, "ids": ids});
    if action == "extend" {
        body["closes_at"] = json!(t.at(20 * DAY));
    }
    let reply = run(t, admin, body).await.ok();
    column(&reply["results"], "outcome").into_iter().map(str::to_owned).collect()
}

/// Recipients of the mails that the worker sends now.
async fn mailed(t: &TestApp) -> Vec<String> {
    let before = t.mailer.sent().len();
    while deliver::run_once(&t.app).await.unwrap() > 0 {}
    t.mailer.sent().split_off(before).into_iter().map(|mail| mail.to_email).collect()
}

#[tokio::test]
async fn nothing_is_done_once_the_permission_has_ended() {
    let (t, admin, test) = site().await;
    let bob = t.second_admin().await;
    let ann = t.invite(&admin, &test, "ann@x.org").await;
    let by: Inviter = actor::authenticate(&t.app, Some(&bob)).unwrap().require().unwrap();
    let revoke = async || {
        let target = InviteActionTarget::Ids(vec![text(&ann["id"]).parse().unwrap()]);
        actions::run(&t.app, &by, target, BulkInviteAction::Revoke).await.unwrap().remove(0).1
    };
    t.change_user("bob@example.org", |user| user.is_active = false).await;
    assert!(matches!(revoke().await, InviteActionOutcome::Refused(why) if why.contains("ended before")));
    t.change_user("bob@example.org", |user| user.is_active = true).await;
    assert!(matches!(revoke().await, InviteActionOutcome::Done { .. }));
}

#[tokio::test]
async fn a_reminder_goes_to_those_who_wait_and_once_though_pressed_twice() {
    let (t, admin, test) = site().await;
    let bob = t.second_admin().await;
    let (ann, ben) = (t.invite(&admin, &test, "ann@x.org").await, t.invite(&admin, &test, "ben@x.org").await);
    let done = t.take(&admin, &test, "done@x.org", &[("q1", "B")]).await;
    let running = t.invite(&admin, &test, "run@x.org").await;
    t.start(&running["token"], &key(1)).await.ok();
    let gone = t.invite(&admin, &test, "gone@x.org").await;
    outcomes(&t, &admin, "revoke", &[&gone]).await;
    let quiet = t.invite(&admin, &test, "quiet@x.org").await;
    t.post(format!("/api/invites/token/{}/stop-reminders", text(&quiet["token"]))).send().await.ok();
    let unknown = json!({"id": "00000000-0000-7000-8000-000000000000"});

    let all = [&ann, &ben, &done, &running, &gone, &quiet, &unknown, &ann];
    let expected = ["done", "done", "refused", "refused", "refused", "refused", "refused"];
    let (first, second) = tokio::join!(outcomes(&t, &admin, "remind", &all), outcomes(&t, &bob, "remind", &all));
    let (first, second) = if first[0] == "done" { (first, second) } else { (second, first) };
    assert_eq!(first, expected, "an id that is named twice counts once");
    assert_eq!(second[..2], ["already", "already"]);
    let mut to = mailed(&t).await;
    to.sort_unstable();
    assert_eq!(to, ["ann@x.org", "ben@x.org"]);
    assert!(t.invite_row(&admin, &ann["id"]).await["reminded_at"].is_string());
    t.clock.advance(HOUR);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(outcomes(&t, &admin, "remind", &[&ann]).await, ["done"], "later it is a new reminder");
    assert_eq!(mailed(&t).await, ["ann@x.org"]);
    t.assert_sound();
}

#[tokio::test]
async fn a_dated_test_is_reminded_of_by_its_date() {
    let (t, admin, test) = site().await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(3 * DAY)});
    let invite = t.invite_with(&admin, &test, "ann@x.org", fixed).await.expect(201);
    assert_eq!(outcomes(&t, &admin, "remind", &[&invite]).await, ["done"]);
    mailed(&t).await;
    assert!(t.mailer.sent().pop().unwrap().content.subject.starts_with("Reminder: T, Thursday"));
    t.clock.advance(3 * DAY + HOUR);
    mailed(&t).await;
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(outcomes(&t, &admin, "remind", &[&invite]).await, ["done"]);
    mailed(&t).await;
    let subject = t.mailer.sent().pop().unwrap().content.subject;
    assert!(subject.starts_with("Reminder: T, until Friday"), "{subject}");
}

#[tokio::test]
async fn revoked_ones_are_revoked_once() {
    let (t, admin, test) = site().await;
    let ann = t.invite(&admin, &test, "ann@x.org").await;
    let done = t.take(&admin, &test, "done@x.org", &[("q1", "B")]).await;
    assert_eq!(outcomes(&t, &admin, "revoke", &[&ann, &done]).await, ["done", "refused"]);
    let revoked_at = t.invite_row(&admin, &ann["id"]).await["revoked_at"].clone();
    t.clock.advance(MINUTE);
    assert_eq!(outcomes(&t, &admin, "revoke", &[&ann]).await, ["already"]);
    assert_eq!(t.invite_row(&admin, &ann["id"]).await["revoked_at"], revoked_at);
    t.start(&ann["token"], &key(1)).await.refused(410, "revoked");
    assert!(mailed(&t).await.is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn a_moved_end_is_mailed_and_expired_ones_open_again() {
    let (t, admin, test) = site().await;
    let close = json!({"closes_at": t.at(2 * DAY)});
    let ann = t.invite_with(&admin, &test, "ann@x.org", close.clone()).await.expect(201);
    let own = json!({"no_schedule": false, "closes_at": t.at(3 * DAY)});
    let slot = t.invite_with(&admin, &test, "slot@x.org", own).await.expect(201);
    let path = format!("/api/invites/token/{}/schedule", text(&slot["token"]));
    t.post(path).json(json!({"scheduled_date": t.at(HOUR)})).send().await.ok();
    let gone = t.invite(&admin, &test, "gone@x.org").await;
    outcomes(&t, &admin, "revoke", &[&gone]).await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(HOUR)});
    let dated = t.invite_with(&admin, &test, "dated@x.org", fixed).await.expect(201);
    mailed(&t).await;
    t.clock.advance(4 * DAY);
    let admin = t.sign_in("ada@example.org").await;
    t.sweep().await;
    mailed(&t).await;
    t.start(&ann["token"], &key(1)).await.refused(410, "expired");

    let all = [&ann, &slot, &gone, &dated];
    assert_eq!(outcomes(&t, &admin, "extend", &all).await, ["done", "done", "refused", "refused"]);
    assert_eq!(outcomes(&t, &admin, "extend", &[&ann, &slot]).await, ["already", "already"]);
    let mut to = mailed(&t).await;
    to.sort_unstable();
    assert_eq!(to, ["ann@x.org", "slot@x.org"]);
    assert!(t.mailer.sent().pop().unwrap().content.subject.starts_with("New end date: T, until "));
    let row = t.invite_row(&admin, &slot["id"]).await;
    assert_eq!((&row["status"], &row["scheduled_date"]), (&json!("sent"), &Value::Null), "it can choose again");
    t.start(&ann["token"], &key(1)).await.ok();
    // The new end has a reminder of its own.
    t.clock.advance(19 * DAY);
    assert_eq!(t.sweep().await.reminded, 1);
    t.assert_sound();
}

#[tokio::test]
async fn an_end_before_the_chosen_time_is_refused() {
    let (t, admin, test) = site().await;
    let own = t.invite_with(&admin, &test, "own@x.org", json!({"no_schedule": false})).await.expect(201);
    let path = format!("/api/invites/token/{}/schedule", text(&own["token"]));
    t.post(path).json(json!({"scheduled_date": t.at(5 * DAY)})).send().await.ok();
    let extend = |at: String| run(&t, &admin, json!({"action": "extend", "ids": [own["id"]], "closes_at": at}));
    let reply = extend(t.at(4 * DAY)).await.ok();
    assert_eq!(reply["results"][0]["outcome"], "refused");
    assert!(text(&reply["results"][0]["detail"]).contains("scheduled for"), "{reply}");
    assert_eq!(extend(t.at(6 * DAY)).await.ok()["results"][0]["outcome"], "done");
    extend(t.at(-MILLISECOND)).await.invalid("closes_at");
    t.assert_sound();
}

#[tokio::test]
async fn invitations_are_resent_once() {
    let (t, admin, test) = site().await;
    let ann = t.invite(&admin, &test, "ann@x.org").await;
    assert_eq!(outcomes(&t, &admin, "resend", &[&ann]).await, ["already"], "it was sent a moment ago");
    t.clock.advance(HOUR);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(outcomes(&t, &admin, "resend", &[&ann]).await, ["done"]);
    assert_eq!(outcomes(&t, &admin, "resend", &[&ann]).await, ["already"]);
    assert_eq!(mailed(&t).await, ["ann@x.org"]);
    assert_eq!(outcomes(&t, &admin, "resend", &[&ann]).await, ["already"]);
    let mails = t.mailer.sent();
    assert_ne!(mails[0].message_id, mails[1].message_id, "no duplicate of the first");
}

#[tokio::test]
async fn a_filter_names_all_that_match_it() {
    let (t, admin, test) = site().await;
    let other = t.create_test(&admin, small_test("Other")).await;
    t.invite(&admin, &test, "ann@x.org").await;
    t.invite(&admin, &other, "ben@x.org").await;
    t.clock.advance(MINUTE);
    t.take(&admin, &test, "done@x.org", &[("q1", "B")]).await;
    let filter = json!({"test_id": test["id"], "status_filter": "active", "search": "CORA"});
    let reply = run(&t, &admin, json!({"action": "remind", "filter": filter})).await.ok();
    assert_eq!(column(&reply["results"], "outcome"), ["done"]);
    assert_eq!(reply["results"][0]["email_queued"], true);
    assert_eq!(mailed(&t).await, ["ann@x.org"]);
}

#[tokio::test]
async fn calls_that_name_nothing_or_too_much_are_refused() {
    let (t, admin, test) = site().await;
    let ann = t.invite(&admin, &test, "ann@x.org").await;
    run(&t, &admin, json!({"action": "remind", "ids": []})).await.invalid("ids");
    run(&t, &admin, json!({"action": "remind"})).await.invalid("ids");
    run(&t, &admin, json!({"action": "remind", "ids": [ann["id"]], "filter": {}})).await.invalid("ids");
    run(&t, &admin, json!({"action": "remind", "ids": ["x"]})).await.invalid("ids");
    run(&t, &admin, json!({"action": "explode", "ids": [ann["id"]]})).await.invalid("action");
    run(&t, &admin, json!({"action": "extend", "ids": [ann["id"]]})).await.invalid("closes_at");
    run(&t, &admin, json!({"action": "remind", "filter": {"search": "nobody"}})).await.invalid("filter");
    run(&t, &admin, json!({"action": "remind", "filter": {"test_id": "x"}})).await.invalid("test_id");
    for unknown in [json!({"test": test["id"]}), json!({"status": "sent"}), json!({"tset_id": test["id"]})] {
        run(&t, &admin, json!({"action": "revoke", "filter": unknown})).await.expect(422);
    }
    let many: Vec<_> = (0..1_001).map(|n| format!("00000000-0000-7000-8000-{n:012}")).collect();
    run(&t, &admin, json!({"action": "revoke", "ids": many})).await.invalid("ids");
    let known = run(&t, &admin, json!({"action": "revoke", "ids": many[..1_000]})).await.ok();
    assert_eq!(list(&known["results"]).len(), 1_000);
    let off = json!({"smtpHost": "", "smtpPassword": null});
    t.put("/api/admin/email-settings").bearer(&admin).json(off).send().await.ok();
    run(&t, &admin, json!({"action": "remind", "ids": [ann["id"]]})).await.refused(422, "smtp_failed");
}

#[tokio::test]
async fn counts_follow_the_filters() {
    let (t, admin, test) = site().await;
    let other = t.create_test(&admin, small_test("Other")).await;
    t.invite(&admin, &test, "old@x.org").await;
    t.clock.advance(DAY);
    let admin = t.sign_in("ada@example.org").await;
    t.invite(&admin, &test, "ann@x.org").await;
    t.invite(&admin, &other, "ben@x.org").await;
    t.take(&admin, &test, "done@x.org", &[("q1", "B")]).await;
    let cases = [
        ("", 4, 3, 1, 0),
        ("date_filter=2026-03-03", 3, 2, 1, 1),
        ("date_filter=2026-03-03&status_filter=completed", 3, 2, 1, 0),
        ("date_filter=2026-03-02", 1, 1, 0, 0),
        ("search=cora", 4, 3, 1, 0),
        ("search=x.org&date_filter=2026-03-03", 3, 2, 1, 1),
        ("search=ben", 1, 1, 0, 0),
        ("email_search=cora", 0, 0, 0, 0),
    ];
    let counts = async |query: String| {
        let path = format!("/api/invites/counts?{query}");
        let row = t.get(path).bearer(&admin).send().await.ok();
        let of = |field: &str| row[field].as_u64().unwrap();
        (of("all"), of("sent"), of("completed"), of("older"))
    };
    for (query, all, sent, completed, older) in cases {
        assert_eq!(counts(query.into()).await, (all, sent, completed, older), "{query}");
    }
    let of_test = format!("test_id={}", text(&test["id"]));
    assert_eq!(counts(of_test.clone()).await, (3, 2, 1, 0));
    assert_eq!(counts(format!("{of_test}&search=ann")).await, (1, 1, 0, 0));
    assert_eq!(counts(format!("{of_test}&date_filter=2026-03-03")).await, (2, 1, 1, 1));
    for query in [of_test.clone(), format!("{of_test}&search=x.org")] {
        let rows = t.get(format!("/api/invites?{query}")).bearer(&admin).send().await.ok();
        assert_eq!(column(&rows, "applicant_email"), ["done@x.org", "ann@x.org", "old@x.org"]);
    }
}
