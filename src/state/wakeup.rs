//! Wakes a worker. What it is to do is in the store, or is known to it.

use tokio::sync::{Notify, futures::Notified};

#[derive(Default)]
pub struct Wakeup(Notify);

impl Wakeup {
    pub fn ring(&self) {
        self.0.notify_one();
    }

    pub fn rung(&self) -> Notified<'_> {
        self.0.notified()
    }
}
