//! Presets of webhooks (docs/webhooks.md#presets): what a receiver gets is what the document shows.

use super::webhooks::{send, server};
use crate::support::{
    app::PUBLIC_URL,
    journey::{key, small_test, text},
    receiver::{Received, Receiver},
};
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../../docs/webhooks.md");
const PRESETS: &str = include_str!("../../../assets/webhook-presets.json");

/// The JSON that the document shows for a receiver.
fn documented(heading: &str) -> Value {
    let section = DOCUMENT.split_once(&format!("### {heading}\n")).unwrap_or_else(|| panic!("no {heading}")).1;
    let section = section.split("\n##").next().unwrap();
    let shown = section.split_once("```json\n").unwrap().1.split_once("```").unwrap().0;
    serde_json::from_str(shown).unwrap()
}

/// With the parts that differ each time as the document has them.
fn masked(call: &Received, result: &str) -> Value {
    let body = String::from_utf8(call.body.to_vec()).unwrap();
    let body = body.replace(PUBLIC_URL, "https://tests.example.org").replace(result, "0199...");
    let Some((before, rest)) = body.split_once("/shared/") else { return serde_json::from_str(&body).unwrap() };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    serde_json::from_str(&format!("{before}/shared/...{rest}")).unwrap()
}

async fn received(preset: &Value) -> (Received, String) {
    let (t, receiver) = (server(), Receiver::start().await);
    t.clock.set("2026-03-02T08:00:00Z");
    let ada = t.admin().await;
    let start = text(&preset["only_orders"]);
    let host = format!("http://{}", receiver.address);
    let url = match text(&preset["url"]) {
        "" => format!("{host}/hook"),
        url => format!("{host}/{}", url.splitn(4, '/').nth(3).unwrap()),
    };
    let value = |name: &str| if name == "content-type" { "application/vnd.api+json" } else { "their key" };
    let headers: Vec<Value> = preset["headers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| json!({"name": name, "value": value(text(name))}))
        .collect();
    let mut form = json!({"name": "Receiver", "url": url, "method": preset["method"], "events": ["result.scored"],
        "headers": headers, "only_orders": start});
    if !preset["template"].is_null() {
        form["template"] = json!(preset["template"].to_string());
    }
    t.post("/api/webhooks").bearer(&ada).json(form).send().await.expect(201);
    let test = t.create_test(&ada, small_test("Backend engineer")).await;
    // It is for orders of its own alone, if it says so.
    t.take(&ada, &test, "other@example.org", &[("q1", "B")]).await;
    let id = if start.is_empty() { "tracking:4711".to_owned() } else { format!("{start}4711") };
    let order = json!({"external_id": id, "test_id": test["id"], "applicant_name": "Cora Candidate",
        "applicant_email": "cora@example.org", "no_schedule": true});
    let placed = t.post("/api/orders").bearer(&ada).json(order).send().await.expect(201);
    let token = &placed["invite"]["token"];
    t.start(token, &key(1)).await.ok();
    t.submit(token, &key(1), &[("q1", "B")]).await.ok();
    send(&t).await;
    let mut calls = receiver.take();
    assert_eq!(calls.len(), if start.is_empty() { 2 } else { 1 });
    let result = t.get(format!("/api/orders/{id}")).bearer(&ada).send().await.ok();
    (calls.pop().unwrap(), text(&result["invite"]["submission_id"]).to_owned())
}

#[tokio::test]
async fn each_receiver_gets_what_the_document_shows() {
    let presets: Value = serde_json::from_str(PRESETS).unwrap();
    let headings = [
        ("slack", "Slack"),
        ("teams", "Microsoft Teams"),
        ("mattermost", "Mattermost"),
        ("odoo", "Odoo"),
        ("ashby", "Ashby"),
        ("lever", "Lever"),
        ("teamtailor", "Teamtailor"),
    ];
    for (name, heading) in headings {
        let (call, result) = received(&presets[name]).await;
        assert_eq!(masked(&call, &result), documented(heading), "{name}");
        assert_eq!(call.method.as_str(), "POST");
        for header in presets[name]["headers"].as_array().unwrap() {
            assert!(!call.header(text(header)).is_empty());
        }
    }
    let (call, _) = received(&presets["lever"]).await;
    assert_eq!(call.uri.path(), "/v1/opportunities/4711/notes", "the id stands in the address");
    let (call, _) = received(&presets["teamtailor"]).await;
    assert_eq!(call.headers.get_all("content-type").iter().collect::<Vec<_>>(), ["application/vnd.api+json"]);
    for name in ["standard", "n8n"] {
        let (call, _) = received(&presets[name]).await;
        assert_eq!(call.json()["data"]["result"]["score"], 100.0, "{name}");
    }
    let named = headings.len() + 2;
    assert_eq!(presets.as_object().unwrap().len(), named, "a new preset needs a row");
}

#[tokio::test]
async fn an_address_with_an_order_in_its_host_is_refused_and_a_step_is_not_called() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let create = async |url: String| {
        let form = json!({"name": url, "url": url, "events": ["result.scored"], "only_orders": "x:"});
        t.post("/api/webhooks").bearer(&ada).json(form).send().await
    };
    for bad in [
        "http://{external_id}/",
        "http://127.0.0.1:{external_key}/",
        "http://127.0.0.1/{applicant_email}",
        "http://127.0.0.1/{x",
        "http:/{external_id}/",
        "http:///{external_id}/",
    ] {
        create(bad.to_owned()).await.invalid("url");
    }
    create(format!("http://{}/{{external_key}}/notes", receiver.address)).await.expect(201);
    let test = t.create_test(&ada, small_test("Rust")).await;
    for (n, id) in [(1, "x:.."), (2, "x:a=@b")] {
        let order = json!({"external_id": id, "test_id": test["id"], "applicant_name": "Ann Lee",
            "applicant_email": format!("p{n}@example.org"), "no_schedule": true});
        let placed = t.post("/api/orders").bearer(&ada).json(order).send().await.expect(201);
        t.start(&placed["invite"]["token"], &key(n)).await.ok();
        t.submit(&placed["invite"]["token"], &key(n), &[("q1", "B")]).await.ok();
    }
    send(&t).await;
    let paths: Vec<String> = receiver.take().iter().map(|one| one.uri.to_string()).collect();
    assert_eq!(paths, ["/a%3D%40b/notes"]);
}
