//! The server side of the command socket. Only the owner of the data and root may send commands: the socket has mode
//! 0600, and the peer's credentials are checked too.

use super::{
    DONE, MAX_REQUEST, REFUSED, VERSION,
    lines::{CommandConnections, Frames},
};
use crate::{
    app::{App, Config},
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

/// Concurrent commands that stream or call other servers; each takes a thread for as long as its reader takes.
const MAX_LONG: usize = 8;
/// Other commands have separate slots, so that long ones cannot block them.
const MAX_SHORT: usize = 16;
/// Concurrent connections; the next one waits to be accepted.
const MAX_CONNECTIONS: usize = 64;
/// Memory budget of all requests, in MiB.
const REQUESTS_MIB: usize = 2 * (MAX_REQUEST >> 20);
/// Timeout for reading a request, which the client writes in one go.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// A command blocked by its client for this long gives its slot up to a waiting one.
const PREEMPT_AFTER: Duration = Duration::from_secs(2);
/// At a stop, commands blocked by their client for this long are ended; long commands have until `STOP_LONG`.
const STOP_BLOCKED: Duration = Duration::from_millis(250);
const STOP_LONG: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// The application that an operation runs on.
pub enum Opened {
    Served(App),
    /// Opened for this operation, and closed after it.
    ForThis(App),
    /// The data cannot be opened: a diagnosis goes on with this configuration.
    Not(Box<Config>, Failure),
}

/// Finds what an operation runs on, or why it does not run here. Blocks.
pub type OpenFor = dyn Fn(&Op) -> Result<Opened, Failure> + Send + Sync;

/// The command socket; its file is removed on drop.
pub struct Commands {
    listener: UnixListener,
    path: PathBuf,
}

#[derive(Deserialize)]
struct ClientVersion {
    version: String,
}

#[derive(Deserialize)]
struct CommandRequest {
    op: Op,
}

impl Commands {
    /// Listens in the folder. The caller has the database open, so an existing socket file can only be a stale one.
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

    /// Accepts commands until `stop`, then waits for running commands whose client reads.
    pub async fn serve(self, open: Arc<OpenFor>, stop: CancellationToken) {
        let dispatcher = Arc::new(Dispatcher {
            open,
            lines: CommandConnections::default(),
            long: Arc::new(Semaphore::new(MAX_LONG)),
            short: Arc::new(Semaphore::new(MAX_SHORT)),
            memory: Semaphore::new(REQUESTS_MIB),
            stop: stop.clone(),
        });
        let mut running = JoinSet::new();
        loop {
            let stream = tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = running.join_next() => continue,
                accepted = self.listener.accept(), if running.len() < MAX_CONNECTIONS => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a command connection");
                        // Most likely out of file descriptors: wait for some to be closed.
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
            };
            if !may_command(&stream) {
                tracing::warn!("rejected a command from another user");
                continue;
            }
            running.spawn(dispatcher.clone().handle(stream));
        }
        drop(self);
        let stopped = Instant::now();
        let mut ticks = interval(TICK);
        while !running.is_empty() {
            tokio::select! {
                _ = running.join_next() => {}
                _ = ticks.tick() => {
                    dispatcher.lines.close_blocked(STOP_BLOCKED);
                    if stopped.elapsed() >= STOP_LONG {
                        dispatcher.lines.close_long();
                    }
                }
            }
        }
    }
}

/// Reads requests and assigns them slots.
struct Dispatcher {
    open: Arc<OpenFor>,
    lines: CommandConnections,
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    memory: Semaphore,
    stop: CancellationToken,
}

impl Dispatcher {
    async fn handle(self: Arc<Self>, stream: UnixStream) {
        if let Err(error) = self.run(stream).await {
            tracing::debug!(%error, "the client of a command disconnected");
        }
    }

