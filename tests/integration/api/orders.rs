//! Orders of applicant tracking systems (docs/api.md#orders).

use super::webhooks::{create, form, send, server};
use crate::support::{
    journey::{column, key, list, small_test, text},
    receiver::{Received, Receiver},
};
use serde_json::{Value, json};

#[tokio::test]
async fn an_order_is_placed_once_and_its_score_carries_its_id() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["invite.sent", "result.scored", "invite.withdrawn"])).await;
    let (test, other) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Go")).await);
    let order = |id: &str, test: &Value, email: &str| {
        json!({"external_id": id, "test_id": test["id"], "applicant_name": "Ann Lee", "applicant_email": email,
            "no_schedule": true})
    };
    let place = |form: Value| t.post("/api/orders").bearer(&ada).json(form).send();
    let ann = order("tracking:1", &test, "ann@example.org");
    let [first, second] = tokio::join!(place(ann.clone()), place(ann.clone())).into();
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201], "a double click is one order");
    assert_eq!(first.json["invite"]["id"], second.json["invite"]["id"]);
    assert_eq!(list(&t.get("/api/invites").bearer(&ada).send().await.ok()).len(), 1);
    place(order("tracking:1", &other, "ann@example.org")).await.refused(409, "other_order");
    place(order("tracking:1", &test, "bea@example.org")).await.refused(409, "other_order");
    for bad in ["", "a/b", "..", "a b"] {
        let refused = place(order(bad, &test, "ann@example.org")).await.refused(422, "invalid");
        assert!(refused["fields"]["external_id"].is_string(), "{bad}");
    }
    place(order("tracking:2", &other, "bea@example.org")).await.expect(201);
    let token = &first.json["invite"]["token"];
    t.start(token, &key(1)).await.ok();
    t.delete("/api/orders/tracking:1").bearer(&ada).send().await.refused(409, "already_started");
    t.submit(token, &key(1), &[("q1", "B")]).await.ok();
    t.delete("/api/orders/tracking:1").bearer(&ada).send().await.refused(409, "finished");
    for _ in 0..2 {
        let cancelled = t.delete("/api/orders/tracking:2").bearer(&ada).send().await.ok();
        assert_eq!(cancelled["invite"]["status"], "expired");
    }
    let seen = t.get("/api/orders/tracking:1").bearer(&ada).send().await.ok();
    assert!(seen["invite"]["submission_id"].is_string());
    assert_eq!(
        column(&t.get("/api/orders").bearer(&ada).send().await.ok(), "external_id"),
        ["tracking:2", "tracking:1"]
    );
    send(&t).await;
    let sent: Vec<Value> = receiver.take().iter().map(Received::json).collect();
    let ids = |kind: &str| -> Vec<&str> {
        sent.iter().filter(|one| one["type"] == kind).map(|one| text(&one["data"]["external_id"])).collect()
    };
    assert_eq!(ids("result.scored"), ["tracking:1"]);
    assert_eq!(ids("invite.withdrawn"), ["tracking:2"]);
    let people = t.get("/api/admin/applicants?search=ann@").bearer(&ada).send().await.ok();
    let path = format!("/api/admin/applicants/{}?force=true", text(&people[0]["id"]));
    t.delete(path).bearer(&ada).send().await.ok();
    t.get("/api/orders/tracking:1").bearer(&ada).send().await.refused(404, "not_found");
    t.assert_sound();
}
