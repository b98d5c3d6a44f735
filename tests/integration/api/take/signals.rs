//! Integrity signals (docs/behaviour/taking.md#taking-a-test): kept, bounded, shown to admins, ending nothing.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use invigil::domain::time::{HOUR, MILLISECOND, MINUTE, SECOND};
use serde_json::{Value, json};

async fn send(t: &TestApp, invite: &Value, by: &str, signals: Value) -> Reply {
    let path = format!("/api/take-test/{}/signals", text(&invite["token"]));
    t.post(path).key(by).json(json!({"signals": signals})).send().await
}

#[tokio::test]
async fn the_result_tells_them_in_order_once_each() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let mut events = t.get("/api/events").bearer(&admin).stream().await;
    t.clock.advance(MINUTE);
    let batch = json!([
        {"kind": "paste", "at": "2026-03-02T08:00:40Z", "detail": "120"},
        {"kind": "tab_hidden", "at": "2026-03-02T08:00:10Z"},
        {"kind": "tab_visible", "at": "2026-03-02T08:00:12.500Z"},
        {"kind": "camera_denied"},
        // Clocks that are wrong: never before the start, never in the future.
        {"kind": "blur", "at": "1999-01-01T00:00:00Z"},
        {"kind": "focus", "at": "2099-01-01T00:00:00Z"},
    ]);
    assert_eq!(send(&t, &invite, &key(1), batch.clone()).await.ok(), json!({"total": 6}));
    assert_eq!(events.next_named().await, ("signal.added".into(), invite["id"].clone()));
    // A lost reply: the page sends what names its instant again.
    t.clock.advance(SECOND);
    let repeated: Vec<_> = list(&batch).iter().take(3).cloned().collect();
    assert_eq!(send(&t, &invite, &key(1), json!(repeated)).await.ok(), json!({"total": 6}));
    t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    let result = t.result_of(&admin, &invite).await;
    let expected = json!([
        {"kind": "blur", "at": "2026-03-02T08:00:00.000Z"},
        {"kind": "tab_hidden", "at": "2026-03-02T08:00:10.000Z"},
        {"kind": "tab_visible", "at": "2026-03-02T08:00:12.500Z"},
        {"kind": "paste", "at": "2026-03-02T08:00:40.000Z", "detail": "120"},
        {"kind": "focus", "at": "2026-03-02T08:01:00.000Z"},
        {"kind": "camera_denied", "at": "2026-03-02T08:01:00.000Z"},
    ]);
    assert_eq!((&result["signals"], &result["signals_not_kept"]), (&expected, &json!(0)));
    t.assert_sound();
}

#[tokio::test]
async fn only_the_holder_is_heard_and_only_about_the_test() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let one = |at: &str| json!([{"kind": "blur", "at": at}]);
    send(&t, &invite, &key(2), one("2026-03-02T08:00:00Z")).await.refused(409, "attempt_elsewhere");
    t.clock.advance(MINUTE);
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    t.clock.advance(HOUR);
    // A batch that was on its way when the test ended still counts; what came afterwards does not.
    send(&t, &invite, &key(1), one("2026-03-02T08:00:59Z")).await.ok();
    assert_eq!(send(&t, &invite, &key(1), one("2026-03-02T08:30:00Z")).await.ok(), json!({"total": 1}));
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(list(&t.result_of(&admin, &invite).await["signals"]).len(), 1);

    let test = t.test_with_all_types(&admin).await;
    let other = t.invite(&admin, &test, "dora@example.org").await;
    send(&t, &other, &key(1), one("2026-03-02T08:00:00Z")).await.refused(409, "not_started");
}

#[tokio::test]
async fn pasted_text_and_long_details_are_refused() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    for (signal, field) in [
        (json!({"kind": "paste", "detail": "the text"}), "signals[0].detail"),
        (json!({"kind": "paste"}), "signals[0].detail"),
        (json!({"kind": "second_screen", "detail": "x".repeat(201)}), "signals[0].detail"),
        (json!({"kind": "blur", "detail": "two\nlines"}), "signals[0].detail"),
        (json!({"kind": "keylogger"}), "signals[0].kind"),
        (json!({"kind": "blur", "at": "yesterday"}), "signals[0].at"),
    ] {
        send(&t, &invite, &key(1), json!([signal])).await.invalid(field);
    }
    let many: Vec<_> = (0..201).map(|_| json!({"kind": "blur"})).collect();
    send(&t, &invite, &key(1), json!(many)).await.invalid("signals");
}

#[tokio::test]
async fn beyond_2000_they_are_counted_only_and_the_test_goes_on() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.clock.advance(HOUR / 2);
    let start = invigil::domain::Instant::parse("2026-03-02T08:00:00Z").unwrap();
    for batch in 0..11 {
        let at = |n: i32| start.plus((batch * 200 + n) * 100 * MILLISECOND).to_string();
        let signals: Vec<_> = (0..200).map(|n| json!({"kind": "blur", "at": at(n)})).collect();
        send(&t, &invite, &key(1), json!(signals)).await.ok();
    }
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    assert_eq!(t.submit(&invite["token"], &key(1), &[]).await.ok()["answers_stored"], 1);
    let result = t.result_of(&admin, &invite).await;
    assert_eq!((list(&result["signals"]).len(), &result["signals_not_kept"]), (2_000, &json!(200)));
    // Nothing of it stays when the test is removed with all its data.
    t.delete(format!("/api/tests/{}/force", text(&invite["test_id"]))).bearer(&admin).send().await.ok();
    t.assert_sound();
}
