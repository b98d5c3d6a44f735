//! Output of a command: a pipe, as programs expect it, whose content goes to a file of bounded size. A file in its place would
//! be cut off by a program that opens `/dev/stdout`.

use super::{
    error::{During, Result},
    scratch,
};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use std::{
    fs::File,
    io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write},
    os::fd::{AsFd, BorrowedFd},
    path::Path,
};

/// Capacity of a pipe on Linux, pipe(7).
const CHUNK: usize = 64 << 10;

pub struct Capture {
    /// `None` after the end.
    pipe: Option<PipeReader>,
    file: File,
    /// Bytes that the file may still get.
    left: u64,
}

impl Capture {
    /// A new file `name` in `dir` of `max` bytes, and the end of its pipe for the command.
    pub fn create(dir: &Path, name: &str, max: u64) -> Result<(Self, PipeWriter)> {
        scratch::remove_file(&dir.join(name))?;
        let file = File::create_new(dir.join(name)).during(name)?;
        let (pipe, writer) = io::pipe().during("pipe")?;
        // Of this end alone: the command's writes wait.
        fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).during("pipe")?;
        Ok((Self { pipe: Some(pipe), file, left: max }, writer))
    }

    /// Becomes readable with output, and at its end; `None` after that.
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Stores what was written so far. Once the file is full the pipe is closed, so that the next write of the command fails.
    pub fn store(&mut self) -> Result<()> {
        let mut chunk = vec![0; CHUNK];
        while let Some(pipe) = &mut self.pipe {
            match pipe.read(&mut chunk) {
                Ok(length) => {
                    let kept = length.min(usize::try_from(self.left).unwrap_or(usize::MAX));
                    self.file.write_all(chunk.get(..kept).unwrap_or_default()).during("output")?;
                    self.left -= kept as u64;
                    if length == 0 || self.left == 0 {
                        self.pipe = None;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error).during("output"),
            }
        }
        Ok(())
    }
}
