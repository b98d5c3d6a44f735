//! The listening socket: bound to a path, or inherited as standard input (from systemd, or from root before it dropped its
//! privileges).

use crate::runner::socket;
use nix::{
    sys::socket::{getsockopt, sockopt},
    unistd::{Uid, chown, geteuid},
};
use std::{
    fs::{self, Permissions},
    io,
    os::{
        fd::AsFd,
        unix::{
            fs::{FileTypeExt, MetadataExt, PermissionsExt},
            net::{UnixListener, UnixStream},
        },
    },
    path::{Path, PathBuf},
};

const MODE: u32 = 0o600;

#[derive(Debug)]
pub struct Listener {
    socket: UnixListener,
    /// The file to remove at the end; `None` if another process created it.
    path: Option<PathBuf>,
    /// Users that may connect besides root.
    users: Vec<Uid>,
}

impl Listener {
    /// Binds to `path`. Where root does so, the socket is that of the folder's owner.
    ///
    /// # Errors
    /// If another file, or the socket of a running process, is there.
    pub fn bind(path: &Path) -> io::Result<Self> {
        remove_stale(path)?;
        let socket = socket::bind(path)?;
        let listener = Self { socket, path: Some(path.to_owned()), users: vec![geteuid()] };
        fs::set_permissions(path, Permissions::from_mode(MODE))?;
        if geteuid().is_root() {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let owner = Uid::from_raw(fs::metadata(folder)?.uid());
            chown(path, Some(owner), None)?;
        }
        Ok(listener)
    }

    /// The listening socket that is standard input, if it is one. `path` is that of a socket whose address does not hold it.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn inherited(path: &Path) -> io::Result<Option<Self>> {
        let stdin = io::stdin();
        if !getsockopt(&stdin.as_fd(), sockopt::AcceptConn).unwrap_or(false) {
            return Ok(None);
        }
        let listener = UnixListener::from(stdin.as_fd().try_clone_to_owned()?);
        let address = listener.local_addr()?;
        let path = address.as_pathname().map(|at| if at.starts_with(socket::THROUGH_FOLDER) { path } else { at });
        let owner = path.and_then(|path| fs::metadata(path).ok()).map(|meta| meta.uid());
        let users = std::iter::once(geteuid()).chain(owner.map(Uid::from_raw)).collect();
        Ok(Some(Self { socket: listener, path: None, users }))
    }

    /// The same, removing the socket's file at its end.
    #[must_use]
    pub fn owning(self, path: PathBuf) -> Self {
        Self { path: Some(path), ..self }
    }

    #[must_use]
    pub const fn owns_file(&self) -> bool {
        self.path.is_some()
    }

    /// The socket, to be standard input of another process.
    pub fn into_socket(self) -> UnixListener {
        self.socket
    }

    /// Removes the socket's file; one that stays is removed at the next start.
    pub fn remove_file(&self) {
        let _ = self.path.as_ref().map(fs::remove_file);
    }

    /// The next connection of a permitted user. Others are closed.
    pub(super) fn accept(&self) -> io::Result<UnixStream> {
        loop {
            let (stream, _) = self.socket.accept()?;
            let peer = Uid::from_raw(getsockopt(&stream, sockopt::PeerCredentials)?.uid());
            if peer.is_root() || self.users.contains(&peer) {
                return Ok(stream);
            }
            tracing::warn!(uid = peer.as_raw(), "refused a connection of another user");
        }
    }
}

/// Removes the socket of a process that was killed.
fn remove_stale(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(meta) if !meta.file_type().is_socket() => Err(io::ErrorKind::AlreadyExists.into()),
        Ok(_) if socket::connect(path).is_ok() => Err(io::ErrorKind::AddrInUse.into()),
        Ok(_) => fs::remove_file(path),
    }
}
