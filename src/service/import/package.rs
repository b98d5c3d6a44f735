//! A package: files in a zip. Nothing is written to disk; names only select files within the package, and decompression
//! stops at the size limits.

use super::format::MAX_FILE;
use crate::state::test_jobs::TestJobProgress;
use icu_normalizer::ComposingNormalizerBorrowed;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    io::{Cursor, Read},
};
use zip::{
    ZipArchive,
    result::{ZipError, ZipResult},
};

const MAX_ENTRIES: usize = 10_000;
/// Uncompressed size of one file, in bytes: that of a file which comes alone.
const MAX_ENTRY: u64 = MAX_FILE as u64;
/// Uncompressed size of all files read, in bytes.
const MAX_UNPACKED: u64 = 64 << 20;

pub struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    left: u64,
    /// Names as [`folded`], with the only file that has each.
    alike: HashMap<String, Option<String>>,
    /// Names in which some systems have backslashes between folders, by those with slashes.
    slashed: HashMap<String, String>,
    /// Names of files that a rule has asked for.
    read: HashSet<String>,
    /// A step for each file.
    progress: Option<&'b TestJobProgress>,
}

/// Files that programs add to a zip.
pub fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

impl<'b> Package<'b> {
    pub fn open(bytes: &'b [u8]) -> Result<Self, String> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| "This is not a readable zip file.".to_owned())?;
        if archive.len() > MAX_ENTRIES {
            return Err(format!("This package has more than {MAX_ENTRIES} files."));
        }
        let (alike, slashed, read) = (HashMap::new(), HashMap::new(), HashSet::new());
        let mut package = Self { archive, left: MAX_UNPACKED, alike, slashed, read, progress: None };
        let names = package.names();
        for name in names.iter().filter(|name| name.contains('\\')) {
            let usual = name.replace('\\', "/");
            if !package.has(&usual) {
                package.slashed.insert(usual, name.clone());
            }
        }
        for name in package.names() {
            package.alike.entry(folded(&name)).and_modify(|known| *known = None).or_insert(Some(name));
        }
        Ok(package)
    }

    /// Counts each file that is read.
    pub fn counted(mut self, progress: &'b TestJobProgress) -> Self {
        progress.expect(self.archive.len());
        self.progress = Some(progress);
        self
    }

    /// Name of a file of the top level. Programs that compress a folder put everything into one folder: then its name
    /// within that.
    pub fn at_top(&self, name: &str) -> String {
        if self.has(name) {
            return name.to_owned();
        }
        let wanted = folded(name);
        if let Some(Some(only)) = self.alike.get(&wanted) {
            return only.clone();
        }
        let in_folder = |file: &str| file.split_once('/').is_some_and(|(_, rest)| rest == wanted);
        let mut found = self.alike.iter().filter(|(file, _)| in_folder(file));
        match (found.next(), found.next()) {
            (Some((_, Some(only))), None) => only.clone(),
            _ => name.to_owned(),
        }
    }

