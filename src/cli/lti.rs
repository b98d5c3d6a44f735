//! `invigil lti`: learning platforms.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{TestId, grants::Scope, lti::LtiPlatform},
    service::{
        actor::{Actor, SiteOperator},
        invite::lti::{
            keys::{self, SeenKey},
            platforms::{self, PlatformChange},
        },
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum Command {
    /// List the platforms
    #[command(after_help = "Example:\n  invigil lti list --json")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the addresses of this server that a platform is to know, its keys, and one platform
    #[command(after_help = "Examples:\n  invigil lti show\n  invigil lti show moodle --json")]
    Show {
        /// Id of a platform
        id: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Add a platform, or change it; omitted values stay
    #[command(after_help = "\
--deployment and --test replace all of the platform; '--test all' is for every test.

Examples:
  invigil lti add moodle --name 'Moodle' --issuer https://moodle.example.org --client-id q5ZyXr --deployment 1 \\
      --auth-url https://moodle.example.org/mod/lti/auth.php --token-url https://moodle.example.org/mod/lti/token.php \\
      --keys-url https://moodle.example.org/mod/lti/certs.php
  invigil lti add moodle --deployment 1 --deployment 2")]
    Add(Box<AddArgs>),
    /// Remove a platform, with the grades that it is still owed
    #[command(after_help = "Example:\n  invigil lti remove moodle")]
    Remove {
        /// Id of the platform
        id: String,
    },
    /// Make a new key that signs for all platforms
    #[command(after_help = "\
The key before it is published for another day. Platforms read the new one at the address of public keys; where a key was
pasted instead, paste the new one.

Examples:
  invigil lti rotate
  invigil lti rotate --json")]
    Rotate {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args, Serialize, Deserialize)]
pub struct AddArgs {
    /// Id of the platform: lower-case letters, digits and hyphens
    id: String,
    /// Name for people
    #[arg(long)]
    name: Option<String>,
    /// Issuer, as the platform names itself
    #[arg(long, value_name = "URL")]
    issuer: Option<String>,
    /// Client id that the platform has given this server
    #[arg(long)]
    client_id: Option<String>,
    /// Deployment id; repeat for more
    #[arg(long = "deployment", value_name = "ID")]
    deployments: Option<Vec<String>>,
    /// Address of the platform's sign-in
    #[arg(long, value_name = "URL")]
    auth_url: Option<String>,
    /// Address of the platform's tokens
    #[arg(long, value_name = "URL")]
    token_url: Option<String>,
    /// Address of the platform's keys
    #[arg(long, value_name = "URL")]
    keys_url: Option<String>,
    /// Id of a test that courses may use, or 'all'; repeat for more [default: all]
    #[arg(long = "test", value_name = "ID")]
    tests: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
pub enum LtiOp {
    List { json: bool },
    Show { id: Option<String>, json: bool },
    Add(Box<AddArgs>),
    Remove { id: String },
    Rotate { json: bool },
}

impl Command {
    pub fn resolve(self) -> CliRequest<LtiOp> {
        match self {
            Self::List { json } => CliRequest::new(LtiOp::List { json }),
            Self::Show { id, json } => CliRequest::new(LtiOp::Show { id, json }),
            Self::Add(add) => CliRequest::creating(LtiOp::Add(add)),
            Self::Remove { id } => CliRequest::new(LtiOp::Remove { id }),
            Self::Rotate { json } => CliRequest::new(LtiOp::Rotate { json }),
        }
    }
}

fn scope(tests: &[String]) -> Result<Scope, Failure> {
    if let [all] = tests
        && all == "all"
    {
        return Ok(Scope::All);
    }
    let ids = tests.iter().map(|id| id.trim().parse::<TestId>());
    let ids = ids.collect::<Result<_, _>>();
    Ok(Scope::Tests(ids.map_err(|_| Failure::refused("--test takes the id of a test, or 'all' alone"))?))
}

pub async fn execute(app: &App, by: &Actor, op: LtiOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let operator: &SiteOperator = &by.require()?;
    match op {
        LtiOp::List { json } => list(&platforms::all(app, operator)?, json, out),
        LtiOp::Show { id, json } => {
            let known = platforms::all(app, operator)?;
            let one = id.as_ref().map(|id| {
                let found = known.iter().find(|platform| platform.id == *id);
                found.ok_or_else(|| Failure::refused(format!("there is no platform '{}'", text::one_line(id))))
            });
            show(app, (one.transpose()?, &keys::list(app, operator)?), json, out)
        }
        LtiOp::Remove { id } => {
            platforms::remove(app, operator, &id, None).await?;
            Ok(writeln!(out, "Removed {}. Invites that it has made stay.", text::one_line(&id))?)
        }
        LtiOp::Rotate { json } => {
            let key = keys::rotate(app, operator, None).await?;
            rotated(&key, &keys::list(app, operator)?, json, out)
        }
        LtiOp::Add(add) => {
            let AddArgs { id, name, issuer, client_id, deployments, auth_url, token_url, keys_url, tests } = *add;
            let scope = tests.as_deref().map(scope).transpose()?;
            let change = PlatformChange {
                version: None,
                name,
                issuer,
                client_id,
                deployments,
                auth_url,
                token_url,
                keys_url,
                scope,
            };
            let platform = platforms::set(app, operator, &id, change).await?;
            show(app, (Some(&platform), &keys::list(app, operator)?), false, out)
        }
    }
}

fn value(platform: &LtiPlatform) -> Value {
    let tests = platform.scope.tests().map(|tests| tests.iter().map(ToString::to_string).collect::<Vec<_>>());
    json!({
        "id": platform.id,
        "name": platform.name,
        "issuer": platform.issuer,
        "clientId": platform.client_id,
        "deployments": platform.deployments,
        "authUrl": platform.auth_url,
        "tokenUrl": platform.token_url,
        "keysUrl": platform.keys_url,
        "tests": tests,
    })
}

fn key_value(SeenKey { name, made_at, retired }: &SeenKey) -> Value {
    let (retired_at, published_until) = retired.map(|(at, until)| (at.to_string(), until.to_string())).unzip();
    json!({"id": name, "createdAt": made_at.to_string(), "retiredAt": retired_at, "publishedUntil": published_until})
}

fn rotated(key: &SeenKey, known: &[SeenKey], as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &known.iter().map(key_value).collect::<Vec<_>>())?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "The key {} signs for learning platforms from now on.", key.name)?;
    for SeenKey { name, retired, .. } in known {
        if let Some((_, until)) = retired {
            writeln!(out, "The key {name} is retired, and published until {until}.")?;
        }
    }
    Ok(())
}

fn list(known: &[LtiPlatform], as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &known.iter().map(value).collect::<Vec<_>>())?;
        return Ok(writeln!(out)?);
    }
    if known.is_empty() {
        return Ok(writeln!(
            out,
            "No learning platform is set up. 'invigil lti show' has the addresses to register there."
        )?);
    }
    for LtiPlatform { id, name, issuer, .. } in known {
        writeln!(out, "{id:<20}{:<30}{}", text::one_line(name), text::one_line(issuer))?;
    }
    Ok(())
}

