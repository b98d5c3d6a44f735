//! `invigil runner token`: tokens of code runners on other machines.

use crate::{
    app::App,
    cli::{
        failure::Failure,
        json::Array,
        request::{CliRequest, CommandOutput},
        text,
    },
    service::{
        actor::{Actor, Custodian},
        operate::runners::{
            tokens::{self, ListedRunnerToken},
            verdicts,
        },
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Create a token for a code runner on another machine
    #[command(after_help = "\
The token is printed only once: the server stores its hash. It is valid only for the calls of code runners. Write it to a file that
only the runner's user can read.

Examples:
  invigil runner token create judge-2 -o judge-2.token
  invigil runner token create judge-2 | ssh judge-2 'umask 077; cat > /etc/invigil/runner.token'")]
    Create {
        /// Name of the machine: letters, digits, dots, hyphens and underscores
        name: String,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// List the tokens, with the runners that use them now and the number of their verdicts
    #[command(after_help = "\
Examples:
  invigil runner token list
  invigil runner token list --json | jq -r '.[] | select(.runners == []) | .name'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token; its runners are refused at once
    #[command(after_help = "\
Prints how many verdicts the machine gave, by test. With --rejudge all of these answers are judged again, by the other runners.

Examples:
  invigil runner token revoke judge-2
  invigil runner token revoke judge-2 --rejudge")]
    Revoke {
        /// Name of the machine, or id of the token
        name: String,
        /// Judge again what the machine judged
        #[arg(long)]
        rejudge: bool,
    },
}

#[derive(Serialize, Deserialize)]
pub enum RunnerTokenOp {
    Create { name: String },
    List { json: bool },
    Revoke { name: String, rejudge: bool },
}

impl Command {
    /// Advice about a token that was created and not shown.
    pub fn undo(&self) -> Option<String> {
        let Self::Create { name, .. } = self else { return None };
        Some(format!("The token was created: revoke it with 'invigil runner token revoke {}'.", name.trim()))
    }

    pub fn request(self) -> CliRequest<RunnerTokenOp> {
        match self {
            Self::Create { name, output } => CliRequest { output, ..CliRequest::new(RunnerTokenOp::Create { name }) },
            Self::List { json } => CliRequest::new(RunnerTokenOp::List { json }),
            Self::Revoke { name, rejudge } => CliRequest::new(RunnerTokenOp::Revoke { name, rejudge }),
        }
    }
}

/// # Errors
/// Refusals of the use case, and write errors of [`CommandOutput`].
pub async fn execute(app: &App, op: RunnerTokenOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let by: Custodian = Actor::Operator.require()?;
    match op {
        RunnerTokenOp::Create { name } => {
            let (_, token) = tokens::create(app, &by, &name).await?;
            Ok(writeln!(out, "{token}")?)
        }
        RunnerTokenOp::List { json } => list(&tokens::list(app, &by)?, json, out),
        RunnerTokenOp::Revoke { name, rejudge } => revoke(app, &by, &name, rejudge, out).await,
    }
}

fn list(tokens: &[ListedRunnerToken], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        tokens.iter().try_for_each(|token| array.push(&row(token)))?;
        return array.end();
    }
    let state = |listed: &ListedRunnerToken| match (listed.token.revoked_at, listed.runners.len()) {
        (Some(at), _) => format!("revoked {at}"),
        (None, 0) => "not connected".to_owned(),
        (None, n) => text::count(n, "runner"),
    };
    let rows: Vec<_> = tokens
        .iter()
        .map(|t| [t.token.name.clone(), t.token.at.to_string(), state(t), t.verdicts.to_string()])
        .collect();
    Ok(text::table(out, ["NAME", "CREATED", "STATE", "VERDICTS"], &rows)?)
}

fn row(listed: &ListedRunnerToken) -> serde_json::Value {
    let ListedRunnerToken { token, by, runners, verdicts } = listed;
    let runners = runners.iter().map(|remote| {
        json!({
            "version": remote.welcome.version,
            "since": remote.since.to_string(),
            "slots": remote.welcome.slots,
            "running": remote.running,
            "reported": remote.reported,
            "languages": remote.welcome.languages.iter().map(|offer| &offer.name).collect::<Vec<_>>(),
            "layers": remote.welcome.layers,
        })
    });
    json!({
        "id": token.id.to_string(),
        "name": token.name,
        "by": by,
        "created_at": token.at.to_string(),
        "revoked_at": token.revoked_at.map(|at| at.to_string()),
        "verdicts": verdicts,
        "runners": runners.collect::<Vec<_>>(),
    })
}

async fn revoke(
    app: &App,
    by: &Custodian,
    name: &str,
    rejudge: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let token = tokens::find(app, by, name)?;
    tokens::revoke(app, by, token.id).await?;
    writeln!(out, "The token {} is revoked.", token.name)?;
    let tests = verdicts::by_test(app, by, token.id).await?;
    for of in &tests {
        writeln!(out, "It judged {} of the test '{}'.", text::count(of.answers, "answer"), text::one_line(&of.title))?;
    }
    if rejudge {
        let queued = verdicts::rejudge(app, by, token.id).await?;
        writeln!(
            out,
            "{} judged again.",
            if queued == 1 { "1 answer is".into() } else { format!("{queued} answers are") }
        )?;
    } else if !tests.is_empty() {
        // Its name may be that of a new token by then.
        writeln!(out, "To judge them again: invigil runner token revoke {} --rejudge", token.id)?;
    }
    Ok(())
}
