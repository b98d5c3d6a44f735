//! Wakes a worker. What it is to do is in the store, or is known to it.

use tokio::sync::{Notify, futures::Notified};

#[derive(Default)]
pub struct Wakeup(Notify);

impl Wakeup {
    pub fn notify(&self) {
        self.0.notify_one();
    }

    pub fn notified(&self) -> Notified<'_> {
        self.0.notified()
    }
}
