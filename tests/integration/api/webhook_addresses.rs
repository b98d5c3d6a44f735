//! Addresses of webhooks, which may be all the secret of their receivers (docs/webhooks.md#addresses), and the receivers of
//! return addresses (docs/api.md#return-addresses).

use super::webhooks::{create, send, server};
use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
    receiver::Receiver,
};
use invigil::{
    domain::{
        Error,
        order::{Order, ReturnAddress},
        webhook::{Delivery, Webhook},
    },
    service::operate::{backup, lifecycle},
    store::Read,
};
use serde_json::{Value, json};

const SECRET: &str = "services/T0PLANTED/B0PLANTED?sig=PLANTED";

/// Sends a test event, and returns where it arrived.
async fn arrives(t: &TestApp, by: &str, hook: &Value, receiver: &Receiver) -> String {
    t.post(format!("/api/webhooks/{}/test", text(&hook["id"]))).bearer(by).send().await.expect(202);
    send(t).await;
    receiver.take().last().unwrap().uri.to_string()
}

fn stored(t: &TestApp) -> Webhook {
    t.app.store.read().unwrap().records::<Webhook>().unwrap().remove(0)
}

fn assert_sealed(hook: &Webhook) {
    let sealed = String::from_utf8_lossy(hook.url_sealed.as_ref().unwrap()).into_owned();
    assert!(!hook.url.contains("PLANTED") && !sealed.contains("PLANTED"), "{hook:?}");
}

#[tokio::test]
async fn an_address_is_sealed_shown_in_part_and_kept_by_a_change_without_one() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let form =
        json!({"name": "Chat", "url": format!("http://{}/{SECRET}", receiver.address), "events": ["invite.sent"]});
    let hook = create(&t, &ada, form.clone()).await;
    let shown = format!("http://{}/services/…", receiver.address);
    assert_eq!(hook["url"], shown);
    assert_sealed(&stored(&t));
    assert_eq!(arrives(&t, &ada, &hook, &receiver).await, format!("/{SECRET}"));
    let path = format!("/api/webhooks/{}", text(&hook["id"]));
    let put = async |form: &Value| t.put(&path).bearer(&ada).json(form.clone()).send().await;
    for url in [None, Some(json!("")), Some(json!(shown)), Some(form["url"].clone())] {
        let mut same = form.clone();
        match url {
            None => drop(same.as_object_mut().unwrap().remove("url")),
            Some(url) => same["url"] = url,
        }
        let changed = put(&same).await.ok();
        assert_eq!((&changed["version"], &changed["url"]), (&json!(1), &json!(shown)), "nothing was changed");
    }
    assert_eq!(arrives(&t, &ada, &hook, &receiver).await, format!("/{SECRET}"));
    // The shown address with something typed behind it would take the place of the stored one.
    let mut typed = form.clone();
    typed["url"] = json!(format!("{shown}x"));
    put(&typed).await.invalid("url");
    let mut moved = form.clone();
    moved["url"] = json!(format!("http://{}/hooks/OTHER", receiver.address));
    assert_eq!(put(&moved).await.ok()["version"], 2);
    assert_eq!(arrives(&t, &ada, &hook, &receiver).await, "/hooks/OTHER");
    for path in ["/api/webhooks".to_owned(), format!("{path}/deliveries")] {
        let seen = t.get(path).bearer(&ada).send().await.text;
        assert!(!seen.contains("PLANTED") && !seen.contains("OTHER"), "{seen}");
    }
    let mut none = form;
    none.as_object_mut().unwrap().remove("url");
    none["name"] = json!("Another");
    t.post("/api/webhooks").bearer(&ada).json(none).send().await.invalid("url");
    t.assert_sound();
}

/// An earlier version has stored addresses as they were entered.
#[tokio::test]
async fn an_address_of_an_earlier_version_is_sealed_by_the_next_start() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let url = format!("http://{}/{SECRET}", receiver.address);
    let hook = create(&t, &ada, json!({"name": "Chat", "url": url, "events": ["invite.sent"]})).await;
    let old = Webhook { url: url.clone(), url_sealed: None, ..stored(&t) };
    t.app.store.write(move |tx| Ok::<_, Error>(tx.put(&old)?)).await.unwrap();
    // Nothing depends on the start.
    assert_eq!(arrives(&t, &ada, &hook, &receiver).await, format!("/{SECRET}"));
    let seen = t.get("/api/webhooks").bearer(&ada).send().await.text;
    assert!(!seen.contains("PLANTED"), "{seen}");
    for _ in 0..2 {
        lifecycle::recover(&t.app).await.unwrap();
        assert_sealed(&stored(&t));
        assert_eq!(arrives(&t, &ada, &hook, &receiver).await, format!("/{SECRET}"));
    }
    t.assert_sound();
}

fn order_of(t: &TestApp) -> Order {
    t.app.store.read().unwrap().records::<Order>().unwrap().remove(0)
}

