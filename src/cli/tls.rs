//! `invigil tls`: export of the local certificate authority for clients.

use super::{failure::Failure, sink::Sink};
use crate::secrets::{self, SecretError};
use clap::Subcommand;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

#[derive(Subcommand)]
pub enum Command {
    /// Export the certificate of the local authority, for clients to trust
    #[command(after_help = "\
'invigil serve --tls-self-signed' creates the authority in tls/ of the data folder. Its certificate is not secret:
install it on every machine whose browser must trust this server (docs/operations.md, 'TLS with a local certificate
authority').
With -o the SHA-256 fingerprint is printed, so that recipients of the file can compare it.

Examples:
  invigil tls ca -o invigil-ca.pem
  invigil tls ca | ssh desk17 'sudo tee /usr/local/share/ca-certificates/invigil.crt'")]
    Ca {
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

impl Command {
    /// Needs neither the database nor the server.
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        let Self::Ca { output } = self;
        let ca = data.join("tls/ca.pem");
        let fingerprint = match secrets::fingerprint(&ca) {
            Err(SecretError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Err(Failure::refused(format!(
                    "there is no local authority in {}: 'invigil serve --tls-self-signed' creates one",
                    data.display()
                )));
            }
            other => other?,
        };
        let pem = fs::read(&ca).map_err(|e| Failure::refused(format!("{}: {e}", ca.display())))?;
        let mut sink = Sink::open(output.as_deref(), data)?;
        sink.write_all(&pem)?;
        sink.make_public()?;
        let shown = sink.is_file();
        sink.finish()?;
        if shown {
            writeln!(io::stdout(), "SHA-256 fingerprint {fingerprint}")?;
        }
        Ok(())
    }
}
