//! Output of a command: standard output, or a file that appears only once it is complete. On a terminal, standard error
//! shows a progress bar.

use super::{failure::Failure, folder};
use crate::service::export::ExportOutput;
use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use nix::{
    errno::Errno,
    fcntl::{AT_FDCWD, RenameFlags, renameat2},
};
use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, IsTerminal, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// Bytes of a name that stand in its temporary one: names have at most 255.
const BEGIN_BYTES: usize = 200;

const STEPS: &str = "{bar:40} {human_pos} of {human_len} ({percent} %), {elapsed}, {eta} left";
const BYTES: &str = "{bar:40} {bytes} of {total_bytes} ({percent} %), {elapsed}, {eta} left";
const WRITTEN: &str = "{bytes} written, {elapsed}";

pub struct Sink {
    to: SinkTarget,
    /// Lines for standard output once the file is complete.
    notes: Vec<String>,
    bar: Option<ProgressBar>,
}

enum SinkTarget {
    Stdout(BufWriter<io::Stdout>),
    File(BufWriter<File>, Option<Unfinished>),
}

/// A file under a temporary name; removed on drop unless it is finished.
pub struct Unfinished {
    temporary: PathBuf,
    target: PathBuf,
    /// Whether it may take the name of another file.
    replaces: bool,
    finished: bool,
}

impl Unfinished {
    /// Renames it to its final name.
    fn publish(&mut self) -> Result<(), Failure> {
        if self.replaces {
            fs::rename(&self.temporary, &self.target)?;
        } else {
            match renameat2(AT_FDCWD, &self.temporary, AT_FDCWD, &self.target, RenameFlags::RENAME_NOREPLACE) {
                Ok(()) => {}
                // Another command has written it meanwhile.
                Err(Errno::EEXIST) => return Err(exists(&self.target)),
                // Not every file system can.
                Err(Errno::EINVAL | Errno::ENOSYS) => fs::rename(&self.temporary, &self.target)?,
                Err(error) => return Err(io::Error::from(error).into()),
            }
        }
        self.finished = true;
        Ok(())
    }
}

fn exists(path: &Path) -> Failure {
    Failure::refused(format!("{} exists already; --force replaces it", path.display()))
}

/// Refuses a path that is a file of the installation in `data`.
fn protect_installation(path: &Path, data: &Path) -> Result<(), Failure> {
    let canonical = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
        })
    };
    let (Some(target), Some(canonical_data)) = (canonical(path), canonical(data)) else { return Ok(()) };
    let is_own = target.strip_prefix(&canonical_data).is_ok_and(|inside| {
        let first = inside.iter().next().unwrap_or_default().to_string_lossy();
        let named = ["tls", "secret.key", "invigil.redb", "invigil.reserve", "invigil.sock", "twin.json", "twin.token"]
            .contains(&first.as_ref());
        // Files kept by a restore and by an upgrade.
        named
            || first.starts_with("twin.tail")
            || first.starts_with("invigil.redb.")
            || first.starts_with("secret.key.")
    });
    if is_own || canonical(&folder::key_file(data)).is_some_and(|key| key == target) {
        return Err(Failure::refused(format!(
            "{} belongs to the installation in {}: name another file",
            path.display(),
            data.display()
        )));
    }
    Ok(())
}

/// Whether this output is a file: the others are standard output.
pub fn is_file(output: Option<&Path>) -> bool {
    output.is_some_and(|path| path != Path::new("-"))
}

impl Sink {
    /// Opens the output: standard output for `None` and "-". Refuses to replace a file of the installation in `data`.
    pub fn open(output: Option<&Path>, data: &Path) -> Result<Self, Failure> {
        match output {
            Some(path) if is_file(output) => {
                protect_installation(path, data)?;
                SinkTarget::file(path).map(Into::into).map_err(|e| Failure::refused(format!("{}: {e}", path.display())))
            }
            _ => Ok(SinkTarget::Stdout(BufWriter::new(io::stdout())).into()),
        }
    }