    async fn run(&self, mut stream: UnixStream) -> io::Result<()> {
        let request = tokio::select! {
            () = self.stop.cancelled() => return Ok(()),
            read = timeout(REQUEST_TIMEOUT, self.read(&mut stream)) => read.map_err(|_| io::ErrorKind::TimedOut)??,
        };
        let op = match parse(&request) {
            Ok(op) => op,
            Err(failure) => return self.refuse(stream, failure),
        };
        drop(request);
        let is_long = op.is_long();
        let Some(slot) = self.slot(is_long).await else {
            return self.refuse(stream, Failure::refused("the server is stopping"));
        };
        let frames = self.lines.begin(stream.into_std()?, is_long)?;
        let open = self.open.clone();
        let executed = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            execute(&*open, op, frames)
        });
        executed.await.map_err(io::Error::other)?
    }

    /// Reads a request within the memory budget of all requests.
    async fn read(&self, stream: &mut UnixStream) -> io::Result<Vec<u8>> {
        let length = usize::try_from(stream.read_u32().await?).unwrap_or(usize::MAX);
        if length > MAX_REQUEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let share = u32::try_from(length.div_ceil(1 << 20)).unwrap_or(u32::MAX);
        let _share = self.memory.acquire_many(share).await.map_err(io::Error::other)?;
        // The buffer grows with the bytes that arrive: a claimed length reserves no memory.
        let mut request = Vec::new();
        stream.take(length as u64).read_to_end(&mut request).await?;
        if request.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(request) }
    }

    /// Waits for a slot; `None` at a stop. While all slots are taken, a command blocked by its client is preempted.
    async fn slot(&self, is_long: bool) -> Option<OwnedSemaphorePermit> {
        let slots = if is_long { &self.long } else { &self.short };
        let mut ticks = interval(TICK);
        let mut free = std::pin::pin!(slots.clone().acquire_owned());
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                slot = &mut free => return slot.ok(),
                _ = ticks.tick() => self.lines.close_longest(is_long, PREEMPT_AFTER),
            }
        }
    }

    fn refuse(&self, stream: UnixStream, failure: Failure) -> io::Result<()> {
        // The line fits into the send buffer of a new connection, so this does not block.
        end(&mut self.lines.begin(stream.into_std()?, false)?, Err(failure))
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        // A stale file is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

fn may_command(stream: &UnixStream) -> bool {
    let ours = nix::unistd::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|peer| peer.uid() == ours || peer.uid() == 0)
}

fn execute(open: &OpenFor, op: Op, frames: Frames) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(32 << 10, frames);
    // A panic is reported to the client like any other internal error.
    let executed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let opened = open(&op)?;
        Handle::current().block_on(async {
            match opened {
                Opened::Served(app) => op::execute(&app, op, &mut out).await,
                Opened::ForThis(app) => {
                    let result = op::execute(&app, op, &mut out).await;
                    app.store.close().await;
                    result
                }
                Opened::Not(config, why) => op::unopened(&op, *config, why, &mut out).await,
            }
        })
    }));
    let result = executed.unwrap_or_else(|_| Err(Failure::refused("internal error of the server; see its log")));
    out.flush()?;
    end(out.get_mut(), result)
}

fn end(frames: &mut Frames, result: Result<(), Failure>) -> io::Result<()> {
    match result {
        Ok(()) => frames.send(DONE, b""),
        Err(Failure::Refused(message) | Failure::Output(message)) => frames.send(REFUSED, message.as_bytes()),
        Err(Failure::BrokenPipe) => Ok(()),
    }
}

fn parse(request: &[u8]) -> Result<Op, Failure> {
    let unknown = || Failure::refused("the running server does not know this command");
    let ClientVersion { version } = serde_json::from_slice(request).map_err(|_| unknown())?;
    if version != VERSION {
        return Err(Failure::refused(format!(
            "the running server is {version}, this command is {VERSION}: use the same version, or restart the server"
        )));
    }
    let CommandRequest { op } = serde_json::from_slice(request).map_err(|_| unknown())?;
    Ok(op)
}
