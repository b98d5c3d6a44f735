//! The one automatic reminder before an invite closes, and how the candidate stops it (docs/behaviour/invites.md#reminders).

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use invigil::{
    domain::time::{DAY, HOUR, MILLISECOND, MINUTE, SignedDuration},
    service::{invite::reminders, mail::deliver},
};
use serde_json::{Value, json};

struct Site {
    t: TestApp,
    admin: String,
    invite: Value,
}

async fn invited(extra: Value) -> Site {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", extra).await.expect(201);
    Site { t, admin, invite }
}

impl Site {
    /// Sweeps and sends; returns the subjects of the mails.
    async fn sent_now(&self) -> Vec<String> {
        let before = self.t.mailer.sent().len();
        self.t.sweep().await;
        deliver::run_once(&self.t.app).await.unwrap();
        self.t.mailer.sent().split_off(before).into_iter().map(|mail| mail.content.subject).collect()
    }

    /// Nothing a millisecond before; one reminder `at`, and none after it.
    async fn is_reminded_once_at(&self, at: SignedDuration) {
        self.t.clock.advance(at - MILLISECOND);
        assert!(self.sent_now().await.is_empty());
        self.t.clock.advance(MILLISECOND);
        let sent = self.sent_now().await;
        assert!(sent.len() == 1 && sent[0].starts_with("Reminder: T, until "), "{sent:?}");
        for _ in 0..3 {
            self.t.clock.advance(HOUR / 4);
            assert!(self.sent_now().await.is_empty());
        }
        self.t.assert_sound();
    }

    async fn stop(&self) -> Value {
        let path = format!("/api/invites/token/{}/stop-reminders", text(&self.invite["token"]));
        self.t.post(path).send().await.ok()
    }
}

#[tokio::test]
async fn it_goes_out_a_day_before_the_end() {
    invited(json!({})).await.is_reminded_once_at(13 * DAY).await;
    let end = TestApp::new().at(4 * DAY);
    invited(json!({ "closes_at": end })).await.is_reminded_once_at(3 * DAY).await;
    let self_chosen = json!({"no_schedule": false, "closes_at": end});
    invited(self_chosen).await.is_reminded_once_at(3 * DAY).await;
}

#[tokio::test]
async fn a_short_window_is_reminded_of_at_its_half() {
    let t = TestApp::new();
    let window = json!({"opens_at": t.at(DAY), "closes_at": t.at(DAY + 10 * HOUR)});
    invited(window).await.is_reminded_once_at(DAY + 5 * HOUR).await;
}

#[tokio::test]
async fn a_restart_between_two_steps_does_not_send_it_twice() {
    let site = invited(json!({})).await;
    site.t.clock.advance(13 * DAY);
    let id: invigil::domain::InviteId = text(&site.invite["id"]).parse().unwrap();
    let now = site.t.app.now();
    // Two sweeps that found the same row, as after a kill before the second one's commit.
    assert_eq!(reminders::queue_due(&site.t.app, vec![id], now).await.unwrap(), 1);
    assert_eq!(reminders::queue_due(&site.t.app, vec![id], now).await.unwrap(), 0);
    assert_eq!(site.sent_now().await.len(), 1);
    assert!(site.sent_now().await.is_empty());
}

#[tokio::test]
async fn only_those_who_wait_are_reminded() {
    let site = invited(json!({})).await;
    site.t.start(&site.invite["token"], &key(1)).await.ok();
    site.t.clock.advance(13 * DAY + MINUTE);
    assert!(site.sent_now().await.is_empty(), "it has started");

    let site = invited(json!({})).await;
    let path = format!("/api/invites/{}/revoke", text(&site.invite["id"]));
    site.t.post(path).bearer(&site.admin).send().await.ok();
    site.t.clock.advance(13 * DAY + MINUTE);
    assert!(site.sent_now().await.is_empty(), "it was withdrawn");

    let site = invited(json!({})).await;
    site.t.clock.advance(13 * DAY + MINUTE);
    site.t.sweep().await;
    site.t.start(&site.invite["token"], &key(1)).await.ok();
    assert!(site.sent_now().await.is_empty(), "it started while the mail waited");

    let site = invited(json!({})).await;
    site.t.change_user("cora@example.org", |user| user.is_active = false).await;
    site.t.clock.advance(13 * DAY + MINUTE);
    assert!(site.sent_now().await.is_empty(), "it may not start");
}

#[tokio::test]
async fn it_can_be_switched_off() {
    let site = invited(json!({})).await;
    let path = "/api/admin/email-settings";
    assert_eq!(site.t.get(path).bearer(&site.admin).send().await.ok()["closingReminders"], true);
    let off = site.t.put(path).bearer(&site.admin).json(json!({"closingReminders": false})).send().await.ok();
    assert_eq!(off["closingReminders"], false);
    let kept = site.t.put(path).bearer(&site.admin).json(json!({"fromName": "Us"})).send().await.ok();
    assert_eq!(kept["closingReminders"], false, "an omitted field keeps its value");
    site.t.clock.advance(13 * DAY + MINUTE);
    assert!(site.sent_now().await.is_empty());
    let admin = site.t.sign_in("ada@example.org").await;
    site.t.put(path).bearer(&admin).json(json!({"closingReminders": true})).send().await.ok();
    assert_eq!(site.sent_now().await.len(), 1);
}

#[tokio::test]
async fn the_candidate_stops_them_by_a_post_from_the_mails_page() {
    let site = invited(json!({})).await;
    site.t.clock.advance(13 * DAY);
    assert_eq!(site.sent_now().await.len(), 1);
    let mail = site.t.mailer.sent().pop().unwrap().content;
    let link = format!("/stop-reminders/{}", text(&site.invite["token"]));
    assert!(mail.text.contains(&link) && mail.html.contains(&link), "{}", mail.text);

    let site = invited(json!({})).await;
    // A mail scanner opens the page and the call behind it.
    site.t.get(format!("/stop-reminders/{}", text(&site.invite["token"]))).send().await;
    let call = format!("/api/invites/token/{}/stop-reminders", text(&site.invite["token"]));
    assert_eq!(site.t.get(&call).send().await.status, 405);
    assert!(site.t.invite_row(&site.admin, &site.invite["id"]).await["reminders_stopped_at"].is_null());
    site.stop().await;
    site.stop().await;
    assert!(site.t.invite_row(&site.admin, &site.invite["id"]).await["reminders_stopped_at"].is_string());
    site.t.clock.advance(13 * DAY + MINUTE);
    assert!(site.sent_now().await.is_empty());
    site.t.start(&site.invite["token"], &key(1)).await.ok();
    site.t.assert_sound();
}

#[tokio::test]
async fn reminders_of_a_scheduled_time_stop_too() {
    let t = TestApp::new();
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(3 * DAY)});
    let site = invited(fixed).await;
    site.stop().await;
    site.t.clock.advance(2 * DAY);
    assert!(site.sent_now().await.is_empty());
}

#[tokio::test]
async fn without_a_mail_server_none_waits_for_one() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "cora@example.org").await;
    t.clock.advance(13 * DAY + MINUTE);
    assert_eq!(t.sweep().await.reminded, 0);
}
