//! A writer that is held until a call waits behind it.

use super::app::TestApp;
use invigil::store::{StoreError, Tx};
use std::sync::mpsc;
use tokio::sync::oneshot;

/// Runs `write`, which commits once a write of `call` is queued behind it: what the call has read before is out of date then.
pub async fn behind<T, R: Send + 'static>(
    t: &TestApp,
    write: impl FnOnce(&mut Tx<'_>) -> Result<R, StoreError> + Send + 'static,
    call: impl Future<Output = T>,
) -> T {
    let (release, held) = mpsc::channel::<()>();
    let (entered, running) = oneshot::channel();
    let store = t.app.store.clone();
    let writing = tokio::spawn(async move {
        let held_up = move |tx: &mut Tx<'_>| {
            let _ = entered.send(());
            // Ends when the sender goes.
            let _ = held.recv();
            write(tx)
        };
        store.write(held_up).await
    });
    running.await.unwrap();
    let is_queued = t.app.store.has_queued();
    let released = async {
        while !is_queued() {
            tokio::task::yield_now().await;
        }
        drop(release);
    };
    let (reply, ()) = tokio::join!(call, released);
    writing.await.unwrap().unwrap();
    reply
}
