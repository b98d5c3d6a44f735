//! Saves of a calm exam beside 10,000 deliveries of webhooks a minute, in alternating rounds with the same exam alone. The
//! events are invites, each of which ten webhooks are sent.

use crate::{
    AnyError,
    admin::Admin,
    beside_runner::{TYPISTS, round_of},
    candidate,
    measure::Measured,
    server::{self, Server},
};
use axum::{Router, http::StatusCode};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::TcpListener,
    time::{Instant, interval, sleep},
};

const HOOKS: u32 = 10;
const PER_MINUTE: u32 = 10_000;
const ROUNDS: u32 = 5;
const ROUND: Duration = Duration::from_secs(12);
/// Longer than the deliveries that are left when a round ends.
const REST: Duration = Duration::from_secs(3);

/// Counts the calls to it.
async fn receiver() -> Result<(SocketAddr, Arc<AtomicU32>), AnyError> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let count = Arc::new(AtomicU32::new(0));
    let counted = count.clone();
    let receive = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        async { StatusCode::NO_CONTENT }
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(receive)).await });
    Ok((address, count))
}

/// Invites people, some each second, until the end of a round.
async fn inviting(mut admin: Admin, test: Value, round: u32) -> Result<Admin, AnyError> {
    let per_second = PER_MINUTE / HOOKS / 60 + 1;
    let (until, mut second, mut n) = (Instant::now() + ROUND, interval(Duration::from_secs(1)), 0);
    loop {
        second.tick().await;
        if Instant::now() >= until {
            return Ok(admin);
        }
        let person = |n: u32| json!({"name": "Guest", "email": format!("g{n}@round{round}.example.org")});
        let people: Vec<Value> = (n..n + per_second).map(person).collect();
        n += per_second;
        let body = json!({"test_id": test, "no_schedule": true, "applicants": people});
        admin.ask("POST", "/api/invites/bulk", Some(&body)).await?;
    }
}

pub async fn run() -> Result<(), AnyError> {
    let (receiver, count) = receiver().await?;
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let server = Server::calling(folder.path(), "127.0.0.0/8")?;
    let mut admin = Admin::sign_in(server.address).await?;
    let links = admin.invite(TYPISTS).await?;
    let mut typists = candidate::seat(server.address, links, &mut Measured::default()).await?;
    let guests = admin.ask("POST", "/api/tests", Some(&server::exam())).await?["id"].clone();
    for n in 0..HOOKS {
        let hook =
            json!({"name": format!("Hook {n}"), "url": format!("http://{receiver}/{n}"), "events": ["invite.sent"]});
        admin.ask("POST", "/api/webhooks", Some(&hook)).await?;
    }
    let (mut calm, mut busy, mut delivered) = (Measured::default(), Measured::default(), 0);
    for round in 0..ROUNDS {
        typists = round_of(typists, ROUND, &mut calm).await?;
        let before = count.load(Ordering::Relaxed);
        let guests = tokio::spawn(inviting(admin, guests.clone(), round));
        typists = round_of(typists, ROUND, &mut busy).await?;
        admin = guests.await??;
        delivered += count.load(Ordering::Relaxed) - before;
        sleep(REST).await;
    }
    let minutes = (ROUND * ROUNDS).as_secs_f64() / 60.0;
    println!("\n{:.0} deliveries a minute; {TYPISTS} candidates save every second", f64::from(delivered) / minutes);
    println!("                    count  p50 ms  p99 ms  failed");
    for (name, measured) in [("calm", &mut calm), ("beside deliveries", &mut busy)] {
        println!(
            "{name:18} {:6}  {:6.2}  {:6.2}  {:3}",
            measured.count(),
            measured.percentile(50),
            measured.percentile(99),
            measured.failed + measured.refused,
        );
    }
    println!("p99 beside deliveries: {:.2} times that of the calm rounds", busy.percentile(99) / calm.percentile(99));
    Ok(())
}