/// Whether any order or delivery holds the planted text.
fn is_stored_in_plain(t: &TestApp) -> bool {
    let read = t.app.store.read().unwrap();
    let (orders, sent) = (read.records::<Order>().unwrap(), read.records::<Delivery>().unwrap());
    format!("{orders:?}{sent:?}").contains("PLANTED")
}

#[tokio::test]
async fn a_return_address_is_sealed_and_called_also_one_of_an_earlier_version() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let url = format!("http://{}/{SECRET}", receiver.address);
    let order = json!({"external_id": "a:1", "test_id": test["id"], "applicant_name": "Ann Lee",
        "applicant_email": "ann@example.org", "no_schedule": true, "return_address": url});
    let placed = t.post("/api/orders").bearer(&ada).json(order).send().await.expect(201);
    assert_eq!(placed["return_address"], format!("http://{}/services/…", receiver.address));
    t.start(&placed["invite"]["token"], &key(1)).await.ok();
    t.submit(&placed["invite"]["token"], &key(1), &[("q1", "B")]).await.ok();
    assert!(!is_stored_in_plain(&t));
    let hook = t.get("/api/webhooks").bearer(&ada).send().await.ok()[0].clone();
    let deliveries = format!("/api/webhooks/{}/deliveries", text(&hook["id"]));
    let again = async || {
        let sent = t.get(&deliveries).bearer(&ada).send().await.ok();
        t.post(format!("{deliveries}/{}/resend", text(&sent[0]["id"]))).bearer(&ada).send().await.expect(202);
        send(&t).await;
        receiver.take().iter().map(|call| call.uri.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(again().await, [format!("/{SECRET}")]);
    // As an earlier version has stored it, with what was sent to it.
    let known = order_of(&t);
    let to = ReturnAddress { url: url.clone(), ..known.return_to.clone().unwrap() };
    let old = Order { return_to: Some(to), address_sealed: None, ..known };
    t.app
        .store
        .write(move |tx| {
            for delivery in tx.records::<Delivery>()? {
                tx.put(&Delivery { url: Some(url.clone()), ..delivery })?;
            }
            Ok::<_, Error>(tx.put(&old)?)
        })
        .await
        .unwrap();
    assert!(is_stored_in_plain(&t));
    // Nothing depends on the start.
    assert_eq!(again().await, [format!("/{SECRET}")]);
    for _ in 0..2 {
        lifecycle::recover(&t.app).await.unwrap();
        assert!(!is_stored_in_plain(&t));
        assert_eq!(again().await, [format!("/{SECRET}")]);
    }
    for path in ["/api/orders", "/api/orders/a:1", &deliveries] {
        let seen = t.get(path).bearer(&ada).send().await.text;
        assert!(!seen.contains("PLANTED"), "{seen}");
    }
    // As a restore without the master key does.
    backup::forget_sealed(&t.app).await.unwrap();
    let ada = t.sign_in("ada@example.org").await;
    assert_eq!(t.get("/api/orders/a:1").bearer(&ada).send().await.ok()["return_address"], Value::Null);
    t.assert_sound();
}

/// Who may order names hosts: those without a receiver do not keep others out.
#[tokio::test]
async fn receivers_that_nothing_has_reached_make_room_and_come_back_with_their_score() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let place = async |n: usize, address: &str| {
        let order = json!({"external_id": format!("a:{n}"), "test_id": test["id"], "applicant_name": "Ann Lee",
            "applicant_email": format!("ann{n}@example.org"), "no_schedule": true, "return_address": address});
        t.post("/api/orders").bearer(&ada).json(order).send().await
    };
    let mut placed = Vec::new();
    for n in 0..20 {
        placed.push(place(n, &format!("https://host{n}.example.org/x")).await.expect(201));
    }
    let hooks = async || t.get("/api/webhooks").bearer(&ada).send().await.ok();
    let change = async |hook: &Value, name: &str| {
        let form = json!({"name": name, "events": ["result.scored"]});
        t.put(format!("/api/webhooks/{}", text(&hook["id"]))).bearer(&ada).json(form).send().await.ok();
    };
    change(&hooks().await[0], "Ours").await;
    place(20, &format!("http://{}/x", receiver.address)).await.expect(201);
    let known = hooks().await;
    let names = column(&known, "name");
    assert_eq!((names.len(), names[0], names[1]), (20, "Ours", "Orders: host2.example.org"));
    // The score of an order whose receiver has made room is sent all the same.
    t.start(&placed[1]["invite"]["token"], &key(1)).await.ok();
    t.submit(&placed[1]["invite"]["token"], &key(1), &[("q1", "B")]).await.ok();
    let known = hooks().await;
    let back = list(&known).iter().find(|hook| hook["name"] == "Orders: host1.example.org").unwrap();
    assert_eq!((list(&known).len(), &back["waiting"]), (20, &json!(1)));
    // What an administrator has changed stays, and what is still to be sent.
    for (n, hook) in list(&known).iter().enumerate() {
        if hook["id"] != back["id"] {
            change(hook, &format!("Kept {n}")).await;
        }
    }
    place(21, "https://one-more.example.org/x").await.refused(409, "too_many");
    t.assert_sound();
}
