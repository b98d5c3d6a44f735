//! Overhead of the store: durable writes through [`Store`] against a bare loop over redb with the same group commit but
//! without journal, codec, index maintenance or isolation.
//!
//! `cargo bench --bench store`. Both sides write the same rows (a record of 200 bytes and one unique
//! index) into a fresh file on the disk of the target folder, in alternating rounds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use invigil::store::{Backing, Index, IndexEntry, Key, Record, RecordKind, Store, StoreError, StoreOptions, Table};
use redb::{Database, TableDefinition};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

const CLIENTS: [usize; 5] = [1, 16, 64, 256, 1024];
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_millis(1300);
const QUEUE: usize = 2048;
const MAX_BATCH: usize = 1024;
const CACHE: usize = 128 << 20;

const BY_EMAIL: Index<Row, &str> = Index::unique("bench_by_email");
static KINDS: &[RecordKind] = &[RecordKind::of::<Row>("bench")];

#[derive(Clone, Serialize, Deserialize)]
struct Row {
    id: u64,
    email: String,
    body: String,
}

impl Row {
    fn new(id: u64) -> Self {
        // Ids ascend as UUIDv7 does; addresses are spread all over their index.
        let spread = id.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let email = format!("{spread:016x}@example.org");
        let body = "x".repeat(160);
        Self { id, email, body }
    }
}

impl Record for Row {
    const TABLE: Table = Table("bench");
    const VERSION: u8 = 1;

    type Id<'k> = (u64, u64);

    fn id(&self) -> Self::Id<'_> {
        (0, self.id)
    }

    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![BY_EMAIL.entry(&self.email)]
    }
}

/// One side of the comparison.
#[derive(Clone)]
enum Side {
    Bare(mpsc::Sender<Raw>),
    Store(Store),
}

/// A write of the bare loop: finished rows.
struct Raw {
    key: Vec<u8>,
    value: Vec<u8>,
    index_key: Vec<u8>,
    done: oneshot::Sender<()>,
}

impl Side {
    async fn write(&self, id: u64) -> Result<(), AnyError> {
        let row = Row::new(id);
        match self {
            Self::Store(store) => store.write(move |tx| tx.put(&row)).await.map_err(|e: StoreError| e.into()),
            Self::Bare(queue) => {
                let (done, reply) = oneshot::channel();
                // The size of the codec's encoding: version, varint id, two lengths, texts.
                let mut value = vec![0; 1 + 9 + 1 + 1];
                value.extend_from_slice(row.email.as_bytes());
                value.extend_from_slice(row.body.as_bytes());
                let index_key = Key::new().text(&row.email).build();
                let raw = Raw { key: Row::key_of(row.id()), value, index_key, done };
                queue.try_send(raw).map_err(|e| e.to_string())?;
                Ok(reply.await?)
            }
        }
    }
}

fn bare_loop(database: &Database, mut queue: mpsc::Receiver<Raw>) -> Result<(), redb::Error> {
    let rows = TableDefinition::<&[u8], &[u8]>::new("bench");
    let index = TableDefinition::<&[u8], &[u8]>::new("bench_by_email");
    let mut batch = Vec::with_capacity(MAX_BATCH);
    let (mut last_commit, mut last_batch) = (Duration::ZERO, 0);
    while queue.blocking_recv_many(&mut batch, MAX_BATCH) > 0 {
        // The store's own group commit delay, so that only its layers differ.
        let until = Instant::now() + (last_commit / 10).min(Duration::from_millis(1));
        loop {
            while batch.len() < MAX_BATCH
                && let Ok(raw) = queue.try_recv()
            {
                batch.push(raw);
            }
            let enough = last_batch < 2 || batch.len() >= last_batch.min(MAX_BATCH);
            if enough || Instant::now() >= until {
                break;
            }
            thread::sleep(Duration::from_micros(20));
        }
        let started = Instant::now();
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        {
            let (mut rows, mut index) = (txn.open_table(rows)?, txn.open_table(index)?);
            for raw in &batch {
                rows.insert(&raw.key[..], &raw.value[..])?;
                index.insert(&raw.index_key[..], &raw.key[..])?;
            }
        }
        txn.commit()?;
        (last_commit, last_batch) = (started.elapsed(), batch.len());
        for raw in batch.drain(..) {
            // The client may have stopped at the end of its round.
            let _ = raw.done.send(());
        }
    }
    Ok(())
}

