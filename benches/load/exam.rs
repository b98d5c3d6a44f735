//! An exam of thousands of candidates who start within a minute, save every five seconds and submit, while
//! administrators read lists.

use crate::{
    AnyError,
    admin::Admin,
    candidate::Candidate,
    measure::Measured,
    server::{self, Server},
};
use std::{future::Future, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

/// All candidates start within this time.
const RUSH: Duration = Duration::from_mins(1);
const BETWEEN_SAVES: Duration = Duration::from_secs(5);
/// Saves of each candidate.
const SAVES: u32 = 12;
const ADMINS: usize = 3;

#[derive(Default)]
struct Sat {
    opened: Measured,
    started: Measured,
    saved: Measured,
    submitted: Measured,
}

async fn sit(mut candidate: Candidate, begin: Instant, end: Instant) -> Result<Sat, AnyError> {
    let mut sat = Sat::default();
    sleep_until(begin).await;
    candidate.open(&mut sat.opened).await?;
    candidate.start(&mut sat.started).await?;
    let mut next = Instant::now();
    for _ in 0..SAVES {
        next += BETWEEN_SAVES;
        sleep_until(next).await;
        candidate.save(&mut sat.saved).await?;
    }
    sleep_until(end).await;
    candidate.submit(&mut sat.submitted).await?;
    Ok(sat)
}

fn looking(server: &Server, until: Instant) -> JoinSet<Result<Measured, AnyError>> {
    let address = server.address;
    let mut admins = JoinSet::new();
    for _ in 0..ADMINS {
        admins.spawn(async move {
            let mut admin = Admin::sign_in(address).await?;
            let mut measured = Measured::default();
            while Instant::now() < until {
                admin.load_lists(&mut measured).await?;
                sleep(Duration::from_secs(2)).await;
            }
            Ok(measured)
        });
    }
    admins
}

async fn all<T: 'static>(tasks: &mut JoinSet<Result<T, AnyError>>, mut each: impl FnMut(T)) -> Result<(), AnyError> {
    while let Some(done) = tasks.join_next().await {
        each(done??);
    }
    Ok(())
}

fn row(name: &str, measured: &mut Measured, seconds: f64) {
    println!(
        "{name:10}  {:8}  {:7.0}/s  {:8.1}  {:8.1}  {:7}  {:6}",
        measured.count(),
        f64::from(u32::try_from(measured.count()).unwrap_or(u32::MAX)) / seconds,
        measured.percentile(50),
        measured.percentile(99),
        measured.refused,
        measured.failed,
    );
}

/// Returns the result of a future and its duration in seconds.
async fn timed<T>(what: impl Future<Output = Result<T, AnyError>>) -> Result<(T, f64), AnyError> {
    let began = Instant::now();
    Ok((what.await?, began.elapsed().as_secs_f64()))
}

pub async fn run(candidates: usize) -> Result<(), AnyError> {
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let server = Server::product(folder.path())?;
    let idle = server.memory()?.0;
    let links = Admin::sign_in(server.address).await?.invite(candidates).await?;
    let before = server.processor()?;
    let began = Instant::now();
    let last_start = began + RUSH;
    let last_save = last_start + BETWEEN_SAVES * (SAVES + 1);
    let mut seats = JoinSet::new();
    let count = u32::try_from(candidates)?;
    for (n, token) in (0..count).zip(links) {
        let candidate = Candidate::new(server.address, token).await?;
        // All candidates submit within ten seconds.
        let end = last_save + Duration::from_secs(10) * n / count;
        seats.spawn(sit(candidate, began + RUSH * n / count, end));
    }
    let mut admins = looking(&server, last_save);
    let (mut sat, mut looked) = (Sat::default(), Measured::default());
    let ((), seconds) = timed(all(&mut seats, |one| {
        sat.opened.join(one.opened);
        sat.started.join(one.started);
        sat.saved.join(one.saved);
        sat.submitted.join(one.submitted);
    }))
    .await?;
    all(&mut admins, |one| looked.join(one)).await?;
    let (memory, processor) = (server.memory()?, server.processor()? - before);
    println!();
    println!("exam of {candidates}: start {} ms, idle memory {idle:.0} MiB", server.start.as_millis());
    println!("call           count      rate    p50 ms    p99 ms  refused  failed");
    row("page", &mut sat.opened, RUSH.as_secs_f64());
    row("start", &mut sat.started, RUSH.as_secs_f64());
    row("save", &mut sat.saved, (BETWEEN_SAVES * SAVES + RUSH).as_secs_f64());
    row("submit", &mut sat.submitted, 10.0);
    row("admin list", &mut looked, seconds);
    println!(
        "server: {processor:.0} s of processor in {seconds:.0} s; memory {:.0} MiB, at most {:.0}",
        memory.0, memory.1
    );
    let bytes = std::fs::metadata(folder.path().join("invigil.redb"))?.len();
    println!("database: {} MiB, {} kB for each candidate", bytes >> 20, bytes / u64::from(count) / 1000);
    Ok(())
}
