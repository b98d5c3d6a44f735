//! Slots, each of which judges one job at a time, and the thread that accepts connections.

use super::{listener::Listener, offered::LanguageTable, session, state::ServerState};
use crate::runner::judge::Judge;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

const MAX_CONNECTIONS: usize = 16;
/// Pause after a connection could not be accepted, most likely for lack of descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// A runner that is ready to start.
pub struct ReadyRunner {
    pub judge: Judge,
    pub languages: LanguageTable,
}

/// A started runner.
pub struct StartedRunner {
    shared: Arc<ServerState>,
    listener: Arc<Listener>,
    slots: Vec<JoinHandle<()>>,
}

impl ReadyRunner {
    /// Starts the slots, and accepts connections.
    ///
    /// # Errors
    /// If threads cannot be started.
    pub fn start(self, listener: Listener) -> io::Result<StartedRunner> {
        let Self { judge, languages } = self;
        let slots = languages.welcome().slots;
        let shared = Arc::new(ServerState::new(judge, languages));
        let slot = |number: usize| {
            let shared = shared.clone();
            thread::Builder::new().name(format!("slot-{number}")).spawn(move || shared.work())
        };
        let slots = (0..slots).map(slot).collect::<io::Result<_>>()?;
        let listener = Arc::new(listener);
        let (accepting, accepted) = (shared.clone(), listener.clone());
        thread::Builder::new().name("accept".into()).spawn(move || accept(&accepting, &accepted))?;
        Ok(StartedRunner { shared, listener, slots })
    }
}

impl StartedRunner {
    /// Ends what runs and waits for the slots. Jobs without an outcome are the server's to send again.
    pub fn stop(self) {
        self.listener.remove_file();
        self.shared.stop();
        for slot in self.slots {
            // Its panic was logged.
            let _ = slot.join();
        }
        self.shared.close();
    }
}

fn accept(shared: &Arc<ServerState>, listener: &Listener) {
    let open = Arc::new(AtomicUsize::new(0));
    for id in 0_u64.. {
        let stream = match listener.accept() {
            Ok(stream) => stream,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                thread::sleep(ACCEPT_PAUSE);
                continue;
            }
        };
        if open.fetch_add(1, Relaxed) >= MAX_CONNECTIONS {
            open.fetch_sub(1, Relaxed);
            tracing::warn!("refused a connection: too many are open");
            continue;
        }
        let (serving, closed) = (shared.clone(), open.clone());
        let spawned = thread::Builder::new().name("connection".into()).spawn(move || {
            session::serve(&serving, stream, id);
            closed.fetch_sub(1, Relaxed);
        });
        if let Err(error) = spawned {
            open.fetch_sub(1, Relaxed);
            tracing::warn!(%error, "cannot serve a connection");
        }
    }
}
