//! Options of `invigil runner` and its doctor.

use crate::{
    cli::failure::Failure,
    runner::{
        language::{self, Language},
        sandbox::survey::SandboxPolicy,
    },
};
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct RunnerOptions {
    /// Use namespaces and a cgroup where they exist, or require them
    #[arg(long, env = "INVIGIL_RUNNER_SANDBOX", value_name = "MODE", default_value = "auto")]
    sandbox: SandboxMode,
    /// JSON file that changes or adds languages
    #[arg(long, env = "INVIGIL_RUNNER_LANGUAGES", value_name = "FILE")]
    languages: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum SandboxMode {
    Auto,
    Require,
}

impl RunnerOptions {
    pub fn mode(&self) -> SandboxPolicy {
        match self.sandbox {
            SandboxMode::Auto => SandboxPolicy::Auto,
            SandboxMode::Require => SandboxPolicy::Require,
        }
    }

    /// # Errors
    /// If the file cannot be used.
    pub fn languages(&self) -> Result<Vec<Language>, Failure> {
        match self.languages.as_deref().filter(|path| !path.as_os_str().is_empty()) {
            Some(path) => language::file::read(path).map_err(Failure::refused),
            None => Ok(language::languages()),
        }
    }
}