    /// Resolves `href` relative to the file `from`; `None` if it points outside of the package. The standard requires
    /// percent-encoded names; some programs write them unencoded, and some systems name files otherwise than their manifest.
    pub fn find(&self, from: &str, href: &str) -> Option<String> {
        let as_written = resolve(from, href, |part| Some(part.into()));
        let is_there = |name: &String| self.has(name);
        if let Some(name) = as_written.filter(is_there) {
            return Some(name);
        }
        let name = resolve(from, href, decoded);
        if name.as_ref().is_some_and(is_there) {
            return name;
        }
        let slashed = resolve(from, &href.replace('\\', "/"), decoded);
        slashed.and_then(|name| self.alike.get(&folded(&name))?.clone()).or(name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(self.known(name)).is_some()
    }

    /// The name of a file as the zip has it.
    fn known<'n>(&'n self, name: &'n str) -> &'n str {
        self.slashed.get(name).map_or(name, String::as_str)
    }

    /// Names of all files.
    pub fn names(&self) -> Vec<String> {
        let names = self.archive.file_names_raw().zip(self.archive.file_names());
        // Some programs do not say that their names are in UTF-8.
        let name = |(raw, said): (&[u8], ZipResult<Cow<'_, str>>)| match std::str::from_utf8(raw) {
            Ok(name) => Some(name.to_owned()),
            Err(_) => said.ok().map(Cow::into_owned),
        };
        let usual = |name: String| {
            let slashed = name.contains('\\').then(|| name.replace('\\', "/"));
            slashed.filter(|usual| self.slashed.get(usual) == Some(&name)).unwrap_or(name)
        };
        names.filter_map(name).map(usual).collect()
    }

    /// Names of files that no rule has asked for.
    pub fn unread(&self) -> Vec<String> {
        self.names().into_iter().filter(|name| !self.read.contains(name)).collect()
    }

    /// Marks a file as unread: no rule has used what was read of it.
    pub fn forget(&mut self, name: &str) {
        self.read.remove(name);
    }

    /// A rule knows what this file holds without reading it.
    pub fn pass_over(&mut self, name: &str) {
        self.read.insert(name.to_owned());
    }

    /// A file of the package.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other errors of the crate are one to the reader of a package"
    )]
    pub fn bytes(&mut self, name: &str) -> Result<Vec<u8>, String> {
        if self.read.insert(name.to_owned())
            && let Some(progress) = self.progress
        {
            progress.advance(1);
        }
        let known = self.known(name).to_owned();
        let file = self.archive.by_name(&known).map_err(|error| match error {
            ZipError::FileNotFound => "This file is not in the package.".to_owned(),
            _ => "This file of the package cannot be unpacked.".to_owned(),
        })?;
        let limit = MAX_ENTRY.min(self.left);
        let mut bytes = Vec::new();
        // The size declared in the package is not trusted.
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        read.map_err(|_| "This file of the package cannot be unpacked.".to_owned())?;
        if bytes.len() as u64 > limit {
            return Err("This package is too large (uncompressed limits: 10 MiB per file, 64 MiB in total).".to_owned());
        }
        self.left -= bytes.len() as u64;
        Ok(bytes)
    }
}

/// A name in which systems differ: by case, by how letters with accents are composed, or by a backslash between folders.
fn folded(name: &str) -> String {
    let name = name.replace('\\', "/").to_lowercase();
    ComposingNormalizerBorrowed::new_nfc().normalize(name.strip_prefix("./").unwrap_or(&name)).into_owned()
}

/// Resolves `href` relative to the file `from`; `None` if it points outside of the package.
fn resolve(from: &str, href: &str, read: impl Fn(&str) -> Option<Cow<'_, str>>) -> Option<String> {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    if href.is_empty() || href.starts_with('/') || href.contains(['\\', ':']) {
        return None;
    }
    let mut path: Vec<Cow<'_, str>> = from.split(['/', '\\']).map(Cow::from).collect();
    path.pop();
    for part in href.split('/') {
        let part = read(part)?;
        match &*part {
            "" | "." => {}
            ".." => {
                path.pop()?;
            }
            _ => path.push(part),
        }
    }
    Some(path.join("/"))
}

/// Percent-decodes a path segment (RFC 3986 section 2.1); rejects segments that contain a separator.
fn decoded(part: &str) -> Option<Cow<'_, str>> {
    let part = percent_encoding::percent_decode_str(part).decode_utf8().ok()?;
    (!part.contains(['/', '\\', '\0'])).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leaves_the_package() {
        let resolve = |from: &str, href: &str| super::resolve(from, href, decoded);
        assert_eq!(resolve("tests/a.xml", "../items/q1.xml").as_deref(), Some("items/q1.xml"));
        assert_eq!(resolve("a.xml", "./q1.xml#x").as_deref(), Some("q1.xml"));
        assert_eq!(resolve("a.xml", "./sub/../%C3%A4%20b.xml").as_deref(), Some("ä b.xml"));
        let out = ["../q1.xml", "/etc/passwd", "..\\q1.xml", "http://evil/x", "x/../../y", ""];
        for href in out.into_iter().chain(["%2e%2e/q1.xml", "..%2fq1.xml", "..%5Cq1.xml", "%ff.xml"]) {
            assert_eq!(resolve("a.xml", href), None, "{href}");
        }
    }
}
