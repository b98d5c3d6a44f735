//! `invigil evidence`: signed evidence of results, its verification and its keys.

mod verify;

use super::{
    failure::Failure,
    json::Array,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{AttemptId, evidence::EvidenceKey, hex},
    service::{actor::Actor, result::evidence},
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Write the signed evidence of a result to a file
    #[command(after_help = "\
The file is a zip archive: the paper, the answers and every kept edit, the timeline, screenshots, the scores, and a page
that a person can read. It is signed with the key of this installation, and holds personal data.

Example:
  invigil evidence export 0199a7c2-5c1e-7f00-8000-000000000001 -o evidence.zip")]
    Export {
        /// Id of the result
        id: String,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Verify an evidence file, without the data it came from
    #[command(after_help = "\
Checks that nothing was changed since the file was signed, that the history leads to the answers, and who signed. Needs no data
folder. Take the key or its fingerprint from the organisation that signed, not from the file. With the candidate's
receipt it also shows whether an answer was changed after the test. The exit code is 0 only if all
of this holds; it is 1 for an intact file whose signer is not known.

Examples:
  invigil evidence verify evidence.zip --fingerprint 21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9
  invigil evidence verify evidence.zip --key key.pem --receipt receipt.txt --json")]
    Verify(verify::Args),
    /// List the public keys that sign or have signed evidence
    #[command(after_help = "\
Examples:
  invigil evidence keys
  invigil evidence keys --pem > keys.pem")]
    Keys {
        /// Print JSON
        #[arg(long, conflicts_with = "pem")]
        json: bool,
        /// Print the keys in PEM, as OpenSSL reads them
        #[arg(long)]
        pem: bool,
    },
    /// Manage the key that signs evidence
    #[command(subcommand)]
    Key(EvidenceKeyCommand),
}

#[derive(Subcommand)]
pub enum EvidenceKeyCommand {
    /// Create a new key; the current one no longer signs
    #[command(after_help = "\
Files that were signed before stay valid: their public key is listed forever.

Example:
  invigil evidence key rotate")]
    Rotate,
}

#[derive(Serialize, Deserialize)]
pub enum EvidenceOp {
    Export { id: AttemptId },
    Keys { json: bool, pem: bool },
    Rotate,
}

impl Command {
    /// Verifies at once; performs everything else on the data.
    pub fn run(self, perform: impl FnOnce(CliRequest<EvidenceOp>) -> Result<(), Failure>) -> Result<(), Failure> {
        match self {
            Self::Verify(args) => args.run(&mut std::io::stdout()),
            Self::Export { id, output } => {
                let id =
                    id.trim().parse().map_err(|_| Failure::refused(format!("'{id}' is not the id of a result")))?;
                perform(CliRequest { output, ..CliRequest::new(EvidenceOp::Export { id }) })
            }
            Self::Keys { json, pem } => perform(CliRequest::new(EvidenceOp::Keys { json, pem })),
            Self::Key(EvidenceKeyCommand::Rotate) => perform(CliRequest::new(EvidenceOp::Rotate)),
        }
    }
}

pub async fn execute(app: &App, by: &Actor, op: EvidenceOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        EvidenceOp::Export { id } => {
            let order = evidence::order(app, &by.require()?, id).await?;
            Ok(evidence::write(app, &order, out)?)
        }
        EvidenceOp::Keys { json, pem } => keys(&evidence::keys::list(app, &by.require()?)?, (json, pem), out),
        EvidenceOp::Rotate => {
            let key = evidence::keys::rotate(app, &by.require()?, None).await?;
            Ok(writeln!(out, "The key {} signs evidence from now on.", key.fingerprint)?)
        }
    }
}

fn keys(keys: &[EvidenceKey], (json, pem): (bool, bool), out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        keys.iter().try_for_each(|key| array.push(&row(key)))?;
        return array.end();
    }
    if pem {
        return Ok(keys.iter().try_for_each(|key| out.write_all(evidence::pem(&key.public).as_bytes()))?);
    }
    let retired = |key: &EvidenceKey| key.retired_at.map_or_else(|| "-".to_owned(), |at| at.to_string());
    let rows: Vec<_> =
        keys.iter().map(|key| [key.fingerprint.to_string(), key.created_at.to_string(), retired(key)]).collect();
    Ok(text::table(out, ["FINGERPRINT", "CREATED", "RETIRED"], &rows)?)
}

fn row(key: &EvidenceKey) -> serde_json::Value {
    json!({
        "fingerprint": key.fingerprint.to_string(),
        "public_key": hex::encode(&key.public),
        "created_at": key.created_at.to_string(),
        "retired_at": key.retired_at.map(|at| at.to_string()),
    })
}
