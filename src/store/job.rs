//! A queued write: the closure, its result and its caller.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use super::{RecordKind, StoreError, Tx, corruption::guard};

/// A message in the writer's queue.
pub(super) enum WriterMessage {
    Write(Box<dyn WriteJob>),
    /// Rebuild the indexes and counters of these record kinds, which must be all that exist.
    Rebuild(&'static [RecordKind], oneshot::Sender<Result<(), StoreError>>),
    /// Wakes the writer without a write.
    Wake,
    /// Accept no more writes, finish the queued ones, and end.
    Close,
}

/// A write with its types erased.
pub(super) trait WriteJob: Send {
    /// Runs the closure; returns false if its changes must be rolled back.
    fn run(&mut self, tx: &mut Tx<'_>) -> bool;
    /// Sends the caller its result, or the error of the whole batch.
    fn reply(self: Box<Self>, outcome: Result<(), StoreError>);
}

/// The one implementation of [`WriteJob`]: a single allocation per write.
pub(super) struct Call<F, R, E> {
    closure: Option<F>,
    result: Option<Result<R, E>>,
    caller: oneshot::Sender<Result<R, E>>,
}

impl<F, R, E> Call<F, R, E> {
    pub fn new(closure: F) -> (Self, oneshot::Receiver<Result<R, E>>) {
        let (caller, reply) = oneshot::channel();
        (Self { closure: Some(closure), result: None, caller }, reply)
    }
}

impl<F, R, E> WriteJob for Call<F, R, E>
where
    F: FnOnce(&mut Tx<'_>) -> Result<R, E> + Send,
    R: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        let Some(closure) = self.closure.take() else {
            return false;
        };
        // Unwind safe: a closure that panicked is rolled back through the undo journal, and the transaction is dropped
        // if the panic came from redb itself.
        let result = match catch_unwind(AssertUnwindSafe(|| guard(|| Ok(closure(tx))))) {
            Ok(Ok(result)) => result,
            Ok(Err(damaged)) => Err(tx.fail(damaged).into()),
            Err(_) => Err(StoreError::Panicked.into()),
        };
        let succeeded = result.is_ok();
        self.result = Some(result);
        succeeded
    }

    fn reply(self: Box<Self>, outcome: Result<(), StoreError>) {
        let reply = match outcome {
            Ok(()) => self.result.unwrap_or_else(|| Err(StoreError::Closed.into())),
            Err(error) => Err(error.into()),
        };
        // The caller may be gone; the commit is durable nevertheless.
        let _ = self.caller.send(reply);
    }
}
