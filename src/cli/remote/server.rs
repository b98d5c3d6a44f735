//! The server's side. Only the owner of the data and root may command: the socket has mode 0600, and the peer is
//! asked for besides.

use super::{
    DONE, MAX_REQUEST, REFUSED, VERSION,
    lines::{Frames, Lines},
};
use crate::{
    app::App,
    cli::{
        failure::Failure,
        folder::Folder,
        op::{self, Op},
    },
};
use serde::Deserialize;
use std::{
    fs::{self, Permissions},
    io::{self, BufWriter, Write},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::AsyncReadExt,
    net::{UnixListener, UnixStream},
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
    time::{Instant, interval, timeout},
};
use tokio_util::sync::CancellationToken;

/// Commands that stream or ask others, carried out side by side; each takes a thread, for as long as its reader takes.
const LONG_AT_ONCE: usize = 8;
/// The others have places of their own, so that they get through whatever becomes of those.
const SHORT_AT_ONCE: usize = 16;
/// Connections; the next one waits to be accepted.
const CONNECTIONS: usize = 64;
/// Requests in memory at the same time, in MiB.
const REQUESTS: usize = 2 * (MAX_REQUEST >> 20);
/// A request is written in one go.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Whoever keeps a command waiting for longer gives its place up to one that wants it.
const GIVES_WAY: Duration = Duration::from_secs(2);
/// At a stop, those that wait for their reader end at once, and what takes long has that much time.
const STOP_WAITS: Duration = Duration::from_millis(250);
const STOP_LONG: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// The socket; its file is removed when this goes.
pub struct Commands {
    listener: UnixListener,
    path: PathBuf,
}

#[derive(Deserialize)]
struct Version {
    version: String,
}

#[derive(Deserialize)]
struct Envelope {
    op: Op,
}

impl Commands {
    /// Listens in the folder. Whoever calls this has the database open, so that a socket that is there already can
    /// only have been left behind.
    pub fn listen(folder: &Folder) -> io::Result<Self> {
        let path = folder.socket();
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        let commands = Self { listener, path };
        fs::set_permissions(&commands.path, Permissions::from_mode(0o600))?;
        Ok(commands)
    }

    /// Takes commands until `stop`, then waits for those that run and are read.
    pub async fn serve(self, app: App, stop: CancellationToken) {
        let desk = Arc::new(Desk {
            app,
            lines: Lines::default(),
            long: Arc::new(Semaphore::new(LONG_AT_ONCE)),
            short: Arc::new(Semaphore::new(SHORT_AT_ONCE)),
            memory: Semaphore::new(REQUESTS),
            stop: stop.clone(),
        });
        let mut running = JoinSet::new();
        loop {
            let stream = tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = running.join_next() => continue,
                accepted = self.listener.accept(), if running.len() < CONNECTIONS => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        tracing::warn!(%error, "a command could not be taken");
                        // Out of descriptors, most likely: give others time to close theirs.
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
            };
            if !may_command(&stream) {
                tracing::warn!("a command of another user was turned away");
                continue;
            }
            running.spawn(desk.clone().take(stream));
        }
        drop(self);
        let stopped = Instant::now();
        let mut ticks = interval(TICK);
        while !running.is_empty() {
            tokio::select! {
                _ = running.join_next() => {}
                _ = ticks.tick() => {
                    desk.lines.end_waiting(STOP_WAITS);
                    if stopped.elapsed() >= STOP_LONG {
                        desk.lines.end_long();
                    }
                }
            }
        }
    }
}

/// Where commands are taken and get their places.
struct Desk {
    app: App,
    lines: Lines,
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    memory: Semaphore,
    stop: CancellationToken,
}

impl Desk {
    async fn take(self: Arc<Self>, stream: UnixStream) {
        if let Err(error) = self.carry_out(stream).await {
            tracing::debug!(%error, "a command's process went away");
        }
    }

    async fn carry_out(&self, mut stream: UnixStream) -> io::Result<()> {
        let request = tokio::select! {
            () = self.stop.cancelled() => return Ok(()),
            read = timeout(REQUEST_TIME, self.read(&mut stream)) => read.map_err(|_| io::ErrorKind::TimedOut)??,
        };
        let op = match understand(&request) {
            Ok(op) => op,
            Err(failure) => return self.refuse(stream, failure),
        };
        drop(request);
        let is_long = op.is_long();
        let Some(place) = self.place(is_long).await else {
            return self.refuse(stream, Failure::refused("the server is stopping"));
        };
        let frames = self.lines.begin(stream.into_std()?, is_long)?;
        let app = self.app.clone();
        let carried_out = tokio::task::spawn_blocking(move || {
            let _place = place;
            answer(&app, op, frames)
        });
        carried_out.await.map_err(io::Error::other)?
    }

    /// A request, with what is left of the memory that all of them may take.
    async fn read(&self, stream: &mut UnixStream) -> io::Result<Vec<u8>> {
        let length = usize::try_from(stream.read_u32().await?).unwrap_or(usize::MAX);
        if length > MAX_REQUEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let share = u32::try_from(length.div_ceil(1 << 20)).unwrap_or(u32::MAX);
        let _share = self.memory.acquire_many(share).await.map_err(io::Error::other)?;
        // Grows with what really arrives: a length alone reserves nothing.
        let mut request = Vec::new();
        stream.take(length as u64).read_to_end(&mut request).await?;
        if request.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(request) }
    }

    /// A place among those that are carried out; `None` at a stop. Where all are taken, whoever keeps its command waiting
    /// gives way.
    async fn place(&self, is_long: bool) -> Option<OwnedSemaphorePermit> {
        let places = if is_long { &self.long } else { &self.short };
        let mut ticks = interval(TICK);
        let mut free = std::pin::pin!(places.clone().acquire_owned());
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                place = &mut free => return place.ok(),
                _ = ticks.tick() => self.lines.end_longest(is_long, GIVES_WAY),
            }
        }
    }

    fn refuse(&self, stream: UnixStream, failure: Failure) -> io::Result<()> {
        // A new connection takes a line without waiting.
        end(&mut self.lines.begin(stream.into_std()?, false)?, Err(failure))
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        // One that stays behind is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

fn may_command(stream: &UnixStream) -> bool {
    let ours = nix::unistd::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|peer| peer.uid() == ours || peer.uid() == 0)
}

fn answer(app: &App, op: Op, frames: Frames) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(32 << 10, frames);
    // Ended by name, so that a panic is answered like any other failure of ours.
    let carried_out = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        Handle::current().block_on(op::execute(app, op, &mut out))
    }));
    let result = carried_out.unwrap_or_else(|_| Err(Failure::refused("the server failed; its log says more")));
    out.flush()?;
    end(out.get_mut(), result)
}

fn end(frames: &mut Frames, result: Result<(), Failure>) -> io::Result<()> {
    match result {
        Ok(()) => frames.send(DONE, b""),
        Err(Failure::Refused(words)) => frames.send(REFUSED, words.as_bytes()),
        Err(Failure::ReaderLeft) => Ok(()),
    }
}

fn understand(request: &[u8]) -> Result<Op, Failure> {
    let unknown = || Failure::refused("the running server does not know this command");
    let Version { version } = serde_json::from_slice(request).map_err(|_| unknown())?;
    if version != VERSION {
        return Err(Failure::refused(format!(
            "the running server is {version}, this command {VERSION}: use the same version, or restart the server"
        )));
    }
    let Envelope { op } = serde_json::from_slice(request).map_err(|_| unknown())?;
    Ok(op)
}
