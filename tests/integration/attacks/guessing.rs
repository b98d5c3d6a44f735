//! The login rate limit slows password guessing down from any number of addresses, and no one else: not the owner of
//! the account, not a client that hangs up, and not after a clock change.

use crate::support::{
    app::TestApp,
    call::{Call, Reply},
    journey::PASSWORD,
};
use futures_util::FutureExt;
use invigil::{
    domain::time::{HOUR, SECOND},
    http::PeerAddr,
};
use serde_json::json;
use std::net::IpAddr;

const ADA: &str = "ada@example.org";

fn login(t: &TestApp, from: impl Into<IpAddr>, email: &str, password: &str) -> Call {
    let form = json!({"email": email, "password": password});
    t.post("/api/auth/login").json(form).extension(PeerAddr(from.into()))
}

/// Sends a sign-in and hangs up while the password is being checked.
async fn hang_up(t: &TestApp, from: [u8; 4], password: &str) {
    let before = t.app.secrets.passwords.computed();
    let mut call = Box::pin(login(t, from, ADA, password).send());
    let begun = async {
        while t.app.secrets.passwords.computed() == before {
            if (&mut call).now_or_never().is_some() {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), begun).await.expect("the password is not checked");
}

/// Retries while checks of aborted calls are still running.
async fn retry_while_checking(call: impl Fn() -> Call) -> Reply {
    for _ in 0..1_000 {
        let reply = call().send().await;
        if reply.status != 429 {
            return reply;
        }
        tokio::task::yield_now().await;
    }
    call().send().await
}

#[tokio::test]
async fn an_aborted_sign_in_is_not_counted_as_a_failure() {
    let t = TestApp::new();
    t.admin().await;
    for _ in 0..30 {
        hang_up(&t, [10, 0, 0, 1], PASSWORD).await;
        // The result of a right password clears what was counted meanwhile.
        retry_while_checking(|| login(&t, [10, 0, 0, 1], "bob@example.org", "")).await;
    }
    retry_while_checking(|| login(&t, [10, 0, 0, 1], ADA, PASSWORD)).await.ok();
}

#[tokio::test]
async fn a_wrong_guess_counts_although_the_client_hangs_up() {
    let t = TestApp::new();
    t.admin().await;
    for _ in 0..5 {
        hang_up(&t, [10, 0, 0, 1], "a wrong horse").await;
    }
    login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await.refused(429, "too_many_attempts");
    login(&t, [10, 0, 0, 2], ADA, PASSWORD).send().await.ok();
}

/// An address of a botnet.
fn bot(n: u32) -> IpAddr {
    IpAddr::from((u32::from_be_bytes([100, 64, 0, 0]) + n * 77).to_be_bytes())
}

#[tokio::test]
async fn distributed_guessing_does_not_lock_the_owner_out() {
    let t = TestApp::new();
    t.admin().await;
    let home = [192, 0, 2, 1];
    login(&t, home, ADA, PASSWORD).send().await.ok();
    let (mut guesses, mut refused) = (0, 0);
    for second in 0..95_u8 {
        for _ in 0..8 {
            let reply = login(&t, bot(guesses % 750), ADA, "a wrong horse").send().await;
            refused += u32::from(reply.status == 429);
            guesses += 1;
        }
        if second % 2 == 0 {
            login(&t, home, ADA, PASSWORD).send().await.ok();
        } else if second % 5 == 0 {
            // From a new network.
            login(&t, [203, 0, second, 1], ADA, PASSWORD).send().await.ok();
        }
        t.clock.advance(SECOND);
    }
    // The control: the guessing addresses themselves are throttled when they retry.
    for n in 0..750 {
        for _ in 0..5 {
            let reply = login(&t, bot(n), ADA, "a wrong horse").send().await;
            refused += u32::from(reply.status == 429);
        }
    }
    assert!(refused > 1_000, "{refused}");
    login(&t, home, ADA, PASSWORD).send().await.ok();
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_share_a_limit() {
    let t = TestApp::new();
    t.admin().await;
    let of_network = |n: u16| IpAddr::from([0x2001, 0xdb8, 0, 7, n, 1, 2, n]);
    for n in 0..5 {
        login(&t, of_network(n), ADA, "a wrong horse").send().await.refused(401, "invalid_credentials");
    }
    login(&t, of_network(77), ADA, PASSWORD).send().await.refused(429, "too_many_attempts");
    login(&t, IpAddr::from([0x2001, 0xdb8, 0, 8, 0, 0, 0, 1]), ADA, PASSWORD).send().await.ok();
}

#[tokio::test]
async fn overlong_passwords_and_addresses_are_neither_checked_nor_counted() {
    let t = TestApp::new();
    t.admin().await;
    let before = t.app.secrets.passwords.computed();
    for n in 0..300 {
        let (long, longer) = ("x".repeat(129), format!("{n}@{}", "x".repeat(300)));
        login(&t, [10, 0, 0, 1], ADA, &long).send().await.refused(401, "invalid_credentials");
        login(&t, [10, 0, 0, 1], &longer, "a wrong horse").send().await.refused(401, "invalid_credentials");
    }
    assert_eq!(t.app.secrets.passwords.computed(), before);
    login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await.ok();
}

#[tokio::test]
async fn a_clock_set_back_does_not_extend_the_wait() {
    let t = TestApp::new();
    t.admin().await;
    for _ in 0..5 {
        login(&t, [10, 0, 0, 1], ADA, "a wrong horse").send().await.refused(401, "invalid_credentials");
    }
    t.clock.advance(-5 * HOUR);
    let slowed = login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await;
    assert_eq!((slowed.status, slowed.header("retry-after")), (429, "1"));
    t.clock.advance(SECOND);
    login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await.ok();
}

#[tokio::test]
async fn an_account_signs_in_120_times_at_once_and_then_every_30_s() {
    let t = TestApp::new();
    t.admin().await;
    for n in 1..120 {
        login(&t, [10, 0, 0, n], ADA, PASSWORD).send().await.ok();
    }
    let slowed = login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await;
    assert_eq!(slowed.header("retry-after"), "30");
    slowed.refused(429, "too_many_attempts");
    t.clock.advance(30 * SECOND);
    login(&t, [10, 0, 0, 1], ADA, PASSWORD).send().await.ok();
}
