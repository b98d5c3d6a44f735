//! `invigil completions` and `invigil man`: shell completions and manual pages.

use super::failure::Failure;
use clap_complete::Shell;
use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  invigil completions bash > /usr/share/bash-completion/completions/invigil
  invigil completions zsh > /usr/local/share/zsh/site-functions/_invigil
  invigil completions fish > ~/.config/fish/completions/invigil.fish")]
pub struct Completions {
    /// Shell to generate completions for
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  invigil man | man -l -
  invigil man -o /usr/local/share/man/man1")]
pub struct Man {
    /// Write the pages of all commands to this folder; without it, print the main page
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Completions {
    pub fn write(&self, mut command: clap::Command) -> Result<(), Failure> {
        // Into memory first: the generator panics on a write error.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "invigil", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

impl Man {
    pub fn write(&self, command: clap::Command) -> Result<(), Failure> {
        let Some(folder) = &self.output else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            return Ok(io::stdout().write_all(&page)?);
        };
        let refused = |e: io::Error| Failure::refused(format!("{}: {e}", folder.display()));
        if folder.exists() && !folder.is_dir() {
            return Err(Failure::refused(format!("{}: not a folder", folder.display())));
        }
        fs::create_dir_all(folder).map_err(refused)?;
        clap_mangen::generate_to(command, folder).map_err(refused)?;
        let pages = count(folder).map_err(refused)?;
        Ok(writeln!(io::stdout(), "Wrote {pages} pages to {}.", folder.display())?)
    }
}

fn count(folder: &Path) -> io::Result<usize> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().starts_with("invigil")));
    Ok(names.collect::<io::Result<Vec<bool>>>()?.into_iter().filter(|ours| *ours).count())
}
