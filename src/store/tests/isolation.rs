//! Closures that share a commit (group commit) fail independently.

use super::support::{BY_NAME, Person, active_counter, assert_sound, memory, occupy, put, runtime};
use crate::{
    store::{Read, Store, StoreError, Tx},
    sync::Mutex,
};
use std::sync::Arc;

pub type Closure = Box<dyn FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send>;

/// Queues writes in this order and commits them as one batch.
pub async fn together<const N: usize>(store: &Store, writes: [Closure; N]) -> Vec<Result<(), StoreError>> {
    let held = occupy(store).await;
    let mut replies = Vec::new();
    for (n, write) in writes.into_iter().enumerate() {
        let store2 = store.clone();
        replies.push(tokio::spawn(async move { store2.write(write).await }));
        while store.stats().queued <= n {
            tokio::task::yield_now().await;
        }
    }
    let commits = store.stats().commits;
    drop(held);
    let mut results = Vec::new();
    for reply in replies {
        results.push(reply.await.expect("no task panics"));
    }
    assert!(store.stats().commits <= commits + 1, "they shared a commit");
    results
}

#[test]
fn other_closures_of_a_batch_survive_an_error_and_a_panic() {
    runtime().block_on(async {
        let store = memory();
        put(&store, Person::new(1, "first")).await.expect("put");
        let results = together(
            &store,
            [
                Box::new(|tx| tx.put(&Person::new(2, "second"))),
                Box::new(|tx| {
                    tx.put(&Person::new(1, "renamed"))?;
                    tx.delete::<Person>(2)?;
                    tx.put(&Person::new(3, "third"))?;
                    Err(StoreError::Corrupt("on purpose".into()))
                }),
                Box::new(|tx| {
                    tx.delete::<Person>(1)?;
                    tx.put(&Person::new(4, "second"))?;
                    Ok(())
                }),
                Box::new(|tx| {
                    tx.put(&Person::new(5, "fifth"))?;
                    panic!("on purpose");
                }),
                Box::new(|tx| {
                    assert!(tx.get::<Person>(5)?.is_none(), "the panic left nothing");
                    tx.put(&Person::new(6, "third"))
                }),
            ],
        )
        .await;
        assert!(matches!(results[0], Ok(())));
        assert!(matches!(results[1], Err(StoreError::Corrupt(_))));
        assert!(matches!(results[2], Err(StoreError::Duplicate { index: "people_by_name" })));
        assert!(matches!(results[3], Err(StoreError::Panicked)));
        assert!(matches!(results[4], Ok(())));

        let read = store.read().expect("read");
        let ids: Vec<_> = read.records::<Person>().expect("all").iter().map(|p| p.id).collect();
        assert_eq!(ids, [1, 2, 6]);
        let name = |n: &str| read.find(BY_NAME, n).expect("find").map(|p| p.id);
        assert_eq!((name("first"), name("second"), name("third")), (Some(1), Some(2), Some(6)));
        assert_eq!((name("renamed"), name("fifth")), (None, None));
        assert_eq!(read.count(&active_counter()).expect("count"), 3);
        drop(read);
        assert_sound(&store);
    });
}

#[test]
fn a_failed_put_changes_nothing_and_the_closure_may_continue() {
    runtime().block_on(async {
        let store = memory();
        put(&store, Person::new(1, "taken")).await.expect("put");
        let second = store
            .write(|tx| {
                let refused = tx.put(&Person { teams: vec![1, 2], ..Person::new(2, "taken") });
                assert!(matches!(refused, Err(StoreError::Duplicate { .. })));
                assert!(tx.get::<Person>(2)?.is_none());
                tx.put(&Person::new(2, "free"))?;
                tx.get::<Person>(2)
            })
            .await
            .expect("the closure succeeded");
        assert_eq!(second, Some(Person::new(2, "free")));
        // A record may release a unique key that another one takes in the same closure.
        store
            .write(|tx| {
                tx.put(&Person::new(1, "other"))?;
                tx.put(&Person::new(2, "taken"))
            })
            .await
            .map_err(|e: StoreError| e)
            .expect("swap");
        assert_sound(&store);
    });
}

#[test]
fn hooks_run_in_order_and_only_for_successful_closures() {
    runtime().block_on(async {
        let store = memory();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let note = |what: &'static str| {
            let (seen, store) = (seen.clone(), store.clone());
            move || {
                let durable = store.read().expect("read").count(&active_counter()).expect("count");
                seen.lock().expect("lock").push((what, durable));
            }
        };
        let (a, b, c, d) = (note("a"), note("b"), note("c"), note("d"));
        together(
            &store,
            [
                Box::new(move |tx| {
                    tx.after_commit(a);
                    tx.after_commit(|| panic!("a hook may panic"));
                    tx.put(&Person::new(1, "one"))
                }),
                Box::new(move |tx| {
                    tx.after_commit(b);
                    Err(StoreError::Corrupt("on purpose".into()))
                }),
                Box::new(move |tx| {
                    tx.after_commit(c);
                    panic!("on purpose")
                }),
                Box::new(move |tx| {
                    tx.after_commit(d);
                    tx.put(&Person::new(2, "two"))
                }),
            ],
        )
        .await;
        // Both hooks see both records: hooks run after the commit of the whole batch.
        assert_eq!(*seen.lock().expect("lock"), [("a", 2), ("d", 2)]);
    });
}
