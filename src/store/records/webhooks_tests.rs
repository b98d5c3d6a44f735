//! Golden bytes of webhooks and orders.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        grants::Scope,
        order::{Order, OrderForm, OrderReport, ReturnAddress},
        time::{HOUR, MINUTE},
        webhook::{Delivery, DeliveryState, LastTry, SealedHeader, Webhook, WebhookEvent, WebhookMethod},
    },
    store::codec,
};
use std::collections::BTreeSet;

pub(super) fn samples() -> Vec<Sample> {
    let webhook = Webhook {
        id: id(40),
        name: "Chat".into(),
        url: "https://chat.example.org/hook".into(),
        method: WebhookMethod::Put,
        events: BTreeSet::from([WebhookEvent::ResultScored, WebhookEvent::ResultDecided]),
        scope: Scope::Tests(BTreeSet::from([id(3)])),
        is_enabled: true,
        secret_sealed: vec![1, 2, 3],
        headers: vec![SealedHeader { name: "authorization".into(), value_sealed: vec![4, 5] }],
        template: Some(r#"{"text":"{message}"}"#.into()),
        created_by: Some(id(1)),
        created_at: AT,
        version: 2,
        changed_by: None,
        changed_at: AT.plus(MINUTE),
        of_orders: false,
        only_orders: Some("ashby:".into()),
        url_sealed: Some(vec![8, 9]),
    };
    let plain = Webhook {
        scope: Scope::All,
        headers: Vec::new(),
        template: None,
        is_enabled: false,
        created_by: None,
        changed_by: Some(id(1)),
        of_orders: true,
        only_orders: None,
        url_sealed: None,
        ..webhook.clone()
    };
    let delivery = Delivery {
        id: id(41),
        webhook_id: id(40),
        event: WebhookEvent::ResultScored,
        invite_id: Some(id(4)),
        body: r#"{"type":"result.scored"}"#.into(),
        made_at: AT,
        state: DeliveryState::Waiting(AT.plus(HOUR)),
        tries: 1,
        last_try: Some(LastTry { at: AT.plus(MINUTE), status: Some(500), words: "Internal error".into() }),
        url: Some("https://chat.example.org/orders/17".into()),
    };
    let in_state = |state| Delivery { state, ..delivery.clone() };
    let order = Order {
        invite_id: id(4),
        test_id: id(3),
        external_id: "greenhouse:17".into(),
        placed_by: Some(id(1)),
        placed_at: AT,
        token_name: "Greenhouse".into(),
        form: OrderForm::Greenhouse,
        return_to: Some(ReturnAddress { webhook_id: id(40), url: "https://chat.example.org/orders/17".into() }),
        report: Some(OrderReport { share_id: id(30), token_sealed: vec![6, 7] }),
        address_sealed: Some(vec![8, 9]),
    };
    vec![
        sample("orders", &order),
        sample("webhooks", &webhook),
        sample("webhooks without options", &plain),
        sample("deliveries", &delivery),
        sample(
            "deliveries of a test",
            &Delivery { invite_id: None, last_try: None, ..in_state(DeliveryState::InLine) },
        ),
        sample("deliveries that arrived", &in_state(DeliveryState::Delivered(AT))),
        sample("deliveries that were set aside", &in_state(DeliveryState::SetAside(AT))),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let events: Vec<WebhookEvent> = WebhookEvent::ALL.into_iter().chain([WebhookEvent::Test]).collect();
    let numbers: Vec<u8> = events.iter().map(|event| number(codec::encode_as(0, event).unwrap())).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let methods = [WebhookMethod::Post, WebhookMethod::Put, WebhookMethod::Patch];
    assert_eq!(methods.map(|method| number(codec::encode_as(0, &method).unwrap())), [0, 1, 2]);
    let states =
        [DeliveryState::Waiting(AT), DeliveryState::InLine, DeliveryState::Delivered(AT), DeliveryState::SetAside(AT)];
    assert_eq!(states.map(|state| number(codec::encode_as(0, &state).unwrap())), [0, 1, 2, 3]);
}
