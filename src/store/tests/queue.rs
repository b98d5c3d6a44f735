//! The queue is bounded (backpressure), and closing drains it.

use futures_util::FutureExt;

use super::support::{KINDS, Person, memory, occupy, options, put, runtime};
use crate::store::{Backing, Read, Store, StoreError, StoreOptions};

#[test]
fn a_full_queue_refuses_immediately_and_recovers() {
    runtime().block_on(async {
        let store = Store::open(StoreOptions { queue: 2, ..options(Backing::Memory) }, KINDS, &[]).expect("open");
        let release = occupy(&store).await;
        let mut waiting = Vec::new();
        for id in 0..2 {
            let store2 = store.clone();
            waiting.push(tokio::spawn(async move { put(&store2, Person::new(id, &id.to_string())).await }));
            while store.stats().queued < waiting.len() {
                tokio::task::yield_now().await;
            }
        }
        let refused = put(&store, Person::new(9, "nine")).await;
        assert!(matches!(refused, Err(StoreError::Busy)));
        drop(release);
        for one in waiting {
            assert!(one.await.expect("no panic").is_ok());
        }
        assert!(store.read().expect("read").get::<Person>(9).expect("get").is_none());
        put(&store, Person::new(9, "nine")).await.expect("the queue has space again");
    });
}

#[test]
fn a_queued_write_runs_after_its_caller_is_dropped() {
    runtime().block_on(async {
        let store = memory();
        let release = occupy(&store).await;
        let leaving = {
            let store = store.clone();
            tokio::spawn(async move { put(&store, Person::new(1, "one")).await })
        };
        while store.stats().queued < 1 {
            tokio::task::yield_now().await;
        }
        leaving.abort();
        assert!(leaving.await.is_err());
        drop(release);
        put(&store, Person::new(2, "two")).await.expect("put");
        assert!(store.read().expect("read").get::<Person>(1).expect("get").is_some());
    });
}

#[test]
fn the_longest_closure_is_measured() {
    runtime().block_on(async {
        let store = memory();
        let (release, before) = (occupy(&store).await, std::time::Instant::now());
        put(&store, Person::new(1, "one")).now_or_never();
        while before.elapsed() < std::time::Duration::from_millis(2) {
            tokio::task::yield_now().await;
        }
        drop(release);
        put(&store, Person::new(2, "two")).await.expect("put");
        assert!(store.stats().longest_closure >= std::time::Duration::from_millis(2));
    });
}

#[test]
fn closing_finishes_queued_writes_and_then_refuses() {
    runtime().block_on(async {
        let store = memory();
        let release = occupy(&store).await;
        let waiting = {
            let store = store.clone();
            tokio::spawn(async move { put(&store, Person::new(1, "one")).await })
        };
        while store.stats().queued < 1 {
            tokio::task::yield_now().await;
        }
        let closing = {
            let store = store.clone();
            tokio::spawn(async move { store.close().await })
        };
        while store.stats().queued < 2 {
            tokio::task::yield_now().await;
        }
        drop(release);
        assert!(waiting.await.expect("no panic").is_ok(), "it was queued before the close");
        closing.await.expect("closed");
        store.close().await;
        assert!(matches!(put(&store, Person::new(2, "two")).await, Err(StoreError::Closed)));
        assert!(matches!(store.read(), Err(StoreError::Closed)));
        assert!(!store.stats().available);
    });
}

#[test]
fn a_snapshot_does_not_see_later_commits() {
    runtime().block_on(async {
        let store = memory();
        put(&store, Person::new(1, "one")).await.expect("put");
        let before = store.read().expect("read");
        put(&store, Person::new(2, "two")).await.expect("put");
        assert_eq!(before.records::<Person>().expect("records").len(), 1);
        assert_eq!(store.read().expect("read").records::<Person>().expect("records").len(), 2);
    });
}
