//! Which files of the system a command may read.

use std::{
    collections::{BTreeSet, VecDeque},
    env::consts::ARCH,
    ffi::OsString,
    fs,
    path::{Component, Path, PathBuf},
};

/// The number of links that Linux follows in one path.
const MAX_LINKS: usize = 40;

/// The paths that compilers read: programs and libraries of the system; of `/etc` only the files for the loader and the clock.
#[must_use]
pub fn system() -> Vec<PathBuf> {
    let paths = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
    paths.map(PathBuf::from).into()
}

/// The paths that every program reads: the loader, shared libraries, and the C library's files of languages and time.
#[must_use]
pub fn libraries() -> Vec<PathBuf> {
    let loader = if ARCH == "x86_64" { "/lib64/ld-linux-x86-64.so.2" } else { "/lib/ld-linux-aarch64.so.1" };
    let of_arch = [format!("/lib/{ARCH}-linux-gnu"), format!("/usr/lib/{ARCH}-linux-gnu")];
    let others = ["/lib64", "/usr/lib64", "/usr/lib/locale", "/usr/share/locale", "/usr/share/zoneinfo"];
    let settings = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
    let fixed = [loader].into_iter().chain(others).chain(settings).map(PathBuf::from);
    fixed.chain(of_arch.map(PathBuf::from)).collect()
}

/// The files and folders that `paths` lead to, and the links on the way there. A `*` at the end of a path matches any end of
/// the name. What this machine lacks is left out.
#[must_use]
pub fn resolved(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for path in paths.into_iter().flat_map(|path| with_names(&path)) {
        found.extend(resolve(&path).unwrap_or_default());
    }
    found.into_iter().collect()
}

fn with_names(path: &Path) -> Vec<PathBuf> {
    let pattern = path.file_name().and_then(|name| name.to_str()?.strip_suffix('*'));
    let (Some(begin), Some(folder)) = (pattern, path.parent()) else { return vec![path.to_owned()] };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(begin)).map(|entry| entry.path()).collect()
}

/// `None` for a path that leads nowhere.
fn resolve(path: &Path) -> Option<Vec<PathBuf>> {
    let names = |path: &Path| path.components().map(|part| part.as_os_str().to_owned()).collect::<VecDeque<OsString>>();
    let (mut left, mut links, mut at) = (names(path), Vec::new(), PathBuf::from("/"));
    while let Some(name) = left.pop_front() {
        if Path::new(&name).components().next() == Some(Component::ParentDir) {
            at.pop();
            continue;
        }
        let next = at.join(name);
        if !fs::symlink_metadata(&next).ok()?.is_symlink() {
            at = next;
            continue;
        }
        let target = names(&fs::read_link(&next).ok()?);
        links.push(next);
        left = target.into_iter().chain(left).collect();
        if links.len() > MAX_LINKS {
            return None;
        }
    }
    links.push(at);
    Some(links)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_resolved_and_what_is_missing_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let at = |name: &str| base.join(name);
        for name in ["usr/lib/tool3.1", "usr/lib/tool3.2", "usr/lib/other", "etc"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        symlink("usr/lib", at("lib")).unwrap();
        symlink("../lib/tool3.1", at("etc/tool")).unwrap();
        symlink(at("loop"), at("loop")).unwrap();
        let of = |names: &[&str]| resolved(names.iter().map(|name| at(name)));
        let expected = |names: &[&str]| names.iter().map(|name| at(name)).collect::<Vec<_>>();
        assert_eq!(of(&["lib/other", "none", "loop", "none/*"]), expected(&["lib", "usr/lib/other"]));
        assert_eq!(of(&["etc/tool"]), expected(&["etc/tool", "lib", "usr/lib/tool3.1"]));
        assert_eq!(of(&["usr/lib/tool3*", "usr/lib/none*"]), expected(&["usr/lib/tool3.1", "usr/lib/tool3.2"]));
    }
}
