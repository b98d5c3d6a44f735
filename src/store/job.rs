//! One queued write: the closure, its result and its caller.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use super::{Kind, StoreError, Tx, corruption::guard};

/// What the writer's queue carries.
pub(super) enum Message {
    Write(Box<dyn Job>),
    /// Make all that follows from the records of these kinds, which are all there are, anew.
    Rebuild(&'static [Kind], oneshot::Sender<Result<(), StoreError>>),
    /// Something other than a write wants the writer's attention.
    Wake,
    /// Take no more writes, finish those that wait, and end.
    Close,
}

/// A write with its types erased.
pub(super) trait Job: Send {
    /// Runs the closure; false means that its changes are to be undone.
    fn run(&mut self, tx: &mut Tx<'_>) -> bool;
    /// Tells the caller: its own result, or why nobody can have one.
    fn finish(self: Box<Self>, outcome: Result<(), StoreError>);
}

/// The one implementation of [`Job`]: a single allocation per write.
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

impl<F, R, E> Job for Call<F, R, E>
where
    F: FnOnce(&mut Tx<'_>) -> Result<R, E> + Send,
    R: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        let Some(closure) = self.closure.take() else {
            return false;
        };
        // Unwind safe: a closure that panicked is undone through the journal, and the transaction
        // is given up when the panic came from redb itself.
        let result = match catch_unwind(AssertUnwindSafe(|| guard(|| Ok(closure(tx))))) {
            Ok(Ok(result)) => result,
            Ok(Err(damaged)) => Err(tx.fail(damaged).into()),
            Err(_) => Err(StoreError::Panicked.into()),
        };
        let stands = result.is_ok();
        self.result = Some(result);
        stands
    }

    fn finish(self: Box<Self>, outcome: Result<(), StoreError>) {
        let reply = match outcome {
            Ok(()) => self.result.unwrap_or_else(|| Err(StoreError::Closed.into())),
            Err(error) => Err(error.into()),
        };
        // The caller may have left; the commit stands all the same.
        let _ = self.caller.send(reply);
    }
}
