//! Where the folders of jobs are.

use crate::{
    cli::failure::Failure,
    runner::sandbox::{
        self,
        error::SandboxError,
        idle_priority,
        scratch::{self, Scratch},
        survey::{self, SandboxPolicy, Survey},
    },
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Why root cannot become the user whose folder it is.
pub fn cannot_drop(error: &std::io::Error) -> Failure {
    Failure::refused(format!("cannot drop root's privileges: {error}"))
}

/// The folder below which each runner of this user has one.
#[derive(Serialize, Deserialize)]
pub struct ScratchRoot(pub PathBuf);

impl ScratchRoot {
    /// The cache folder that systemd provides, or one of this user in the folder for temporary files.
    pub fn find() -> Result<Self, Failure> {
        let of_systemd = std::env::var_os("CACHE_DIRECTORY").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let own = || scratch::of_user(nix::unistd::geteuid());
        let folder = of_systemd.map_or_else(own, |folder| folder.join("jobs"));
        // The paths of jobs are passed as text.
        match folder.to_str() {
            Some(_) => Ok(Self(folder)),
            None => Err(Failure::refused("the path of the folder for temporary files is not UTF-8")),
        }
    }

    /// Finds out what holds on this machine.
    pub fn survey(&self, mode: SandboxPolicy) -> Result<Surveyed, Failure> {
        let scratch = self.open()?;
        let survey = survey::survey(&scratch, mode).map_err(|e| self.unusable(&e))?;
        Ok(Surveyed { survey, scratch })
    }

    /// A folder of this process, which ends what its programs leave running.
    pub fn open(&self) -> Result<Scratch, Failure> {
        sandbox::adopt_orphans().and_then(|()| Scratch::create(&self.0)).map_err(|e| self.unusable(&e))
    }

    fn unusable(&self, error: &SandboxError) -> Failure {
        Failure::refused(format!("cannot use {}: {error}", self.0.display()))
    }
}

/// Result of the survey, with the scratch folder that it used.
pub struct Surveyed {
    pub survey: Survey,
    pub scratch: Scratch,
}

impl Surveyed {
    /// Makes programs yield to the server that started this runner: it shares its processors with them.
    pub fn yield_to_server(&mut self) {
        let Some(sandbox) = &mut self.survey.sandbox else { return };
        let probed = idle_priority::probe();
        if let Err(error) = &probed {
            tracing::info!(%error, "programs delay the server: their priority cannot be lowered");
        }
        sandbox.yields = probed.is_ok();
    }
}
