//! Notifications to the service manager (`sd_notify(3)`), sent by a dedicated thread because its socket may be full.

use super::operation::Operation;
use sd_notify::NotifyState;
use std::{
    env, io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// Messages queued for the manager.
const QUEUE_CAPACITY: usize = 16;
/// A startup busy with a declared operation asks for this much more time, repeatedly.
const EXTENSION: Duration = Duration::from_mins(1);
const EXTEND_EVERY: Duration = Duration::from_secs(10);

/// Lifecycle phase of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ServerPhase {
    Starting,
    Ready,
    Stopping,
}

impl ServerPhase {
    pub fn of(number: u8) -> Self {
        match number {
            0 => Self::Starting,
            1 => Self::Ready,
            _ => Self::Stopping,
        }
    }
}

enum ServiceState {
    Ready,
    Stopping,
    Alive,
    Busy(Operation),
}

/// The queue to the manager; cheap to clone.
#[derive(Clone)]
struct Manager {
    messages: SyncSender<ServiceState>,
    /// Number of messages not sent yet.
    pending: Arc<AtomicUsize>,
}

impl Manager {
    fn put(&self, message: ServiceState) -> bool {
        self.pending.fetch_add(1, Relaxed);
        let put = self.messages.try_send(message).is_ok();
        if !put {
            self.pending.fetch_sub(1, Relaxed);
        }
        put
    }
}

/// Notifies the manager of a stop at once, without waiting for the watchdog's next check.
#[derive(Clone)]
pub struct StopNotifier(Option<Manager>);

impl StopNotifier {
    pub fn notify(&self) {
        if let Some(manager) = &self.0 {
            manager.put(ServiceState::Stopping);
        }
    }

    /// Waits until all messages are sent, at most for `limit`.
    pub fn flush(&self, limit: Duration) {
        let until = Instant::now() + limit;
        while self.0.as_ref().is_some_and(|manager| manager.pending.load(Relaxed) > 0) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

pub struct Notifier {
    /// `None` without a listening manager.
    manager: Option<Manager>,
    notified: ServerPhase,
    /// Heartbeat interval, if the manager asks for heartbeats.
    alive_every: Option<Duration>,
    alive_at: Instant,
    extended_at: Option<Instant>,
}

impl Notifier {
    /// # Errors
    /// If the thread cannot be spawned.
    pub fn start() -> io::Result<Self> {
        let manager = if env::var_os("NOTIFY_SOCKET").is_some() {
            let (messages, waiting) = sync_channel(QUEUE_CAPACITY);
            let pending = Arc::new(AtomicUsize::new(0));
            let sent = pending.clone();
            thread::Builder::new().name("notify".into()).spawn(move || send(&waiting, &sent))?;
            Some(Manager { messages, pending })
        } else {
            None
        };
        // sd_watchdog_enabled(3) recommends half the timeout; a third tolerates a late heartbeat.
        let alive_every = sd_notify::watchdog_enabled().map(|limit| limit / 3);
        Ok(Self { manager, notified: ServerPhase::Starting, alive_every, alive_at: Instant::now(), extended_at: None })
    }

    pub fn stop_notifier(&self) -> StopNotifier {
        StopNotifier(self.manager.clone())
    }

    /// Called by the watchdog at every check, as long as no thread hangs.
    pub fn notify(&mut self, phase: ServerPhase, operation: Option<Operation>) {
        let Some(manager) = &self.manager else { return };
        let now = Instant::now();
        // If the queue is full, `Ready` is retried at the next check, and one of several heartbeats is lost.
        let put = |message| manager.put(message);
        if phase == ServerPhase::Starting {
            let due = self.extended_at.is_none_or(|at| now >= at + EXTEND_EVERY);
            if let Some(operation) = operation.filter(|_| due)
                && put(ServiceState::Busy(operation))
            {
                self.extended_at = Some(now);
            }
            return;
        }
        if self.notified == ServerPhase::Starting && phase == ServerPhase::Ready && put(ServiceState::Ready) {
            self.notified = ServerPhase::Ready;
        }
        if let Some(every) = self.alive_every
            && now >= self.alive_at
            && put(ServiceState::Alive)
        {
            self.alive_at = now + every;
        }
    }
}

fn send(waiting: &Receiver<ServiceState>, pending: &AtomicUsize) {
    while let Ok(message) = waiting.recv() {
        let sent = match message {
            ServiceState::Ready => sd_notify::notify(&[NotifyState::Ready, NotifyState::Status("serving")]),
            ServiceState::Stopping => sd_notify::notify(&[NotifyState::Stopping]),
            ServiceState::Alive => sd_notify::notify(&[NotifyState::Watchdog]),
            ServiceState::Busy(operation) => {
                let micros = u32::try_from(EXTENSION.as_micros()).unwrap_or(u32::MAX);
                let status = NotifyState::Status(operation.words());
                sd_notify::notify(&[NotifyState::ExtendTimeoutUsec(micros), status])
            }
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "could not notify the service manager");
        }
        pending.fetch_sub(1, Relaxed);
    }
}
