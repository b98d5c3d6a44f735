//! Wakes the worker that applies repairs of keys. What is to be applied is in the store.

use tokio::sync::{Notify, futures::Notified};

#[derive(Default)]
pub struct RepairBell(Notify);

impl RepairBell {
    pub fn ring(&self) {
        self.0.notify_one();
    }

    pub fn rung(&self) -> Notified<'_> {
        self.0.notified()
    }
}