    /// Whether it is a file and not standard output.
    pub const fn is_file(&self) -> bool {
        matches!(self.to, SinkTarget::File(..))
    }

    /// Lets all users of the machine read the file.
    pub fn make_public(&self) -> io::Result<()> {
        match &self.to {
            SinkTarget::File(file, Some(_)) => file.get_ref().set_permissions(Permissions::from_mode(0o644)),
            _ => Ok(()),
        }
    }

    /// Creates a private file. Replaces an existing one only with `replace`, and never one of the installation in
    /// `data`.
    pub fn create(path: &Path, replace: bool, data: &Path) -> Result<Self, Failure> {
        protect_installation(path, data)?;
        let refused = |e: io::Error| Failure::refused(format!("{}: {e}", path.display()));
        match fs::symlink_metadata(path) {
            Ok(_) if !replace => {
                return Err(exists(path));
            }
            Ok(meta) if meta.is_dir() => return Err(Failure::refused(format!("{} is a folder", path.display()))),
            _ => {}
        }
        let mut to = SinkTarget::file(path).map_err(refused)?;
        if let SinkTarget::File(file, Some(unfinished)) = &mut to {
            unfinished.replaces = replace;
            file.get_ref().set_permissions(Permissions::from_mode(0o600)).map_err(refused)?;
        }
        Ok(to.into())
    }

    /// Syncs the bytes written so far and returns the temporary path; `None` if there is no temporary file.
    pub fn sync_temporary(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.flush()?;
        self.bar = None;
        match &mut self.to {
            SinkTarget::File(file, Some(unfinished)) => {
                file.get_ref().sync_all()?;
                Ok(Some(unfinished.temporary.clone()))
            }
            _ => Ok(None),
        }
    }

    /// Shows how many bytes are written, and for how long: for a command that does not know how many there will be.
    pub fn count_bytes(&mut self) {
        if self.is_file() {
            self.bar = Some(shown(ProgressBar::no_length(), WRITTEN));
        }
    }

    /// Takes the note that begins like this out of those to be shown.
    pub fn take_note(&mut self, start: &str) -> Option<String> {
        let place = self.notes.iter().position(|note| note.starts_with(start))?;
        Some(self.notes.remove(place)[start.len()..].to_owned())
    }

    /// Renames the complete file to its final name, durably.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        // Dropping the bar clears its line.
        self.bar = None;
        if let SinkTarget::File(file, Some(unfinished)) = &mut self.to {
            file.get_ref().sync_all()?;
            unfinished.publish()?;
            // The rename is durable only once its folder is synced.
            let folder = unfinished.target.parent().filter(|p| !p.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        if self.is_file() {
            let mut out = BufWriter::new(io::stdout());
            self.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
            out.flush()?;
        }
        Ok(())
    }
}

impl From<SinkTarget> for Sink {
    fn from(to: SinkTarget) -> Self {
        Self { to, notes: Vec::new(), bar: None }
    }
}

impl ExportOutput for Sink {
    fn progress(&mut self, done: u64, all: u64) {
        // Rows printed on the same terminal would break the bar, and show the progress anyway.
        let is_shown = match self.to {
            SinkTarget::Stdout(_) => !io::stdout().is_terminal(),
            SinkTarget::File(..) => true,
        };
        if !is_shown || !io::stderr().is_terminal() {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| shown(ProgressBar::new(all), STEPS));
        bar.set_length(all);
        bar.set_position(done);
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.notes.push(line.to_owned());
        Ok(())
    }
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}

/// A file that is read, and what shows how much of it is: called once nothing is asked on the terminal any more.
pub fn measured(file: File) -> io::Result<(ProgressBarIter<File>, impl FnOnce())> {
    let all = file.metadata()?.len();
    let bar = shown(ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden()), BYTES);
    Ok((bar.wrap_read(file), move || bar.set_draw_target(ProgressDrawTarget::stderr())))
}