#[derive(Default)]
struct Measured {
    writes: u32,
    seconds: f64,
    latencies: Vec<Duration>,
}

impl Measured {
    fn rate(&self) -> f64 {
        f64::from(self.writes) / self.seconds
    }

    /// Returns a percentile in milliseconds.
    fn percentile(&mut self, p: usize) -> f64 {
        self.latencies.sort_unstable();
        let at = (self.latencies.len() * p / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(at).map_or(0.0, |l| l.as_secs_f64() * 1e3)
    }
}

/// Closed loop: each client sends its next write when the previous one is durable.
async fn drive(side: Side, clients: usize, into: &mut Measured) -> Result<(), AnyError> {
    let next = Arc::new(AtomicU64::new(1));
    for id in 0..64 {
        side.write(u64::MAX - id).await?;
    }
    let started = Instant::now();
    let tasks: Vec<_> = (0..clients)
        .map(|_| {
            let (side, next) = (side.clone(), Arc::clone(&next));
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                while started.elapsed() < ROUND {
                    let sent = Instant::now();
                    side.write(next.fetch_add(1, Relaxed)).await?;
                    latencies.push(sent.elapsed());
                }
                Ok::<_, AnyError>(latencies)
            })
        })
        .collect();
    for task in tasks {
        let latencies = task.await??;
        into.writes += u32::try_from(latencies.len())?;
        into.latencies.extend(latencies);
    }
    into.seconds += started.elapsed().as_secs_f64();
    Ok(())
}

/// On the disk of the target folder; use a folder in memory to see the CPU cost alone.
fn folder() -> std::io::Result<tempfile::TempDir> {
    let place = std::env::var_os("INVIGIL_BENCH_DIR");
    tempfile::tempdir_in(place.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into()))
}

async fn round_bare(clients: usize, into: &mut Measured) -> Result<(), AnyError> {
    let folder = folder()?;
    let database = Database::builder().set_cache_size(CACHE).create(folder.path().join("bare.redb"))?;
    let (queue, waiting) = mpsc::channel(QUEUE);
    let writer = thread::spawn(move || bare_loop(&database, waiting));
    drive(Side::Bare(queue), clients, into).await?;
    Ok(writer.join().map_err(|_| "the bare loop panicked")??)
}

async fn round_store(clients: usize, into: &mut Measured) -> Result<(), AnyError> {
    let folder = folder()?;
    let backing = Backing::File(folder.path().join("store.redb"));
    let options = StoreOptions { cache_bytes: CACHE, queue: QUEUE, max_batch: MAX_BATCH, ..StoreOptions::new(backing) };
    let store = Store::open(options, KINDS, &[])?;
    drive(Side::Store(store.clone()), clients, into).await?;
    store.close().await;
    Ok(())
}

fn main() -> Result<(), AnyError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
    println!("clients  bare ops/s  store ops/s  ratio  p50 ms  p99 ms  (bare p50, p99)");
    runtime.block_on(async {
        for clients in CLIENTS {
            let (mut bare, mut store) = (Measured::default(), Measured::default());
            for _ in 0..ROUNDS {
                round_bare(clients, &mut bare).await?;
                round_store(clients, &mut store).await?;
            }
            println!(
                "{clients:7}  {:10.0}  {:11.0}  {:4.0}%  {:6.2}  {:6.2}  ({:.2}, {:.2})",
                bare.rate(),
                store.rate(),
                100.0 * store.rate() / bare.rate(),
                store.percentile(50),
                store.percentile(99),
                bare.percentile(50),
                bare.percentile(99),
            );
        }
        Ok(())
    })
}
