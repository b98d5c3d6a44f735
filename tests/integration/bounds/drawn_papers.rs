//! Space that drawn papers take: a seed and hashes each, not a copy (docs/draw.md).

use invigil::{
    domain::{Instant, bank::plan::Draw, time::SECOND},
    store::{Backing, Store, StoreOptions, records},
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

const PAPERS: u32 = 10_000;
const LIMIT: u64 = 20 * 1024 * 1024;

fn draw(n: u32) -> Draw {
    let random = |what: &str| <[u8; 32]>::from(Sha256::digest(format!("{what} {n}")));
    let mut seed = [0; 16];
    seed.copy_from_slice(&random("seed")[..16]);
    Draw {
        attempt_id: Uuid::from_u128(u128::from(n)).into(),
        test_id: Uuid::from_u128(1 << 100).into(),
        paper: random("paper"),
        plan: [7; 32],
        algorithm: 1,
        seed,
        started_at: Instant::EPOCH.plus(i32::try_from(n).unwrap() * SECOND),
    }
}

#[tokio::test]
async fn ten_thousand_drawn_papers_fit_into_20_mib() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("invigil.redb");
    let store =
        Store::open(StoreOptions::new(Backing::File(file.clone())), records::KINDS, records::MIGRATIONS).unwrap();
    for batch in 0..PAPERS / 100 {
        let draws =
            move |tx: &mut invigil::store::Tx<'_>| (batch * 100..(batch + 1) * 100).try_for_each(|n| tx.put(&draw(n)));
        store.write(draws).await.unwrap();
    }
    store.close().await;
    let size = std::fs::metadata(file).unwrap().len();
    assert!(size <= LIMIT, "{size} bytes");
}
