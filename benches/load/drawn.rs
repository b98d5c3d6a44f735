//! Starts of attempts whose papers are drawn, beside starts of a fixed one, in alternating rounds.

use crate::{
    AnyError,
    admin::Admin,
    candidate,
    measure::Measured,
    server::{self, Server},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

/// Questions of a paper, and of the pool that it is drawn from.
const ASKED: usize = 20;
const POOL: usize = 60;
/// Starts of a round, which as many clients at once make.
const ROUND: usize = 500;
const CLIENTS: usize = 16;

fn question(n: usize) -> Value {
    json!({
        "type": "multiple_choice", "question": format!("Which of these keeps its order, case {n}?"), "points": 2, "tags": ["sql"],
        "options": ["A hash table", "A B-tree", "A bloom filter", "A heap"], "correct_answer": "A B-tree",
    })
}

struct Site {
    server: Server,
    /// Deleted with the site.
    _folder: TempDir,
    links: Vec<String>,
    started: Measured,
}

impl Site {
    async fn new(is_drawn: bool, candidates: usize) -> Result<Self, AnyError> {
        let folder = server::folder()?;
        server::add_admin(folder.path())?;
        let server = Server::product(folder.path())?;
        let mut admin = Admin::sign_in(server.address).await?;
        let test = if is_drawn {
            for n in 0..POOL {
                let body = json!({"title": format!("Order {n}"), "state": "ready", "question": question(n)});
                admin.ask("POST", "/api/questions", Some(&body)).await?;
            }
            let pool = json!({"pool": {"tags": ["sql"], "draw": ASKED, "points": 2}});
            let section = json!({"shuffle_questions": true, "shuffle_options": true, "items": [pool]});
            json!({"title": "Drawn", "duration_minutes": 60, "sections": [section]})
        } else {
            let questions: Vec<Value> = (0..ASKED).map(question).collect();
            json!({"title": "Fixed", "duration_minutes": 60, "questions": questions})
        };
        let test = admin.ask("POST", "/api/tests", Some(&test)).await?;
        let links = admin.invite_to(&test["id"], candidates).await?;
        Ok(Self { server, _folder: folder, links, started: Measured::default() })
    }

    /// The next starts, by several clients at once.
    async fn round(&mut self) -> Result<(), AnyError> {
        let mut links = self.links.split_off(self.links.len().saturating_sub(ROUND));
        let mut clients = JoinSet::new();
        while !links.is_empty() {
            let share = links.split_off(links.len().saturating_sub(ROUND.div_ceil(CLIENTS)));
            let address = self.server.address;
            clients.spawn(async move {
                let mut started = Measured::default();
                candidate::seat(address, share, &mut started).await.map(|_| started)
            });
        }
        while let Some(done) = clients.join_next().await {
            self.started.join(done??);
        }
        Ok(())
    }
}

pub async fn run(candidates: usize) -> Result<(), AnyError> {
    let mut sites = [Site::new(false, candidates).await?, Site::new(true, candidates).await?];
    for _ in 0..candidates.div_ceil(ROUND) {
        for site in &mut sites {
            site.round().await?;
        }
    }
    println!("\nstarts of a paper of {ASKED} questions, {CLIENTS} clients: count  p50 ms  p99 ms  failed");
    let mut p99 = [0.0; 2];
    for (n, site) in sites.iter_mut().enumerate() {
        p99[n] = site.started.percentile(99);
        println!(
            "{:6} {:6}  {:6.2}  {:6.2}  {:3}",
            ["fixed", "drawn"][n],
            site.started.count(),
            site.started.percentile(50),
            p99[n],
            site.started.failed + site.started.refused,
        );
    }
    println!("p99 of drawn papers: {:.2} times that of fixed ones", p99[1] / p99[0]);
    Ok(())
}
