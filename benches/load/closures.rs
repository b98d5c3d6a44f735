//! Longest write transaction of the largest inputs that one client may send: while it runs, all other saves wait.

use crate::{
    AnyError,
    admin::Admin,
    candidate::{self, Candidate},
    http::Connection,
    measure::Measured,
    server::{self, Server},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, path::Path};

const QUESTIONS: usize = 500;
/// Of the JSON bodies of a test, a save and a submit, a little below their limits.
const TEST_BYTES: usize = 1_900_000;
const SAVE_BYTES: usize = 250_000;
const SUBMIT_BYTES: usize = 8_000_000;
const FILE_BYTES: usize = 10_000_000;
/// A little below what one test may hold.
const ONE_TEST_BYTES: usize = 4_100_000;
/// Tests of an import.
const TESTS: usize = 100;
const MAX_TESTS: usize = 500;
/// Answers of 60 kB that a candidate has saved.
const SAVED: usize = 400;
const INVITED: usize = 200;

/// A test of essays.
fn test(questions: usize, bytes: usize) -> Value {
    let text = "x".repeat(bytes / questions);
    let question = |n| json!({"id": format!("q{n}"), "type": "essay", "question": text});
    json!({"title": "Large", "duration_minutes": 480, "questions": (0..questions).map(question).collect::<Vec<_>>()})
}

/// Answers to all questions.
fn answers(bytes: usize) -> Vec<u8> {
    let text = "y".repeat(bytes / QUESTIONS - 60);
    let answer = |n| json!({"question_id": format!("q{n}"), "answer": text, "seq": 2});
    json!({"answers": (0..QUESTIONS).map(answer).collect::<Vec<_>>()}).to_string().into_bytes()
}

/// Four answers of 60 kB.
fn long_answers(from: usize) -> Vec<u8> {
    let text = "z".repeat(60_000);
    let answer = |n| json!({"question_id": format!("q{n}"), "answer": text, "seq": 2});
    json!({"answers": (from..from + 4).map(answer).collect::<Vec<_>>()}).to_string().into_bytes()
}

/// Milliseconds of the longest write transaction since the server's start, and in processor time.
async fn longest(address: SocketAddr) -> Result<(f64, f64), AnyError> {
    let reply = Connection::open(address).await?.ask("GET", "/metrics", "", b"").await?;
    let text = String::from_utf8(reply.body)?;
    let metric = |name: &str| -> Result<f64, AnyError> {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Ok(1000.0 * value.ok_or("no such metric")?.trim().parse::<f64>()?)
    };
    Ok((metric("invigil_store_longest_write_seconds")?, metric("invigil_store_longest_write_cpu_seconds")?))
}

async fn report(name: &str, server: Server) -> Result<(), AnyError> {
    let (time, processor) = longest(server.address).await?;
    println!("{name:42}  {time:6.2}  {processor:6.2}");
    Ok(())
}

/// A new server on the same data, which has written nothing but a sign-in.
async fn admin(data: &Path) -> Result<(Server, Admin), AnyError> {
    let server = Server::product(data)?;
    let admin = Admin::sign_in(server.address).await?;
    Ok((server, admin))
}

async fn authors(data: &Path) -> Result<Vec<String>, AnyError> {
    let large = test(QUESTIONS, TEST_BYTES);
    let (server, mut ada) = admin(data).await?;
    let created = ada.ask("POST", "/api/tests", Some(&large)).await?;
    report("a test of 500 questions, 1.9 MB", server).await?;
    let path = format!("/api/tests/{}", created["id"].as_str().ok_or("no id")?);
    let (server, mut ada) = admin(data).await?;
    ada.ask("PUT", &path, Some(&large)).await?;
    report("its change", server).await?;
    let (server, mut ada) = admin(data).await?;
    let links = ada.invite_to(&created["id"], INVITED).await?;
    report("200 invites to it", server).await?;
    let (server, mut ada) = admin(data).await?;
    let file: Vec<_> = (0..TESTS).map(|_| test(100, FILE_BYTES / TESTS - 7_000)).collect();
    ada.ask("POST", "/api/tests/import?format=json", Some(&Value::Array(file))).await?;
    report("an import of 100 tests, 10 MB", server).await?;
    let (server, mut ada) = admin(data).await?;
    let file: Vec<_> = (0..MAX_TESTS).map(|_| test(20, 2_000)).collect();
    ada.ask("POST", "/api/tests/import?format=json", Some(&Value::Array(file))).await?;
    report("an import of 500 tests of 20 questions", server).await?;
    let (server, mut ada) = admin(data).await?;
    ada.ask("POST", "/api/tests/import?format=json", Some(&test(480, ONE_TEST_BYTES))).await?;
    report("an import of one test, 4.1 MB", server).await?;
    Ok(links)
}

async fn takers(data: &Path, links: Vec<String>) -> Result<(), AnyError> {
    let mut links = links.into_iter();
    let mut next = || links.next().ok_or("no link");
    let server = Server::product(data)?;
    let mut all = Measured::default();
    let first = next()?;
    candidate::seat(server.address, vec![first.clone()], &mut all).await?;
    report("the first start", server).await?;
    let server = Server::product(data)?;
    Candidate::new(server.address, first.clone()).await?.save_all(&answers(SAVE_BYTES), &mut all).await?;
    report("a save of 500 answers, 250 kB", server).await?;
    let server = Server::product(data)?;
    Candidate::new(server.address, first.clone()).await?.submit_all(&answers(SAVE_BYTES), &mut all).await?;
    report("its submit with 500 answers, 250 kB", server).await?;
    let second = next()?;
    let server = Server::product(data)?;
    candidate::seat(server.address, vec![second.clone()], &mut all).await?;
    drop(server);
    let server = Server::product(data)?;
    Candidate::new(server.address, second).await?.submit_all(&answers(SUBMIT_BYTES), &mut all).await?;
    report("another's submit with 500 answers, 8 MB", server).await?;
    let third = next()?;
    let server = Server::product(data)?;
    candidate::seat(server.address, vec![third.clone()], &mut all).await?;
    let mut candidate = Candidate::new(server.address, third.clone()).await?;
    for from in (0..SAVED).step_by(4) {
        candidate.save_all(&long_answers(from), &mut all).await?;
    }
    drop(server);
    let server = Server::product(data)?;
    let mut candidate = Candidate::new(server.address, third).await?;
    candidate.save(&mut all).await?;
    candidate.submit(&mut all).await?;
    report("a save, a submit after 24 MB, a restart", server).await?;
    if all.failed + all.refused == 0 { Ok(()) } else { Err(format!("{} failed", all.failed + all.refused).into()) }
}

pub async fn run() -> Result<(), AnyError> {
    println!("\nlongest write transaction of one input     ms  CPU, ms");
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let (server, _) = admin(folder.path()).await?;
    report("a sign-in", server).await?;
    let links = authors(folder.path()).await?;
    takers(folder.path(), links).await?;
    let (server, mut ada) = admin(folder.path()).await?;
    let tests = ada.ask("GET", "/api/tests", None).await?;
    let large = tests.as_array().and_then(|all| all.iter().find(|test| test["title"] == "Large")).ok_or("no test")?;
    let path = format!("/api/tests/{}/force", large["id"].as_str().ok_or("no id")?);
    ada.ask("DELETE", &path, None).await?;
    report("its force delete", server).await
}
