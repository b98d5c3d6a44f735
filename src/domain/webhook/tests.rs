use super::{address::*, *};
use crate::domain::DeliveryId;
use crate::domain::{
    Error,
    time::{DAY, HOUR, MINUTE, SECOND},
};
use ipnet::IpNet;
use serde_json::json;
use uuid::Uuid;

fn nets(texts: &[&str]) -> Vec<IpNet> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn only_public_addresses_may_receive() {
    let refused = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1",
        "127.1.2.3",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.170",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.168.0.1",
        "192.168.255.255",
        "192.175.48.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::a00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:53aa:64c::1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "2002:a9fe:a9fe::1",
        "2002:c0a8:1::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fd12:3456::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ];
    for text in refused {
        assert!(!may_receive(text.parse().unwrap(), &[]), "{text}");
    }
    for text in [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.216.34",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.1.1.1",
        "198.17.0.1",
        "198.20.0.1",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00:1450::1",
        "3ffe::1",
    ] {
        assert!(may_receive(text.parse().unwrap(), &[]), "{text}");
    }
}

#[test]
fn the_operator_can_allow_a_network() {
    let allowed = nets(&["10.1.0.0/16", "fd12::/16", "127.0.0.0/8", "0.0.0.0/0", "::/0"]);
    for (text, number) in [("10.1.2.3", 1), ("::ffff:10.1.2.3", 1), ("fd12::25", 2), ("127.0.0.1", 3)] {
        assert!(may_receive(text.parse().unwrap(), &allowed[..number]), "{text}");
    }
    assert!(!may_receive("10.2.0.1".parse().unwrap(), &allowed[..3]));
    // Not even where everything is allowed.
    for text in [
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "::ffff:0:a9fe:a9fe",
        "::a9fe:a9fe",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fd00:c1::a9fe:a9fe",
        "fd00:42::42",
    ] {
        assert!(!may_receive(text.parse().unwrap(), &allowed), "{text}");
    }
    assert!(
        is_allowed("127.0.0.1".parse().unwrap(), &allowed[..3])
            && !is_allowed("8.8.8.8".parse().unwrap(), &allowed[..3])
    );
}

fn values() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("score", json!(87.5)),
        ("passed", json!(true)),
        ("applicant_name", json!("Ann \"{score}\" Lee")),
        ("reason", json!(null)),
    ]
}

#[test]
fn a_template_keeps_types_and_escapes_texts() {
    let made = fill(
        r#"{"text":"{applicant_name}: {score} {reason}.","n":"{score}","p":["{passed}"],"r":"{reason}","x":"{link}"}"#,
        &values(),
    );
    let made: serde_json::Value = serde_json::from_str(&made.unwrap()).unwrap();
    assert_eq!(
        made,
        json!({"text": "Ann \"{score}\" Lee: 87.5 .", "n": 87.5, "p": [true], "r": null, "x": null}),
        "what a value contains is not read again"
    );
}

fn draft() -> WebhookDraft {
    WebhookDraft {
        name: " Chat ".into(),
        url: " https://chat.example.org/hook ".into(),
        method: WebhookMethod::Post,
        events: WebhookEvent::ALL.into(),
        scope: Scope::All,
        is_enabled: true,
        headers: Vec::new(),
        template: Some("  ".into()),
        only_orders: Some(" ".into()),
    }
}

fn header(name: &str, value: Option<&str>) -> Vec<HeaderDraft> {
    vec![HeaderDraft { name: name.into(), value: value.map(str::to_owned) }]
}

