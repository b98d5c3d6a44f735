//! Probes of an earlier start. A language that worked is offered at once while its tools, the sandbox, the kernel, the packages
//! of the machine and this binary are the same; one that did not work is tried at each start.

use super::{Language, probe::Probe};
use crate::runner::sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

const NAME: &str = "survey.json";
const MODE: u32 = 0o600;
/// Longest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// Changes with each package that is installed, upgraded or removed (dpkg(1)).
const PACKAGES: &str = "/var/lib/dpkg/status";
const OWN_BINARY: &str = "/proc/self/exe";
const KERNEL: &str = "/proc/sys/kernel/osrelease";

/// Probes that are kept in a folder of the runner's user.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSurvey {
    path: PathBuf,
    content: KeptProbes,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct KeptProbes {
    /// Facts of the machine, for all languages.
    facts: String,
    languages: BTreeMap<String, KeptProbe>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptProbe {
    tools: String,
    probe: Probe,
}

impl KeptSurvey {
    /// Reads what `folder` holds; nothing if it was found out on a machine that differs.
    #[must_use]
    pub fn read(folder: &Path, sandbox: &Sandbox) -> Self {
        let (path, facts) = (folder.join(NAME), facts(sandbox));
        let content = read(&path).unwrap_or_default();
        let is_same = content.facts == facts;
        let languages = if is_same { content.languages } else { BTreeMap::new() };
        Self { path, content: KeptProbes { facts, languages } }
    }

    /// The probe of a language whose tools are as they were; `tools` are its [`tools`] now.
    #[must_use]
    pub fn probe(&self, language: &Language, tools: &str) -> Option<Probe> {
        let kept = self.content.languages.get(&language.name).filter(|kept| kept.tools == tools && kept.probe.works);
        kept.map(|kept| kept.probe.clone())
    }

    /// Keeps a probe that worked; `tools` were those of the language before it.
    pub fn keep(&mut self, tools: String, probe: Probe) {
        if probe.works {
            self.content.languages.insert(probe.name.clone(), KeptProbe { tools, probe });
        } else {
            self.content.languages.remove(&probe.name);
        }
    }

    /// Writes the survey to its file. A failure is ignored: the next start only takes longer.
    pub fn write(&self) {
        if let Err(error) = self.try_write() {
            tracing::info!(%error, "the survey of languages is not kept");
        }
    }

    fn try_write(&self) -> io::Result<()> {
        let new = self.path.with_extension(format!("{}.new", std::process::id()));
        let no_link = nix::fcntl::OFlag::O_NOFOLLOW.bits();
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create(true).truncate(true).mode(MODE).custom_flags(no_link).open(&new)?;
        file.write_all(&serde_json::to_vec(&self.content)?)?;
        fs::rename(&new, &self.path)
    }
}

fn read(path: &Path) -> Option<KeptProbes> {
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_FILE).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn facts(sandbox: &Sandbox) -> String {
    let Sandbox { has_namespaces, landlock_abi, cgroup, yields, sabotage, .. } = sandbox;
    let kernel = fs::read_to_string(KERNEL).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let has_cgroup = cgroup.is_some();
    let layers = format!("{has_namespaces} {landlock_abi} {has_cgroup} {yields} {sabotage:?}");
    let [binary, packages] = [OWN_BINARY, PACKAGES].map(|path| stamp(Path::new(path)));
    format!("{version} {binary}; {}; {layers}; {packages}", kernel.trim())
}

/// State that the offer of a language depends on: how it is run, and the path, size and time of each tool.
#[must_use]
pub fn tools(language: &Language) -> String {
    let row = serde_json::to_string(language).unwrap_or_default();
    let arguments = [&language.compile, &language.run, &language.check, &language.version].into_iter().flatten();
    let paths =
        arguments.map(Path::new).chain(language.read.iter().map(PathBuf::as_path)).filter(|path| path.is_absolute());
    let stamps: Vec<String> = paths.map(stamp).collect();
    format!("{row} {}", stamps.join(" "))
}

/// Names the file that a path leads to, in the state that it is in.
fn stamp(path: &Path) -> String {
    let of = |meta: &Metadata| format!("{} {}.{:09}", meta.len(), meta.mtime(), meta.mtime_nsec());
    let found = fs::canonicalize(path).and_then(|file| Ok((fs::metadata(&file)?, file)));
    found.map_or_else(|_| format!("{} -", path.display()), |(meta, file)| format!("{} {}", file.display(), of(&meta)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(name: &str, works: bool) -> Probe {
        let (version, problem, fix) = ("1".to_owned(), None, None);
        Probe { name: name.into(), works, version, compile_ms: 0, run_ms: 1, only_nice: false, problem, fix }
    }

    #[test]
    fn a_probe_is_kept_while_the_tools_and_the_machine_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("tool");
        fs::write(&tool, "a").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&tool, &link).unwrap();
        let python = crate::runner::language::languages().into_iter().find(|language| language.name == "python");
        let language = Language { run: vec![link.display().to_string()], ..python.unwrap() };
        let sandbox = Sandbox::default();
        let mut kept = KeptSurvey::read(folder.path(), &sandbox);
        let before = tools(&language);
        assert_eq!(kept.probe(&language, &before), None);
        kept.keep(before.clone(), probe("python", true));
        kept.keep("ruby".into(), probe("ruby", false));
        kept.write();
        let again = KeptSurvey::read(folder.path(), &sandbox);
        assert_eq!(again.content, kept.content);
        assert_eq!(again.probe(&language, &before), Some(probe("python", true)));
        // The tool behind the link is replaced; the row changes; the machine does.
        fs::write(&tool, "ab").unwrap();
        assert_eq!(again.probe(&language, &tools(&language)), None);
        let slower = Language { factor: 9, ..language.clone() };
        assert_ne!(tools(&slower), tools(&language));
        let other = Sandbox { yields: true, ..Sandbox::default() };
        assert_eq!(KeptSurvey::read(folder.path(), &other).probe(&language, &before), None);
        for damaged in ["", "{", "[]", "{\"facts\":3}"] {
            fs::write(folder.path().join(NAME), damaged).unwrap();
            assert_eq!(KeptSurvey::read(folder.path(), &sandbox).probe(&language, &before), None, "{damaged:?}");
        }
    }
}