fn show(
    app: &App,
    (platform, keys): (Option<&LtiPlatform>, &[SeenKey]),
    as_json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let ours = platforms::addresses(app)?;
    let mut shown = json!({"loginUrl": ours.login, "launchUrl": ours.launch, "publicKeysUrl": ours.keys});
    if as_json {
        shown["keys"] = keys.iter().map(key_value).collect();
        shown["platform"] = platform.map_or(Value::Null, value);
        serde_json::to_writer_pretty(&mut *out, &shown)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "To be registered at the platform:")?;
    for (what, url) in [("login", &ours.login), ("redirect and launch", &ours.launch), ("public keys", &ours.keys)] {
        writeln!(out, "  {what:<21}{url}")?;
    }
    for SeenKey { name, made_at, retired } in keys {
        match retired {
            None => writeln!(out, "key            {name}, since {made_at}")?,
            Some((_, until)) => writeln!(out, "retired key    {name}, published until {until}")?,
        }
    }
    let fields = platform.map(value);
    for (name, value) in fields.as_ref().and_then(Value::as_object).into_iter().flatten() {
        let words = |all: &Vec<Value>| all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
        let value = match value {
            Value::Array(all) => words(all),
            Value::String(text) => text.clone(),
            _ => "all".into(),
        };
        writeln!(out, "{name:<15}{}", text::one_line(&value))?;
    }
    Ok(())
}
