//! `invigil token`: tokens by which programs call the API.

use super::{
    failure::Failure,
    given_roles,
    json::Array,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{
        api_token::{DEFAULT_DAYS, NewApiToken},
        grants::{Scope, TokenReach, TokenRole},
        time::{DAY, SignedDuration},
    },
    service::{
        account::tokens::{self, ListedToken, TokenKeeper},
        actor::{Actor, StaffManager},
        work::By,
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, Serialize, Deserialize, ValueEnum)]
pub enum RoleName {
    Admin,
    Author,
    Recruiter,
    HiringManager,
    Proctor,
    Viewer,
}

impl From<RoleName> for TokenRole {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Admin => Self::Admin,
            RoleName::Author => Self::Author,
            RoleName::Recruiter => Self::Recruiter,
            RoleName::HiringManager => Self::HiringManager,
            RoleName::Proctor => Self::Proctor,
            RoleName::Viewer => Self::Viewer,
        }
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Create a token for a program that calls the API
    #[command(after_help = "\
The token has the rights of the role, as far as its owner has them too. It is printed only once: the server stores its
hash. Send it as 'Authorization: Bearer inv_...'.

Examples:
  invigil token create nightly --owner ada@example.org --role viewer -o nightly.token
  invigil token create hr --owner ada@example.org --role recruiter --test 0199-... --days 30")]
    Create {
        /// Name, which says its purpose
        name: String,
        /// Email address of the account of staff that it acts for
        #[arg(long, value_name = "EMAIL")]
        owner: String,
        /// The role whose rights it has
        #[arg(long, value_enum)]
        role: RoleName,
        /// Id of a test that it is for, instead of the whole site; can be repeated
        #[arg(long = "test", value_name = "ID")]
        tests: Vec<String>,
        /// Days for which it is valid, 3650 at most
        #[arg(long, default_value_t = DEFAULT_DAYS)]
        days: u16,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// List the tokens of all accounts, with their last use
    #[command(after_help = "\
Examples:
  invigil token list
  invigil token list --json | jq -r '.[] | select(.last_used_at == null) | .name'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token at once
    #[command(after_help = "\
Examples:
  invigil token revoke 019a-...
  invigil token revoke inv_...")]
    Revoke {
        /// Id of the token, or the token itself, such as one that was found where it should not be
        token: String,
    },
}

#[derive(Serialize, Deserialize)]
pub enum ApiTokenOp {
    Create { name: String, owner: String, role: RoleName, tests: Vec<String>, days: u16 },
    List { json: bool },
    Revoke { token: String },
}

impl Command {
    pub fn request(self) -> CliRequest<ApiTokenOp> {
        match self {
            Self::Create { name, owner, role, tests, days, output } => {
                CliRequest { output, ..CliRequest::new(ApiTokenOp::Create { name, owner, role, tests, days }) }
            }
            Self::List { json } => CliRequest::new(ApiTokenOp::List { json }),
            Self::Revoke { token } => CliRequest::new(ApiTokenOp::Revoke { token }),
        }
    }
}

/// # Errors
/// Refusals of the use case, and write errors of [`CommandOutput`].
pub async fn execute(app: &App, op: ApiTokenOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let by: StaffManager = Actor::Operator.require()?;
    match op {
        ApiTokenOp::Create { name, owner, role, tests, days } => {
            let owner = given_roles::account(app, &by, &owner)?;
            let scope = if tests.is_empty() { Scope::All } else { Scope::Tests(given_roles::ids(&tests)?) };
            let reach = TokenReach { role: role.into(), scope };
            let expires_at = Some(app.now().plus(SignedDuration::saturating_mul(DAY, i32::from(days))));
            let new = NewApiToken { name, reach, expires_at };
            let (_, token) = tokens::create(app, by.by(), owner.id, new).await?;
            Ok(writeln!(out, "{token}")?)
        }
        ApiTokenOp::List { json } => list(&tokens::list(app, TokenKeeper::All(by.by()))?, json, out),
        ApiTokenOp::Revoke { token } => {
            let id = tokens::find(app, &token)?;
            tokens::revoke(app, TokenKeeper::All(By::Operator), id).await?;
            Ok(writeln!(out, "The token is revoked.")?)
        }
    }
}

fn list(tokens: &[ListedToken], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        tokens.iter().try_for_each(|token| array.push(&row(token)))?;
        return array.end();
    }
    let rows: Vec<_> = tokens
        .iter()
        .map(|ListedToken { token, owner_name }| {
            let last_use = token.last_used_at.map_or_else(|| "never".to_owned(), |at| at.to_string());
            let expires = token.expires_at.to_string();
            let role = token.reach.role.name().to_owned();
            [token.id.to_string(), text::one_line(&token.name), text::one_line(owner_name), role, expires, last_use]
        })
        .collect();
    Ok(text::table(out, ["ID", "NAME", "OWNER", "ROLE", "EXPIRES", "LAST USE"], &rows)?)
}

fn row(ListedToken { token, owner_name }: &ListedToken) -> serde_json::Value {
    let tests = token.reach.scope.tests();
    json!({
        "id": token.id.to_string(),
        "name": token.name,
        "owner": owner_name,
        "role": token.reach.role.name(),
        "tests": tests.map(|tests| tests.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "created_at": token.made_at.to_string(),
        "expires_at": token.expires_at.to_string(),
        "last_used_at": token.last_used_at.map(|at| at.to_string()),
    })
}