/// A hidden name that begins like `name`: one as long as a file system allows leaves no room for more.
fn temporary_name(name: &str) -> String {
    let begin = name.get(..name.floor_char_boundary(BEGIN_BYTES)).unwrap_or_default();
    format!(".{begin}.{}.tmp", std::process::id())
}

impl SinkTarget {
    fn file(path: &Path) -> io::Result<Self> {
        let mut target = path.to_owned();
        let mut mode = 0o600;
        match fs::metadata(path) {
            // A device or pipe is written to, not replaced.
            Ok(meta) if !meta.is_file() => {
                return Ok(Self::File(BufWriter::new(OpenOptions::new().write(true).open(path)?), None));
            }
            // Follows a symlink, so that the link stays; keeps the file's mode.
            Ok(meta) => {
                target = fs::canonicalize(path)?;
                mode = meta.mode() & 0o777;
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(e),
        }
        let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let temporary = target.with_file_name(temporary_name(&name.to_string_lossy()));
        let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&temporary)?;
        Ok(Self::File(BufWriter::new(file), Some(Unfinished { temporary, target, replaces: true, finished: false })))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            SinkTarget::Stdout(out) => out.write(bytes),
            SinkTarget::File(out, _) => out.write(bytes),
        }?;
        if let Some(bar) = self.bar.as_ref().filter(|bar| bar.length().is_none()) {
            bar.inc(u64::try_from(written).unwrap_or(u64::MAX));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            SinkTarget::Stdout(out) => out.flush(),
            SinkTarget::File(out, _) => out.flush(),
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.finished {
            // Best effort: a leftover is a hidden file whose name shows its origin.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_complete_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.csv");
        fs::write(&path, "old").unwrap();
        let mut sink = Sink::open(Some(&path), Path::new("none")).ok().unwrap();
        sink.write_all(b"half").unwrap();
        drop(sink);
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(dir.path()).len()), ("old", 1));
        let mut sink = Sink::open(Some(&path), Path::new("none")).ok().unwrap();
        sink.write_all(b"whole").unwrap();
        assert!(sink.finish().is_ok());
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(dir.path()).len()), ("whole", 1));
    }

    #[test]
    fn a_name_may_be_as_long_as_the_file_system_allows() {
        for name in ["x".repeat(255), "é".repeat(127)] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join(&name);
            for _ in 0..2 {
                let mut sink = Sink::open(Some(&path), Path::new("none")).ok().unwrap();
                sink.write_all(b"whole").unwrap();
                assert!(sink.finish().is_ok());
                assert_eq!(names(dir.path()), [name.as_str()]);
            }
        }
    }

    /// Two backups to one file at the same time.
    #[test]
    fn a_file_that_appears_meanwhile_is_replaced_only_by_force() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.backup");
        for (force, left) in [(false, "other"), (true, "own")] {
            let _ = fs::remove_file(&path);
            let mut sink = Sink::create(&path, force, Path::new("none")).ok().unwrap();
            sink.write_all(b"own").unwrap();
            fs::write(&path, "other").unwrap();
            assert_eq!(sink.finish().is_ok(), force);
            assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(dir.path()).len()), (left, 1));
        }
    }

    #[test]
    fn symlinks_devices_and_modes_are_preserved() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::write(&real, "").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let mut sink = Sink::open(Some(&link), Path::new("none")).ok().unwrap();
        sink.write_all(b"x").unwrap();
        assert!(sink.finish().is_ok());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        let mut sink = Sink::open(Some(Path::new("/dev/null")), Path::new("none")).ok().unwrap();
        sink.write_all(b"x").unwrap();
        assert!(sink.finish().is_ok());
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_measured_file_is_read_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("in.backup");
        fs::write(&path, "whole").unwrap();
        let (mut file, show) = measured(File::open(&path).unwrap()).unwrap();
        show();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), file.progress.position(), file.progress.length()), ("whole", 5, Some(5)));
    }

    #[test]
    fn bars_say_how_far_they_are_and_for_how_long() {
        for template in [STEPS, BYTES, WRITTEN] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
            assert!(template.contains("{elapsed}"), "{template}");
        }
    }
}
