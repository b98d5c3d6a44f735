//! kill -9 at random moments: every acknowledged answer survives, in the API, the result and the export.

use super::{
    load::{self, Exam},
    oracle::Oracle,
    times,
};
use crate::support::{
    binary::{Place, Serving},
    dice::Dice,
};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

const MAX_CONCURRENT: usize = 8;
/// Minimum and maximum number of acknowledgements between two kills.
const BETWEEN: (u64, u64) = (20, 200);

fn serve(place: &Place, sabotage: Option<&str>) -> Serving {
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    if let Some(sabotage) = sabotage {
        command.env("INVIGIL_SABOTAGE", sabotage);
    }
    Serving::start(command)
}

/// Kills the server `kills` times under load; returns the acknowledged answers that were lost.
async fn lost_after_kills(kills: usize, sabotage: Option<&'static str>) -> Vec<String> {
    let place = Place::with_admin();
    let (saves, margin) = if kills < 50 { (60, MAX_CONCURRENT) } else { (200, 4 * MAX_CONCURRENT) };
    let mut serving = serve(&place, None);
    let oracle = Oracle::new(File::create(place.path().join("acknowledged")).unwrap());
    let exam = Arc::new(Exam::set_up(&serving.url, oracle).await);
    let admin = load::sign_in(&exam.http, &serving.url).await;
    let mut links = Vec::new();
    for n in 0..kills * usize::try_from(BETWEEN.1 / saves).unwrap() + margin {
        links.push(exam.invite(&serving.url, &admin, n).await);
    }
    serving.stop();
    serving = serve(&place, sabotage);

    let (tell, at) = watch::channel(Some(serving.url.clone()));
    let mut seats = load::begin(&exam, &at, links, MAX_CONCURRENT, saves);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut missing = Vec::new();
    for kill in 0..kills {
        let enough = exam.oracle.acknowledgements() + dice.between(BETWEEN);
        while exam.oracle.acknowledgements() < enough && !seats.is_empty() {
            if let Some(left) = seats.try_join_next() {
                left.unwrap();
            }
            sleep(Duration::from_millis(1)).await;
        }
        tell.send_replace(None);
        serving.kill();
        serving = serve(&place, sabotage);
        missing = exam.missing(&serving.url).await;
        if !missing.is_empty() {
            eprintln!("after kill {}: {missing:?}", kill + 1);
            return missing;
        }
        tell.send_replace(Some(serving.url.clone()));
    }
    drop(seats);
    if sabotage.is_none() {
        serving.stop();
        assert!(place.run(["check"]).done().ends_with("no problems.\n"));
        let exported = place.run(["results", "export", "-o", "all.csv"]);
        exported.done();
        let rows = BufReader::new(File::open(place.path().join("all.csv")).unwrap()).lines().count() - 1;
        let submitted = exam.oracle.candidates().values().filter(|c| c.submitted).count();
        assert!(rows >= submitted, "{submitted} submits were acknowledged, {rows} are exported");
    }
    let total = exam.oracle.acknowledgements();
    eprintln!("{kills} kills, {total} acknowledged answers, {} lost", missing.len());
    missing
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_answers_survive_a_kill_at_any_moment() {
    assert_eq!(lost_after_kills(times("INVIGIL_KILLS", 4), None).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_acknowledges_before_the_sync_is_detected() {
    assert_ne!(lost_after_kills(4, Some("no-sync")).await, Vec::<String>::new());
}
