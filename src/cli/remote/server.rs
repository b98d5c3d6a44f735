//! The server's side. Only the owner of the data and root may command: the socket has mode 0600, and the peer is
//! asked for besides.

use super::{DONE, MAX_FRAME, MAX_REQUEST, OUT, PROGRESS, REFUSED, VERSION, read_sized, write_frame};
use crate::{
    app::App,
    cli::{
        failure::Failure,
        folder::Folder,
        op::{self, Op},
    },
    service::export::Output,
};
use serde::Deserialize;
use std::{
    fs::{self, Permissions},
    io::{self, BufWriter, Write},
    os::unix::{fs::PermissionsExt, net},
    path::PathBuf,
    time::Duration,
};
use tokio::{
    net::{UnixListener, UnixStream},
    runtime::Handle,
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// Commands carried out side by side; the next one waits. Each takes a thread, for as long as its reader takes.
const AT_ONCE: usize = 16;
/// A request is written in one go.
const REQUEST_TIME: Duration = Duration::from_secs(10);

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

    /// Takes commands until `stop`, then waits for those that run.
    pub async fn serve(self, app: App, stop: CancellationToken) {
        let mut running = JoinSet::new();
        loop {
            while running.len() >= AT_ONCE {
                running.join_next().await;
            }
            let stream = tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = running.join_next() => continue,
                accepted = self.listener.accept() => match accepted {
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
            let app = app.clone();
            running.spawn_blocking(move || {
                if let Err(error) = stream.into_std().and_then(|stream| answer(&app, &stream)) {
                    tracing::debug!(%error, "a command's process went away");
                }
            });
        }
        drop(self);
        while running.join_next().await.is_some() {}
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

fn answer(app: &App, stream: &net::UnixStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(REQUEST_TIME))?;
    let request = read_sized(&mut &*stream, MAX_REQUEST)?;
    let mut out = BufWriter::with_capacity(32 << 10, Frames(stream));
    let result = match understand(&request) {
        Ok(op) => {
            // Ended by name, so that a panic is answered like any other failure of ours.
            let carried_out = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                Handle::current().block_on(op::execute(app, op, &mut out))
            }));
            carried_out.unwrap_or_else(|_| Err(Failure::refused("the server failed; its log says more")))
        }
        Err(failure) => Err(failure),
    };
    out.flush()?;
    match result {
        Ok(()) => write_frame(&mut &*stream, DONE, b""),
        Err(Failure::Refused(words)) => write_frame(&mut &*stream, REFUSED, words.as_bytes()),
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

/// The result, in frames.
struct Frames<'a>(&'a net::UnixStream);

impl Write for Frames<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.get(..MAX_FRAME).unwrap_or(bytes);
        write_frame(&mut self.0, OUT, part)?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output for Frames<'_> {
    fn progress(&mut self, done: u64, all: u64) {
        // A reader that has gone is noticed by the next part of the result.
        let _ = write_frame(&mut self.0, PROGRESS, &[done.to_be_bytes(), all.to_be_bytes()].concat());
    }
}
