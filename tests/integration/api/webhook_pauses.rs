//! Receivers that are taken to be away (docs/webhooks.md#delivery), and a worker that never pauses.

use super::webhooks::{config, create, form, server};
use crate::support::{
    app::TestApp,
    failing_disk::FailingDisk,
    journey::{small_test, text},
    receiver::Receiver,
};
use invigil::{
    domain::{
        time::{DAY, MINUTE},
        webhook::Delivery,
    },
    service::webhook::deliver::{self, Sender},
    store::Read,
};
use tokio_util::sync::CancellationToken;

/// Who has repaired a receiver need not wait until it is tried by itself.
#[tokio::test]
async fn a_test_reaches_a_receiver_that_was_away_and_the_rest_follows() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let hook = create(&t, &ada, form(&receiver, &["invite.sent"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    receiver.answer(|_| 503);
    t.invite(&ada, &test, "cora@example.org").await;
    let mut sender = Sender::default();
    for _ in 0..8 {
        sender.send_due(&t.app).await.unwrap();
        t.clock.advance(MINUTE * 15);
    }
    let ada = t.sign_in("ada@example.org").await;
    sender.send_due(&t.app).await.unwrap();
    assert!(!receiver.take().is_empty());
    receiver.answer(|_| 200);
    t.invite(&ada, &test, "dora@example.org").await;
    sender.send_due(&t.app).await.unwrap();
    assert!(receiver.take().is_empty(), "the receiver is taken to be away");
    t.post(format!("/api/webhooks/{}/test", text(&hook["id"]))).bearer(&ada).send().await.expect(202);
    sender.send_due(&t.app).await.unwrap();
    let kinds: Vec<String> = receiver.take().iter().map(|one| text(&one.json()["type"]).to_owned()).collect();
    assert_eq!(kinds, ["webhook.test", "invite.sent"], "Dora's; Cora's has its own next try");
    t.assert_sound();
}

/// What a disk does not take would go out again as fast as the receiver replies.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outcome_that_cannot_be_stored_is_not_sent_again_at_once() {
    let (disk, receiver) = (FailingDisk::default(), Receiver::start().await);
    let t = TestApp::configured_on(disk.backing(), config());
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["invite.sent"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.invite(&ada, &test, "cora@example.org").await;
    let failing = disk.clone();
    receiver.answer(move |_| {
        failing.fail(true);
        200
    });
    let mut sender = Sender::default();
    let _ = sender.send_due(&t.app).await;
    disk.fail(false);
    while !t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    receiver.answer(|_| 200);
    let first = receiver.take();
    assert_eq!(first.len(), 1);
    sender.send_due(&t.app).await.unwrap();
    assert!(receiver.take().is_empty());
    t.clock.advance(MINUTE);
    sender.send_due(&t.app).await.unwrap();
    let again = receiver.take();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].header("webhook-id"), first[0].header("webhook-id"));
    t.assert_sound();
}

#[tokio::test]
async fn what_ended_long_ago_is_deleted_although_events_never_cease() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["invite.sent"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.invite(&ada, &test, "cora@example.org").await;
    Sender::default().send_due(&t.app).await.unwrap();
    let kept = || t.app.store.read().unwrap().records::<Delivery>().unwrap();
    assert_eq!(kept().len(), 1);
    t.clock.advance(DAY * 31);
    let worker = tokio::spawn(deliver::work(t.app.clone(), CancellationToken::new()));
    while !kept().is_empty() {
        t.app.wakeups.webhooks.notify();
        tokio::task::yield_now().await;
    }
    worker.abort();
}

/// Its deliveries go with the test: receivers hear before that what ends by it.
#[tokio::test]
async fn a_test_that_is_deleted_by_force_withdraws_its_open_invites() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["invite.withdrawn"])).await;
    let test = t.create_test(&ada, small_test("T")).await;
    for email in ["one@example.org", "two@example.org"] {
        t.invite(&ada, &test, email).await;
    }
    let stop = CancellationToken::new();
    let worker = tokio::spawn(deliver::work(t.app.clone(), stop.clone()));
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&ada).send().await.ok();
    let heard: Vec<_> = receiver.take().iter().map(|one| text(&one.json()["type"]).to_owned()).collect();
    assert_eq!(heard, ["invite.withdrawn"; 2]);
    stop.cancel();
    worker.await.unwrap();
    t.assert_sound();
}
