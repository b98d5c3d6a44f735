//! A small tmpfs that can be filled or made read-only. Only root can mount one.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

/// Unmounted when dropped.
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` if this process may not mount.
    pub fn mount(at: &Path, mebibytes: usize) -> Option<Self> {
        std::fs::create_dir_all(at).unwrap();
        let size = format!("size={mebibytes}m,mode=0700");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(at).output();
        mount.is_ok_and(|done| done.status.success()).then(|| Self(at.to_owned()))
    }

    /// Fills the disk completely.
    pub fn fill(&self) {
        let mut filler = OpenOptions::new().append(true).create(true).open(self.0.join("filler")).unwrap();
        for size in [1 << 20, 4096, 1] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
    }

    pub fn make_room(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }

    pub fn make_read_only(&self) {
        let mount = Command::new("mount").args(["-o", "remount,ro"]).arg(&self.0).status();
        assert!(mount.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
