//! Power cuts with the real schema: whichever unsynced writes the disk kept, the database opens, contains every
//! acknowledged write, and its indexes and counters are consistent.

use super::{
    times,
    torn_disk::{Cutter, Dice, Operation, Plate, RecordedDisk},
};
use crate::support::{
    app::TestApp,
    journey::{key, text},
};
use invigil::{
    domain::{AttemptId, attempt::Answer, submission::Submission, time::MINUTE},
    store::{Backing, Read, Store, StoreOptions, records},
};
use std::sync::{Arc, Mutex};

/// An acknowledgement.
enum Acked {
    Answer(AttemptId, &'static str, u64, String),
    Submission(AttemptId),
}

struct Recording {
    log: Vec<Operation>,
    /// Acknowledgements with the number of disk operations before them, in order.
    acked: Vec<(usize, Acked)>,
}

/// Records saves and submits of candidates; the clock advances, so that the server also submits some at their deadline.
async fn record() -> Recording {
    let disk = RecordedDisk::default();
    let backend = disk.clone();
    let t = TestApp::on_backing(Backing::Custom(Arc::new(move || Ok(Box::new(backend.clone())))));
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let mut acked = Vec::new();
    for round in 0..4_u8 {
        // The clock has advanced past the session's lifetime.
        let admin = t.sign_in("ada@example.org").await;
        let mut sitting = Vec::new();
        for n in 0..3_u8 {
            let invite = t.invite(&admin, &test, &format!("c{round}-{n}@example.org")).await;
            t.start(&invite["token"], &key(n)).await.ok();
            let row = t.invite_row(&admin, &invite["id"]).await;
            let attempt: AttemptId = text(&row["attempt_id"]).parse().unwrap();
            sitting.push((invite["token"].clone(), n, attempt));
        }
        for seq in 1..6 {
            for (token, n, attempt) in &sitting {
                let question = ["q2", "q3"][usize::try_from(seq % 2).unwrap()];
                let answer = format!("{attempt} {seq} {}", "x".repeat(usize::from(*n) * 900));
                t.save(token, &key(*n), &[(question, &answer, seq)]).await.ok();
                acked.push((disk.moment(), Acked::Answer(*attempt, question, seq, answer)));
            }
        }
        for (token, n, attempt) in &sitting[..2] {
            t.submit(token, &key(*n), &[("q1", "B")]).await.ok();
            acked.push((disk.moment(), Acked::Submission(*attempt)));
        }
        t.clock.advance(70 * MINUTE);
        t.sweep().await;
        acked.push((disk.moment(), Acked::Submission(sitting[2].2)));
    }
    t.assert_sound();
    Recording { log: disk.log(), acked }
}

fn open(image: Vec<u8>) -> Result<Store, String> {
    let image = Mutex::new(Some(image));
    let make = move || {
        let bytes = image.lock().unwrap().take().unwrap_or_default();
        Ok(Box::new(Plate(Mutex::new(bytes))) as Box<dyn redb::StorageBackend>)
    };
    let options = StoreOptions { cache_bytes: 1 << 20, ..StoreOptions::new(Backing::Custom(Arc::new(make))) };
    Store::open(options, records::KINDS, records::MIGRATIONS).map_err(|error| format!("it does not open: {error}"))
}

/// Checks one disk image.
fn check_image(image: Vec<u8>, acked: &[(usize, Acked)]) -> Result<(), String> {
    let store = open(image)?;
    let report = store.check().map_err(|error| error.to_string())?;
    if let Some(problem) = report.problems.first() {
        return Err(format!("not sound: {problem}"));
    }
    let read = store.read().map_err(|error| error.to_string())?;
    for (_, acked) in acked {
        match acked {
            Acked::Answer(attempt, question, seq, sent) => {
                let stored = read.get::<Answer>((*attempt, question)).map_err(|e| e.to_string())?;
                let there = stored.is_some_and(|a| a.seq > *seq || a.seq == *seq && a.text == *sent);
                // A submission stores its answers in its grades.
                if !there && read.get::<Submission>(*attempt).ok().flatten().is_none() {
                    return Err(format!("answer {attempt} {question} {seq} was acknowledged and is not there"));
                }
            }
            Acked::Submission(attempt) => {
                let found = read.get::<Submission>(*attempt).map_err(|e| e.to_string())?;
                found.ok_or_else(|| format!("submission {attempt} was acknowledged and is not there"))?;
            }
        }
    }
    Ok(())
}

/// Cuts the power at moments spread over the whole recording; returns the first violation.
fn cut_power(recording: &Recording, images: usize, seed: u64, honest: bool) -> Result<(), String> {
    let mut dice = Dice(seed);
    let mut cutter = Cutter::new(recording.log.clone(), honest);
    // Before the first sync there is no database, so nothing can be lost.
    let born = recording.acked[0].0.min(recording.log.len());
    let mut moments: Vec<usize> = (0..images).map(|_| born + dice.below(recording.log.len() - born + 1)).collect();
    moments.sort_unstable();
    for moment in moments {
        let before = recording.acked.partition_point(|(at, _)| *at <= moment);
        let image = cutter.cut(moment, &mut dice);
        check_image(image, &recording.acked[..before])
            .map_err(|wrong| format!("after {moment} operations: {wrong}"))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_power_cut_at_any_moment_loses_nothing_acknowledged() {
    let recording = Arc::new(record().await);
    let images = times("INVIGIL_POWER_CUTS", 300);
    let halves: Vec<_> = [0x1234_5678_9ABC_DEF1, 0x0FED_CBA9_8765_4321]
        .into_iter()
        .map(|seed| {
            let recording = recording.clone();
            tokio::task::spawn_blocking(move || cut_power(&recording, images / 2, seed, true))
        })
        .collect();
    for half in halves {
        half.await.unwrap().unwrap();
    }
    eprintln!("{images} power cuts over {} disk operations, nothing lost", recording.log.len());
}

#[tokio::test]
async fn a_disk_that_ignores_syncs_is_detected() {
    let recording = record().await;
    assert!(cut_power(&recording, 50, 0x1234_5678_9ABC_DEF1, false).is_err());
}