#[test]
fn faults_are_named_with_their_field() {
    let stored = [SealedHeader { name: "authorization".into(), value_sealed: vec![1] }];
    let test = |n: u128| TestId(Uuid::from_u128(n));
    let check = |draft: WebhookDraft| draft.check(&stored, |id| id == test(1));
    let faults =
        |draft| check(draft).err().map(|error: Error| error.fields.into_keys().collect::<Vec<_>>()).unwrap_or_default();
    let good = check(draft()).unwrap();
    assert_eq!((good.name.as_str(), good.url.as_str(), good.template), ("Chat", "https://chat.example.org/hook", None));
    assert_eq!(faults(WebhookDraft { name: "a\nb".into(), ..draft() }), ["name"]);
    assert_eq!(faults(WebhookDraft { url: " ".into(), ..draft() }), ["url"]);
    assert_eq!(faults(WebhookDraft { events: BTreeSet::new(), ..draft() }), ["events"]);
    assert_eq!(faults(WebhookDraft { events: BTreeSet::from([WebhookEvent::Test]), ..draft() }), ["events"]);
    assert_eq!(faults(WebhookDraft { scope: Scope::Tests(BTreeSet::from([test(2)])), ..draft() }), ["tests"]);
    assert_eq!(faults(WebhookDraft { scope: Scope::Tests(BTreeSet::new()), ..draft() }), ["tests"]);
    for template in ["{", "[1,", r#"{"a":"{unknown}"}"#, r#"["{score"]"#, r#"[{"a {message}":1}]"#, r#"{"a":1,"a":2}"#]
    {
        assert_eq!(faults(WebhookDraft { template: Some(template.into()), ..draft() }), ["template"], "{template}");
    }
    let big = r#"{"n":12345678901234567890123}"#;
    let error = check(WebhookDraft { template: Some(big.into()), ..draft() }).unwrap_err();
    assert_eq!(
        error.fields["template"],
        "The number 12345678901234567890123 has too many digits to arrive unchanged. Put it into quotation marks."
    );
    let places =
        |count: usize| WebhookDraft { template: Some(format!("[\"{}\"]", "{reason}".repeat(count))), ..draft() };
    assert_eq!(faults(places(100)), [""; 0]);
    assert_eq!(faults(places(101)), ["template"]);
    let headers = |headers| WebhookDraft { headers, ..draft() };
    assert_eq!(faults(headers(header("Authorization", None))), [""; 0], "its value is kept");
    assert_eq!(faults(headers(header("x-key", Some("k")))), [""; 0]);
    for name in ["", "a b", "a:b", "Host", "content-length", "Webhook-Id", "Transfer-Encoding", "ä"] {
        assert_eq!(faults(headers(header(name, Some("k")))), ["headers[0].name"], "{name}");
    }
    for value in [None, Some(""), Some("a\r\nb"), Some("ä"), Some(" a")] {
        assert_eq!(faults(headers(header("x-key", value))), ["headers[0].value"], "{value:?}");
    }
    let twice = [header("x-key", Some("1")), header("X-Key", Some("2"))].concat();
    assert_eq!(faults(headers(twice)), ["headers[1].name"]);
}

#[test]
fn an_address_is_shown_without_its_secret() {
    for (url, shown) in [
        ("https://hooks.slack.com/services/T000/B000/XXXX", "https://hooks.slack.com/services/…"),
        ("https://prod.logic.azure.com:443/workflows/0a1b/x?sig=k", "https://prod.logic.azure.com:443/workflows/…"),
        ("https://acme.odoo.com/web/hook/0f6c", "https://acme.odoo.com/web/…"),
        ("https://ntfy.example.org/secrettopic", "https://ntfy.example.org/…"),
        ("https://example.org/S3cret/x", "https://example.org/…"),
        ("https://example.org/abcdefghijklmnopq/x", "https://example.org/…"),
        ("https://example.org//x", "https://example.org/…"),
        ("https://example.org/?key=1", "https://example.org/…"),
        ("https://example.org?key=1", "https://example.org/…"),
        ("https://example.org/", "https://example.org/"),
        ("https://example.org", "https://example.org"),
        ("https://api.lever.co/v1/o/{external_key}/notes", "https://api.lever.co/…/{external_key}"),
    ] {
        assert_eq!(shown_url(url), shown);
        assert_eq!(shown_url(shown), shown, "what is shown is shown as it is");
        assert_eq!((origin(url), needs_order(url)), (origin(shown), needs_order(shown)));
    }
}

#[test]
fn a_delivery_is_tried_for_three_days() {
    let start = Instant::from_millis(1_772_438_400_000);
    let mut delivery = Delivery {
        id: DeliveryId(Uuid::from_u128(1)),
        webhook_id: WebhookId(Uuid::from_u128(2)),
        event: WebhookEvent::ResultScored,
        invite_id: None,
        body: "{}".into(),
        made_at: start,
        state: DeliveryState::Waiting(start),
        tries: 0,
        last_try: None,
        url: None,
    };
    let (mut waits, mut now) = (Vec::new(), start);
    while let Some(due) = delivery.due_at() {
        waits.push(due.since(now));
        now = due;
        delivery.tried(LastTry { at: now, status: Some(500), words: String::new() }, false, true);
    }
    assert_eq!(waits[..7], [start.since(start), SECOND * 5, SECOND * 30, MINUTE, MINUTE * 10, HOUR, HOUR]);
    assert_eq!(delivery.class(), DeliveryClass::SetAside);
    assert!(now.since(start) >= DAY * 3 && now.since(start) < DAY * 3 + DAY / 4);
    assert_eq!(delivery.ended_at(), Some(now));
    let refused = LastTry { at: start, status: Some(410), words: String::new() };
    let mut gone = Delivery { state: DeliveryState::Waiting(start), ..delivery };
    gone.tried(refused, false, false);
    assert_eq!(gone.state, DeliveryState::SetAside(start));
}
