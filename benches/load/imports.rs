//! An import of 1,000 questions with 200 pictures while candidates save, and what a watcher sees of its progress.

use crate::{
    AnyError,
    admin::Admin,
    beside_runner::{TYPISTS, round_of},
    candidate,
    measure::Measured,
    server::{self, Server},
};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    io::{Cursor, Write},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// Two tests hold them: one may have 500.
const QUESTIONS: usize = 1_000;
const PICTURES: usize = 200;
const ROUNDS: usize = 3;
/// Longer than the import takes.
const ROUND: Duration = Duration::from_secs(10);
/// The time between two polls of the progress, as the page does.
const LOOK: Duration = Duration::from_millis(250);
const PATH: &str = "/api/tests/import?accept_changes=true&filename=bank.zip";

/// A drawing in squares, another one for each number.
fn picture(number: usize) -> Result<Vec<u8>, AnyError> {
    let seed = u32::try_from(number)?;
    let drawn = RgbImage::from_fn(640, 480, |x, y| {
        let [red, green, blue, _] =
            ((x / 16 + 1) * (y / 16 + 7)).wrapping_mul(seed.wrapping_mul(2_654_435_761)).to_le_bytes();
        Rgb([red, green, blue])
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(drawn).write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

fn question(number: usize) -> Value {
    let shown = number.is_multiple_of(QUESTIONS / PICTURES);
    let drawing =
        if shown { format!("\n\n![A drawing](p{}.png)", number / (QUESTIONS / PICTURES)) } else { String::new() };
    json!({
        "type": "multiple_choice",
        "question": format!("Which of these is the {number}th?{drawing}"),
        "format": "markdown",
        "points": 2,
        "options": ["the first", "the second", format!("the {number}th"), "none of these"],
        "correct_answer": format!("the {number}th"),
    })
}

fn file() -> Result<Vec<u8>, AnyError> {
    let test = |from: usize| {
        let questions: Vec<Value> = (from..from + QUESTIONS / 2).map(question).collect();
        json!({"title": format!("Bank from {from}"), "questions": questions})
    };
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("bank.json", options)?;
    zip.write_all(&serde_json::to_vec(&[test(0), test(QUESTIONS / 2)])?)?;
    for number in 0..PICTURES {
        zip.start_file(format!("p{number}.png"), options)?;
        zip.write_all(&picture(number)?)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Steps of the import that were done and those known, while it runs.
async fn look(watcher: &mut Admin) -> Result<Option<(u64, u64)>, AnyError> {
    sleep(LOOK).await;
    let jobs = watcher.ask("GET", "/api/jobs", None).await?;
    let running =
        jobs.as_array().into_iter().flatten().find(|job| job["kind"] == "test_import" && job["state"] == "running");
    Ok(running.and_then(|job| Some((job["done"].as_u64()?, job["total"].as_u64()?))))
}

/// The time of an import, and how many states of its progress were seen.
async fn import(admin: &mut Admin, mut watcher: Admin, file: &[u8]) -> Result<(Duration, usize), AnyError> {
    let began = Instant::now();
    let mut seen = BTreeSet::new();
    let importing = admin.send_file(PATH, file);
    tokio::pin!(importing);
    loop {
        tokio::select! {
            made = &mut importing => {
                let made = made?;
                let tests = made["tests"].as_array().map_or(0, Vec::len);
                let has_pictures = made["findings"].as_array().is_some_and(Vec::is_empty);
                if tests != 2 || !has_pictures {
                    return Err(format!("not all of it came in: {}", made["findings"]).into());
                }
                return Ok((began.elapsed(), seen.len()));
            }
            looked = look(&mut watcher) => seen.extend(looked?),
        }
    }
}

pub async fn run() -> Result<(), AnyError> {
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let server = Server::product(folder.path())?;
    let mut admin = Admin::sign_in(server.address).await?;
    let links = admin.invite(TYPISTS).await?;
    let mut typists = candidate::seat(server.address, links, &mut Measured::default()).await?;
    let file = file()?;
    let (mut calm, mut busy) = (Measured::default(), Measured::default());
    println!(
        "\nan import of {QUESTIONS} questions and {PICTURES} pictures, {:.1} MB: s, states of progress seen",
        mebi(file.len())
    );
    for _ in 0..ROUNDS {
        typists = round_of(typists, ROUND, &mut calm).await?;
        let watcher = Admin::sign_in(server.address).await?;
        let (imported, back) = tokio::join!(import(&mut admin, watcher, &file), round_of(typists, ROUND, &mut busy));
        typists = back?;
        let (time, seen) = imported?;
        println!("{:6.2}  {seen}", time.as_secs_f64());
    }
    println!("{TYPISTS} candidates save every second: count  p50 ms  p99 ms  failed");
    for (name, measured) in [("calm", &mut calm), ("beside imports", &mut busy)] {
        println!(
            "{name:14} {:6}  {:6.2}  {:6.2}  {:3}",
            measured.count(),
            measured.percentile(50),
            measured.percentile(99),
            measured.failed + measured.refused,
        );
    }
    println!("memory, at most: {:.0} MiB", server.memory()?.1);
    Ok(())
}

fn mebi(bytes: usize) -> f64 {
    u32::try_from(bytes).map_or(f64::NAN, f64::from) / 1e6
}
