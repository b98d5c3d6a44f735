//! Languages: what the machine's packages bring. Nothing is shipped; each is probed before it is offered.

pub mod file;
pub mod kept;
pub mod probe;
mod table;

pub use table::languages;

use super::sandbox::paths;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// How one language is compiled and run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    pub name: String,
    /// File name of the source code.
    pub file: String,
    /// Other files beside it, by name.
    #[serde(default)]
    pub beside: BTreeMap<String, String>,
    /// Empty if there is nothing to compile. `{mem}` is the memory limit in MB, here and in `run` and `env`.
    #[serde(default)]
    pub compile: Vec<String>,
    pub run: Vec<String>,
    /// Fails on source code that `run` would refuse as a whole; empty where a compiler does.
    #[serde(default)]
    pub check: Vec<String>,
    /// File that `compile` makes; empty if it is not known.
    #[serde(default)]
    pub program: String,
    /// Sentence for candidates whose source code compiles to no program.
    #[serde(default)]
    pub no_program: String,
    /// Prints the version.
    #[serde(default)]
    pub version: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Files and folders of the system that its programs read besides shared libraries; compilers read all of it, and so do
    /// programs where nothing is said.
    #[serde(default)]
    pub system: Option<Vec<PathBuf>>,
    /// Paths that compilers and programs read besides.
    #[serde(default)]
    pub read: Vec<PathBuf>,
    /// Writable memory that the runtime takes for itself, in MB.
    #[serde(default = "default_overhead")]
    pub overhead_mb: u64,
    /// Whether it works with a limit of its address space.
    #[serde(default)]
    pub limits_address_space: bool,
    #[serde(default = "default_threads")]
    pub threads: u64,
    /// Whether the runtime works when it runs only while nothing else does (`SCHED_IDLE`).
    #[serde(default = "default_bears_idle")]
    pub bears_idle: bool,
    /// Whether a program may start processes. Memory and CPU are then limited by the watch and the cgroup alone.
    #[serde(default)]
    pub may_fork: bool,
    /// How much slower than C++ a fair solution may be.
    #[serde(default = "default_factor")]
    pub factor: u64,
    /// Text that the runtime writes to standard error when memory runs out.
    #[serde(default)]
    pub out_of_memory: String,
    /// Sentences for candidates, by the message of the compiler or runtime that they explain.
    #[serde(default)]
    pub advice: BTreeMap<String, String>,
    /// A program that prints "hello".
    #[serde(default)]
    pub probe: String,
    /// Packages to install.
    #[serde(default)]
    pub packages: String,
}

const fn default_overhead() -> u64 {
    16
}

/// Pools of 20 threads, and those that a runtime has for itself.
const fn default_threads() -> u64 {
    64
}

const fn default_bears_idle() -> bool {
    true
}

/// Largest factor of the CPU limit.
pub const MAX_FACTOR: u64 = 100;

const fn default_factor() -> u64 {
    1
}

impl Language {
    /// The first program or library that it needs and the machine lacks.
    pub fn missing(&self) -> Option<&str> {
        let arguments = self.compile.iter().chain(&self.run).map(String::as_str);
        arguments.filter(|argument| argument.starts_with('/')).find(|path| !Path::new(path).exists())
    }

    /// A note with the advice on a failure whose messages these are.
    pub fn advised(&self, note: String, messages: &str) -> String {
        let advice = self.advice.iter().find(|(message, _)| messages.contains(message.as_str()));
        match advice {
            Some((_, advice)) => format!("{note} {advice}"),
            None => note,
        }
    }

    /// Paths that a compiler may read.
    pub fn readable_to_compile(&self) -> Vec<PathBuf> {
        paths::resolved(paths::system().into_iter().chain(self.read.iter().cloned()))
    }

    /// Paths that a program may read.
    pub fn readable(&self) -> Vec<PathBuf> {
        let Some(system) = &self.system else { return self.readable_to_compile() };
        let program = self.run.first().filter(|program| program.starts_with('/')).map(PathBuf::from);
        let own = system.iter().chain(&self.read).cloned().chain(program);
        paths::resolved(paths::libraries().into_iter().chain(own))
    }
}

/// Fills `{mem}` in.
pub fn filled(text: &str, memory_mb: u64) -> String {
    text.replace("{mem}", &memory_mb.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_explains_the_messages_of_a_runtime() {
        let java = languages().into_iter().find(|language| language.name == "java").unwrap();
        let note = |messages: &str| java.advised("It failed.".into(), messages);
        let public = "Main.java:1: error: class Solution is public, should be declared in a file named Solution.java";
        assert_eq!(note(public), "It failed. The public class must be called Main.");
        assert!(note("Error: Could not find or load main class Main").ends_with("without a package."));
        assert_eq!(note("Main.java:1: error: ';' expected"), "It failed.");
    }
}
