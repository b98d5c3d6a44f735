//! Baseline for saves: axum, serde and redb with group commit, and nothing else. No attempt keys, no deadline, no
//! answer journal, no isolation of one save from the next.

use crate::AnyError;
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State},
    routing::put,
};
use redb::{Database, TableDefinition};
use serde::{Deserialize, Serialize};
use std::{io::Write, net::Ipv4Addr, thread};
use tokio::sync::{mpsc, oneshot};

const ROWS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("answers");

#[derive(Deserialize)]
struct Save {
    answers: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    question_id: String,
    answer: String,
    seq: u64,
}

#[derive(Serialize)]
struct Acked {
    question_id: String,
    seq: u64,
}

#[derive(Serialize)]
struct Reply {
    acked: Vec<Acked>,
    acked_seq: u64,
}

struct Job {
    rows: Vec<(Vec<u8>, Vec<u8>)>,
    done: oneshot::Sender<()>,
}

fn write(database: &Database, mut queue: mpsc::Receiver<Job>) -> Result<(), redb::Error> {
    let mut batch = Vec::new();
    while queue.blocking_recv_many(&mut batch, 1024) > 0 {
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        {
            let mut table = txn.open_table(ROWS)?;
            for (key, value) in batch.iter().flat_map(|job: &Job| &job.rows) {
                table.insert(&key[..], &value[..])?;
            }
        }
        txn.commit()?;
        for job in batch.drain(..) {
            let _ = job.done.send(());
        }
    }
    Ok(())
}

async fn save(
    State(queue): State<mpsc::Sender<Job>>,
    Path(token): Path<String>,
    Json(save): Json<Save>,
) -> Result<Json<Reply>, axum::http::StatusCode> {
    let (done, stored) = oneshot::channel();
    let row = |e: &Entry| (format!("{token}/{}", e.question_id).into_bytes(), format!("{} {}", e.seq, e.answer).into());
    let rows = save.answers.iter().map(row).collect();
    let busy = axum::http::StatusCode::SERVICE_UNAVAILABLE;
    queue.try_send(Job { rows, done }).map_err(|_| busy)?;
    stored.await.map_err(|_| busy)?;
    let acked_seq = save.answers.iter().map(|e| e.seq).max().unwrap_or(0);
    let acked = save.answers.into_iter().map(|e| Acked { question_id: e.question_id, seq: e.seq }).collect();
    Ok(Json(Reply { acked, acked_seq }))
}

/// Serves until it is killed.
pub fn serve(folder: &std::path::Path) -> Result<(), AnyError> {
    let database = Database::builder().set_cache_size(128 << 20).create(folder.join("bare.redb"))?;
    let (queue, jobs) = mpsc::channel(2048);
    thread::spawn(move || write(&database, jobs));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        println!("ready on http://{}", listener.local_addr()?);
        std::io::stdout().flush()?;
        let router = Router::new().route("/api/take-test/{token}/answers", put(save));
        let router = router.layer(DefaultBodyLimit::max(256 * 1024)).with_state(queue);
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let service = hyper_util::service::TowerToHyperService::new(router.clone());
            tokio::spawn(
                hyper::server::conn::http1::Builder::new()
                    .serve_connection(hyper_util::rt::TokioIo::new(stream), service),
            );
        }
    })
}
