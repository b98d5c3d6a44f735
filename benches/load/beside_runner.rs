//! Saves of a calm exam while the code runner uses both processors, beside the same exam without runs, in alternating rounds.

use crate::{
    AnyError,
    admin::Admin,
    candidate::{self, Candidate},
    measure::Measured,
    server::{self, Server},
};
use serde_json::json;
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

/// Candidates who save, each this often.
pub const TYPISTS: usize = 200;
const BETWEEN_SAVES: Duration = Duration::from_secs(1);
/// Candidates who run code: more than the runner has slots.
const CODERS: usize = 8;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(10);
/// Longer than the runs that are left when a round ends.
const REST: Duration = Duration::from_secs(20);
const MAX_PROBES: Duration = Duration::from_mins(2);
/// Uses three seconds of CPU time.
const BUSY: &str = "import time\nwhile time.process_time() < 3.0: pass\nprint(1)";

/// Spreads the saves over the time between two of them.
async fn typing(mut typist: Candidate, offset: Duration, until: Instant) -> Result<(Candidate, Measured), AnyError> {
    let mut measured = Measured::default();
    let mut next = Instant::now() + offset;
    while next < until {
        sleep_until(next).await;
        typist.save(&mut measured).await?;
        next += BETWEEN_SAVES;
    }
    Ok((typist, measured))
}

async fn round(typists: Vec<Candidate>, into: &mut Measured) -> Result<Vec<Candidate>, AnyError> {
    round_of(typists, ROUND, into).await
}

/// All save once a second, for this long.
pub async fn round_of(
    typists: Vec<Candidate>,
    length: Duration,
    into: &mut Measured,
) -> Result<Vec<Candidate>, AnyError> {
    let until = Instant::now() + length;
    let share = BETWEEN_SAVES / u32::try_from(typists.len().max(1))?;
    let mut all = JoinSet::new();
    for (place, typist) in (0_u32..).zip(typists) {
        all.spawn(typing(typist, share * place, until));
    }
    let mut back = Vec::new();
    while let Some(done) = all.join_next().await {
        let (typist, measured) = done??;
        into.join(measured);
        back.push(typist);
    }
    Ok(back)
}

pub async fn run() -> Result<(), AnyError> {
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let server = Server::with_runner(folder.path())?;
    let mut admin = Admin::sign_in(server.address).await?;
    let links = admin.invite(TYPISTS).await?;
    let mut typists = candidate::seat(server.address, links, &mut Measured::default()).await?;
    let question = json!({"id": "code", "type": "coding", "question": "Print 1.", "expected_language": "Python"});
    let test = json!({"title": "Code", "duration_minutes": 480, "questions": [question]});
    let test = admin.ask("POST", "/api/tests", Some(&test)).await?;
    let links = admin.invite_to(&test["id"], CODERS).await?;
    let mut coders = candidate::seat(server.address, links, &mut Measured::default()).await?;
    let began = Instant::now();
    while !coders[0].can_run().await? {
        if began.elapsed() > MAX_PROBES {
            return Err("the code runner offers no Python".into());
        }
        sleep(Duration::from_millis(200)).await;
    }
    // The probes of the other languages.
    sleep(REST).await;
    let (mut calm, mut busy) = (Measured::default(), Measured::default());
    for _ in 0..ROUNDS {
        typists = round(typists, &mut calm).await?;
        for coder in &mut coders {
            coder.run_code("code", "Python", BUSY).await?;
        }
        typists = round(typists, &mut busy).await?;
        sleep(REST).await;
    }
    println!("\n{TYPISTS} candidates save every second: count  p50 ms  p99 ms  failed");
    for (name, measured) in [("calm", &mut calm), ("beside runs", &mut busy)] {
        println!(
            "{name:12} {:6}  {:6.2}  {:6.2}  {:3}",
            measured.count(),
            measured.percentile(50),
            measured.percentile(99),
            measured.failed + measured.refused,
        );
    }
    println!("p99 beside runs: {:.2} times that of the calm rounds", busy.percentile(99) / calm.percentile(99));
    Ok(())
}
