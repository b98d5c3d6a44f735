//! Scripted outages: proposals are within 5 s of the truth, and no one who typed on is proposed.

use super::{Page, outages};
use crate::support::{app::TestApp, journey::text};
use invigil::{
    domain::{
        Instant,
        outage::{BEAT, RETRY},
        time::{MILLISECOND, SignedDuration},
    },
    service::monitor::outages::watch,
};
use serde_json::json;
use sha2::{Digest, Sha256};

/// As many as `make prove` asks for (`INVIGIL_OUTAGES`).
const OUTAGES: usize = 10;
const PAGES: u8 = 6;
const TOLERANCE: i64 = 5;

/// Reproducible random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: i64) -> i64 {
        self.0 += 1;
        let hash = Sha256::digest(self.0.to_be_bytes());
        let number = u64::from_be_bytes(hash[..8].try_into().unwrap());
        i64::try_from(number % below.unsigned_abs()).unwrap()
    }
}

/// When a page of the script does something next.
struct Actor {
    page: Page,
    next_beat: Instant,
    /// Its network is down; it types on.
    down: bool,
    types: bool,
}

#[tokio::test]
async fn proposals_are_true() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, long_test()).await;
    let mut dice = Dice(7);
    let mut actors = Vec::new();
    for n in 1..=PAGES {
        let page = Page::open(&t, &admin, &test, n).await;
        let next_beat = t.now().plus(MILLISECOND * i32::try_from(dice.roll(BEAT.as_secs() * 1_000)).unwrap());
        actors.push(Actor { page, next_beat, down: false, types: false });
    }
    let rounds = std::env::var("INVIGIL_OUTAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(OUTAGES);
    for round in 0..rounds {
        run(&t, &mut actors, 40_000, &mut dice).await;
        let hall = dice.roll(2) == 0;
        for (i, actor) in actors.iter_mut().enumerate() {
            actor.down = hall || i == 0;
            actor.types = actor.down && dice.roll(3) == 0;
        }
        let lost = 20_000 + dice.roll(300_000);
        run(&t, &mut actors, lost, &mut dice).await;
        let (affected, typed): (Vec<bool>, Vec<bool>) = actors.iter().map(|a| (a.down, a.types)).unzip();
        for actor in &mut actors {
            actor.down = false;
        }
        run(&t, &mut actors, 20_000, &mut dice).await;
        let admin = t.sign_in("ada@example.org").await;
        let found = outages(&t, &admin).await;
        let newest = &found[0];
        assert_eq!(found.as_array().unwrap().len(), round + 1, "one outage, found once: {newest}");
        assert_eq!(newest["kind"], if hall { "hall" } else { "single" });
        let shown = newest["attempts"].as_array().unwrap();
        assert_eq!(shown.len(), affected.iter().filter(|down| **down).count());
        assert_eq!(newest["typed_on"], typed.iter().filter(|types| **types).count());
        for one in shown {
            let proposed = one["proposed_seconds"].as_i64().unwrap();
            if one["typed_on"] == true {
                assert_eq!(proposed, 0, "{} typed on", text(&one["attempt_id"]));
            } else {
                assert!((proposed - lost / 1_000).abs() <= TOLERANCE, "{lost} ms, proposed {one}");
            }
        }
    }
    t.assert_sound();
}

fn long_test() -> serde_json::Value {
    let question = json!({"id": "q2", "type": "essay", "question": "Why?"});
    json!({"title": "A long one", "duration_minutes": 480, "questions": [question]})
}

/// Lets time pass in steps of a second: pages beat, and try again while they are down.
async fn run(t: &TestApp, actors: &mut [Actor], millis: i64, dice: &mut Dice) {
    let end = t.now().plus(SignedDuration::from_millis(millis));
    loop {
        let next = actors.iter().map(|actor| actor.next_beat).min().unwrap().min(end);
        t.clock.advance(next.since(t.now()));
        for actor in actors.iter_mut().filter(|actor| actor.next_beat <= next) {
            if actor.down {
                actor.next_beat = next.plus(RETRY);
                continue;
            }
            actor.next_beat = next.plus(BEAT);
            if std::mem::take(&mut actor.types) {
                actor.page.seq += 40;
                let words = format!("typed meanwhile {}", dice.roll(1_000_000));
                actor.page.save(t, &words).await;
            }
            actor.page.beat(t).await;
        }
        watch::tend(&t.app).await.unwrap();
        if next >= end {
            return;
        }
    }
}
