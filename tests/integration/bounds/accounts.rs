//! Limits per signed-in account.

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use axum::body::{Body, HttpBody};
use futures_util::future::join_all;
use http::Request;
use invigil::{
    domain::{Error, UserId, time::HOUR},
    http::PeerAddr,
    service::{mail::deliver, work::By},
    state::account_writes::MAX_QUEUED,
};
use serde_json::json;
use std::sync::{Arc, Mutex, mpsc};
use tower::ServiceExt;
use uuid::Uuid;

/// Hundreds of calls of one account at once: what others write meanwhile waits for two of them.
#[tokio::test]
async fn the_writes_of_one_account_do_not_stand_before_those_of_others() {
    let t = TestApp::new();
    let (open, gate) = mpsc::channel::<()>();
    let busy = t.app.store.clone();
    let busy = tokio::spawn(async move {
        busy.write(move |_| {
            let _ = gate.recv();
            Ok::<_, Error>(())
        })
        .await
    });
    tokio::task::yield_now().await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let write = |by: By, name: &'static str| {
        let (app, order) = (t.app.clone(), order.clone());
        tokio::spawn(async move {
            let noted = app.write(by, move |_| {
                order.lock().unwrap().push(name);
                Ok(())
            });
            noted.await
        })
    };
    let account = |n: u128| By::Account(UserId(Uuid::from_u128(n)));
    let mut all: Vec<_> = (0..50).map(|_| write(account(1), "greedy")).collect();
    tokio::task::yield_now().await;
    all.extend([write(By::Candidate, "candidate"), write(account(2), "other")]);
    tokio::task::yield_now().await;
    // A caller that hangs up while it waits takes the place of no other caller; what it has queued is carried out.
    for gone in [0, 10, 11] {
        all[gone].abort();
    }
    open.send(()).unwrap();
    busy.await.unwrap().unwrap();
    let ended = join_all(all).await;
    assert_eq!(ended.iter().filter(|one| one.as_ref().is_ok_and(Result::is_ok)).count(), 49);
    let order = order.lock().unwrap();
    assert_eq!(order[MAX_QUEUED..MAX_QUEUED + 2], ["candidate", "other"], "{order:?}");
    assert_eq!(order.iter().filter(|name| **name == "greedy").count(), 48);
}

/// Large replies that a client asks for and does not read are bounded together; small ones and exams go on.
#[tokio::test]
async fn large_replies_that_are_not_read_are_bounded() {
    let (t, admin) = TestApp::with_admin().await;
    let question = |n| json!({"id": format!("q{n}"), "type": "essay", "question": "x".repeat(19_000)});
    let large = json!({"title": "Large", "questions": (0..100).map(question).collect::<Vec<_>>()});
    let test = t.create_test(&admin, large).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let ask = async || {
        let request = Request::get(&path).header("authorization", format!("Bearer {admin}"));
        t.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let mut held = Vec::new();
    let refused = loop {
        let reply = ask().await;
        if reply.status() != 200 {
            break reply;
        }
        held.push(reply);
        assert!(held.len() < 100, "{} large replies are held", held.len());
    };
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    let bytes: u64 = held.iter().map(|reply| reply.body().size_hint().exact().unwrap()).sum();
    assert!((60 << 20..70 << 20).contains(&bytes), "{bytes} bytes in {} replies", held.len());
    t.get("/api/auth/me").bearer(&admin).send().await.ok();
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    // Exams have a share of their own, each link another.
    let path_of_door = format!("/api/take-test/{}", text(&invite["token"]));
    let mut papers = Vec::new();
    while papers.len() < 30 {
        let request = Request::get(&path_of_door).header("x-attempt-key", key(1)).body(Body::empty()).unwrap();
        papers.push(t.router.clone().oneshot(request).await.unwrap());
    }
    let sent = papers.iter().filter(|reply| reply.status() == 200).count();
    assert!(
        (8..12).contains(&sent) && papers.iter().all(|reply| matches!(reply.status().as_u16(), 200 | 503)),
        "{sent}"
    );
    let other = t.invite(&admin, &test, "dora@example.org").await;
    t.start(&other["token"], &key(2)).await.ok();
    drop(papers);
    assert!(t.door(&invite["token"], Some(&key(1))).await.bytes.len() > 1 << 20);
    drop(held.pop());
    t.get(&path).bearer(&admin).send().await.ok();
}

/// Anyone can type anyone's address: verification mails to people who were never invited are few.
#[tokio::test]
async fn verification_mails_to_strangers_are_bounded_per_network_and_in_all() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "cora@example.org").await;
    let invitations = t.mailer.sent().len();
    let register = async |network: u8, name: String| {
        let body = json!({"email": format!("{name}@example.org"), "password": "secret-1", "full_name": "N"});
        t.post("/api/auth/register")
            .json(body)
            .extension(PeerAddr([10, 0, 0, network].into()))
            .send()
            .await
            .expect(201);
    };
    let mailed = async || {
        while deliver::run_once(&t.app).await.unwrap() > 0 {}
        t.mailer.sent().len() - invitations
    };
    for n in 0..25 {
        register(1, format!("a{n}")).await;
    }
    assert_eq!(mailed().await, 20, "one network");
    for network in 2..8 {
        for n in 0..18 {
            register(network, format!("b{network}-{n}")).await;
        }
    }
    assert_eq!(mailed().await, 100, "all networks");
    // The invited are not strangers, however greedy others are.
    register(1, "cora".to_owned()).await;
    assert_eq!(mailed().await, 101);
    t.clock.advance(HOUR);
    for n in 0..120 {
        register(u8::try_from(20 + n / 10).unwrap(), format!("c{n}")).await;
    }
    assert_eq!(mailed().await, 201, "a hundred an hour");
}
