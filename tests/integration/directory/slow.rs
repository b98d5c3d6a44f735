//! A directory that answers slowly, whose first server does not answer, or of which no server does.

use super::{PASSWORD, STAFFING, world};
use crate::support::journey::text;
use invigil::{
    domain::time::{MINUTE, SECOND, SignedDuration},
    service::account::directory::{Watched, ldap::look},
};
use serde_json::json;
use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpListener, TcpStream},
    time::sleep,
};

const PEOPLE: usize = 24;

/// A way to a server, on which replies take their time.
#[derive(Default)]
struct Way {
    /// Milliseconds that each piece of a reply takes.
    delay: AtomicU64,
    open: AtomicUsize,
    /// Connections that were open at once.
    most: AtomicUsize,
}

/// Passes connections on to the port. Returns the port of the way.
async fn lead(way: Arc<Way>, to: u16) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await.unwrap();
            let ((mut from_near, mut to_near), (mut from_far, mut to_far)) = (near.into_split(), far.into_split());
            tokio::spawn(async move {
                let _ = copy(&mut from_near, &mut to_far).await;
                let _ = to_far.shutdown().await;
            });
            let way = way.clone();
            way.most.fetch_max(way.open.fetch_add(1, SeqCst) + 1, SeqCst);
            tokio::spawn(async move {
                let mut piece = vec![0; 64 * 1024];
                while let Ok(length @ 1..) = from_far.read(&mut piece).await {
                    sleep(Duration::from_millis(way.delay.load(SeqCst))).await;
                    if to_near.write_all(&piece[..length]).await.is_err() {
                        break;
                    }
                }
                way.open.fetch_sub(1, SeqCst);
            });
        }
    });
    port
}

/// One after the other, several hundred people would wait for longer than a minute.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_directory_is_asked_about_many_people_at_once() {
    let Some(w) = world().await else { return };
    let way = Arc::<Way>::default();
    let port = lead(way.clone(), w.directory.tls).await;
    w.set(json!({"servers": [format!("ldaps://localhost:{port}")]})).await.ok();
    let names = w.directory.hire(PEOPLE).await;
    let dns: Vec<String> = names.iter().map(|name| format!("uid={name},ou=people,dc=example,dc=org")).collect();
    let dns: Vec<&str> = dns.iter().map(String::as_str).collect();
    w.directory.replace(STAFFING, "member", &dns).await;
    let mut sessions = Vec::new();
    for name in &names {
        sessions.push(w.login(name, PASSWORD).await.ok());
    }
    let mut watched = Watched::default();
    way.delay.store(50, SeqCst);
    for (gone, kept) in [(0, PEOPLE), (PEOPLE - 1, 1)] {
        w.directory.replace(STAFFING, "member", &dns[..kept]).await;
        w.t.clock.advance(MINUTE);
        way.most.store(0, SeqCst);
        assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), gone);
        let most = way.most.load(SeqCst);
        assert!(most >= PEOPLE / 3, "{most} connections at once");
    }
    w.me(&sessions[0]).await.ok();
    for session in &sessions[1..] {
        w.me(session).await.refused(401, "unauthorized");
    }
    w.t.assert_sound();
}

/// The time limit of a server is of the whole exchange: the next one is asked long before it is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_silent_holds_no_sign_in_and_no_look() {
    let Some(w) = world().await else { return };
    // Connections are accepted by the kernel.
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let first = format!("ldaps://localhost:{}", silent.local_addr().unwrap().port());
    w.set(json!({"servers": [first, w.directory.ldaps()], "timeoutSeconds": 30})).await.ok();
    let begun = Instant::now();
    let greta = w.login("greta", PASSWORD).await.ok();
    w.directory.replace(STAFFING, "member", &["uid=nemo,ou=people,dc=example,dc=org"]).await;
    assert_eq!(look(&w.t.app, &mut Watched::default()).await.unwrap(), 1);
    w.me(&greta).await.refused(401, "unauthorized");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_stay_for_as_long_as_is_set_while_no_server_answers() {
    let Some(mut w) = world().await else { return };
    let mut watched = Watched::default();
    // Her session of the first round is there in the second one, too.
    for (sessions, minutes) in [(1, 1), (2, 30)] {
        w.set(json!({"stayMinutes": minutes})).await.ok();
        let greta = w.login("greta", PASSWORD).await.ok();
        let mut events = w.t.get("/api/events").bearer(text(&greta["access_token"])).stream().await;
        w.t.clock.advance(MINUTE);
        assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0, "it answers");
        w.directory.stop();
        for passed in [MINUTE, SignedDuration::from_mins(minutes) - SECOND] {
            w.t.clock.advance(passed);
            assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0);
            w.me(&greta).await.ok();
        }
        w.t.clock.advance(SECOND);
        assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), sessions);
        w.me(&greta).await.refused(401, "unauthorized");
        while events.next().await.is_some() {}
        w.login("greta", PASSWORD).await.refused(503, "provider_failed");
        w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok();
        w.directory.resume();
        let greta = w.login("greta", PASSWORD).await.ok();
        w.t.clock.advance(MINUTE);
        assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0, "the silence before does not count");
        assert_eq!(w.me(&greta).await.ok()["role"], "staff", "roles stay");
    }
    w.t.assert_sound();
}
