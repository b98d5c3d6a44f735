//! Applies a repaired key to the submissions of one test, and undoes it: at most 30 s each for 100,000.
//!
//! One submission is made through the API and copied; every second candidate chose the option that the repair accepts.
//! `INVIGIL_BENCH_ROWS` sets how many.

#[expect(dead_code, reason = "shared with other benchmarks")]
mod filled;

use filled::{AnyError, BATCH, Site};
use invigil::{
    domain::{
        attempt::Answer,
        submission::{self, Submission},
    },
    service::scoring::repairs::job,
    store::{Read, Tx},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const MAX: Duration = Duration::from_secs(30);

/// Returns the test's id, after its one submission was copied.
async fn fill(site: &Site, rows: usize) -> Result<String, AnyError> {
    let question = |n: usize| {
        json!({"id": n.to_string(), "type": "multiple_choice", "question": "Which of these keeps its order?", "points": 2,
            "options": ["One", "Two", "Three"], "correct_answer": "Two"})
    };
    let test = json!({"title": "Repaired", "questions": (0..10).map(question).collect::<Vec<_>>()});
    let (test, _) = site.call("POST", "/tests", test).await?;
    let invite =
        json!({"test_id": test["id"], "applicant_email": "m@example.org", "applicant_name": "Mo", "no_schedule": true});
    let (invite, _) = site.call("POST", "/invites", invite).await?;
    let link = invite["token"].as_str().ok_or("no token")?;
    site.call("POST", &format!("/start-test/{link}"), Value::Null).await?;
    let answer = |n: usize| json!({"question_id": n.to_string(), "answer": "Two"});
    let answers = json!({"answers": (0..10).map(answer).collect::<Vec<_>>()});
    site.call("POST", &format!("/submit-test/{link}"), answers).await?;
    let read = site.app.store.read()?;
    let submission: Submission = read.records()?.into_iter().next().ok_or("no submission")?;
    let answers: Vec<Answer> = read.records()?;
    let paper = site.app.caches.papers.get(&read, submission.test_id, &submission.paper)?;
    drop(read);
    for from in (0..rows).step_by(BATCH) {
        let copies: Vec<_> = (from..rows.min(from + BATCH))
            .map(|n| {
                let mut copy = Submission { id: site.app.new_id(), ..submission.clone() };
                let of = |answer: &Answer| {
                    let is_other = n % 2 == 1 && answer.question_id == "0";
                    let given = if is_other { "One".into() } else { answer.text.clone() };
                    Answer { attempt_id: copy.id, text: given, ..answer.clone() }
                };
                let answers: Vec<Answer> = answers.iter().map(of).collect();
                let texts = answers.iter().map(|a| (a.question_id.clone(), a.text.clone())).collect();
                let grades = submission::grade(copy.id, &paper, &[], &texts, copy.submitted_at);
                copy.tally(&paper, &grades);
                (copy, grades, answers)
            })
            .collect();
        let put = move |tx: &mut Tx<'_>| {
            copies.iter().try_for_each(|(submission, grades, answers)| {
                grades.iter().try_for_each(|grade| tx.put(grade))?;
                answers.iter().try_for_each(|answer| tx.put(answer))?;
                tx.put(submission)
            })
        };
        site.app.store.write(put).await?;
    }
    Ok(test["id"].as_str().ok_or("no test")?.to_owned())
}

async fn applied(site: &Site, what: &str, rows: usize) -> Result<(), AnyError> {
    let began = Instant::now();
    job::pass(&site.app).await?;
    let taken = began.elapsed();
    println!("{what}: {rows} submissions in {:.1} s", taken.as_secs_f64());
    if taken > MAX { Err(format!("{what} took longer than {MAX:?}").into()) } else { Ok(()) }
}

async fn measure(rows: usize) -> Result<(), AnyError> {
    let folder = tempfile::tempdir()?;
    let site = Site::new(folder.path()).await?;
    let test = fill(&site, rows).await?;
    let path = format!("/tests/{test}/repairs");
    let repair = json!({"question_id": "0", "action": "new_key", "value": "One", "reason": "the key was wrong"});
    let began = Instant::now();
    let (preview, _) = site.call("POST", &format!("{path}/preview"), repair.clone()).await?;
    println!("preview: {preview} in {:.1} s", began.elapsed().as_secs_f64());
    let (made, _) = site.call("POST", &path, repair).await?;
    applied(&site, "repair", rows).await?;
    let id = made["id"].as_str().ok_or("no repair")?;
    site.call("DELETE", &format!("{path}/{id}"), Value::Null).await?;
    applied(&site, "undo", rows).await
}

fn main() -> Result<(), AnyError> {
    let rows = std::env::var("INVIGIL_BENCH_ROWS").unwrap_or_else(|_| "100000".into()).trim().parse()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(rows))
}
