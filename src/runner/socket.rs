//! Unix sockets at paths of any length. An address holds 107 bytes (unix(7)); a longer path is reached through its folder.

use nix::{fcntl::OFlag, sys::stat::Mode};
use std::{
    io,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::{
            ffi::OsStrExt,
            net::{UnixListener, UnixStream},
        },
    },
    path::{Path, PathBuf},
};

/// Longest path in an address, in bytes.
const MAX_PATH: usize = 107;
/// Longest name of a socket in a folder whose path is longer, in bytes.
const MAX_NAME: usize = 80;
/// Paths through an open folder begin with it.
pub const THROUGH_FOLDER: &str = "/proc/self/fd/";

/// # Errors
/// Those of `bind`; `InvalidFilename` if the name of the socket itself is too long.
pub fn bind(path: &Path) -> io::Result<UnixListener> {
    at(path, |short| UnixListener::bind(short))
}

/// # Errors
/// Those of [`bind`].
pub fn connect(path: &Path) -> io::Result<UnixStream> {
    at(path, |short| UnixStream::connect(short))
}

fn at<T>(path: &Path, act: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    if path.as_os_str().len() <= MAX_PATH {
        return act(path);
    }
    let name = path.file_name().filter(|name| name.len() <= MAX_NAME);
    let name = name.ok_or_else(|| {
        let why = format!("the name of a socket has at most {MAX_NAME} bytes in a folder with a long path");
        io::Error::new(io::ErrorKind::InvalidFilename, why)
    })?;
    let folder = folder_of(path)?;
    act(&PathBuf::from(format!("{THROUGH_FOLDER}{}", folder.as_raw_fd())).join(name))
}

fn folder_of(path: &Path) -> io::Result<OwnedFd> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let how = OFlag::O_PATH | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    Ok(nix::fcntl::open(folder.as_os_str().as_bytes(), how, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::Read, io::Write};

    #[test]
    fn a_socket_works_whatever_the_length_of_its_path() {
        let parent = tempfile::tempdir().unwrap();
        for length in [20, 90, 107, 108, 150, 230] {
            let folder = parent.path().join("d".repeat(length)).join("e".repeat(length));
            fs::create_dir_all(&folder).unwrap();
            let path = folder.join("runner.sock");
            let listener = bind(&path).unwrap();
            assert!(path.exists(), "{length}");
            let mut stream = connect(&path).unwrap();
            stream.write_all(b"x").unwrap();
            let mut read = [0];
            listener.accept().unwrap().0.read_exact(&mut read).unwrap();
            assert_eq!(&read, b"x");
        }
        let long = parent.path().join("d".repeat(107)).join("s".repeat(100));
        assert!(bind(&long).unwrap_err().to_string().contains("at most 80 bytes"));
        assert_eq!(
            connect(&parent.path().join("d".repeat(107)).join("none")).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
