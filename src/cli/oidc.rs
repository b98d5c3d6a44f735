//! `invigil oidc`: the company's identity providers.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    text,
};
use crate::{
    app::App,
    domain::{
        directory::{GroupRole, GroupRoleKind, OidcProvider, Side},
        grants::Scope,
    },
    service::{
        account::directory,
        actor::{Actor, StaffManager, StaffReader},
        settings::{
            Secret,
            oidc::{self, OidcChange},
        },
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;

const SECRET_FILE: &str = "INVIGIL_OIDC_SECRET_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Show the identity providers, without their secrets
    #[command(after_help = "Example:\n  invigil oidc show --json")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Add an identity provider, or change it; omitted values stay
    #[command(after_help = "\
The client secret is read from standard input with --secret-stdin, or from the file named by INVIGIL_OIDC_SECRET_FILE.
Another --issuer requires it again. --role replaces all roles of groups.

Examples:
  invigil oidc set corp --label 'Example Corp' --issuer https://id.example.org/realms/corp --client-id invigil \\
      --secret-stdin --role 'hr=recruiter' --role 'exam-desk=proctor' < secret
  invigil oidc set corp --groups-claim realm_access.roles
  invigil oidc set corp --remove")]
    Set(Box<SetArgs>),
    /// Test an identity provider step by step, without a person
    #[command(after_help = "Example:\n  invigil oidc test corp")]
    Test {
        /// Id of the provider
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
pub struct SetArgs {
    /// Id of the provider: lower-case letters, digits and hyphens
    id: String,
    /// Name on the sign-in page
    #[arg(long)]
    label: Option<String>,
    /// Issuer, as the provider names itself
    #[arg(long, value_name = "URL")]
    issuer: Option<String>,
    /// Client id at the provider
    #[arg(long)]
    client_id: Option<String>,
    /// Read the client secret from standard input
    #[arg(long, conflicts_with = "no_secret")]
    secret_stdin: bool,
    /// Delete the stored client secret
    #[arg(long)]
    no_secret: bool,
    /// Scopes, separated by spaces [default: openid profile email]
    #[arg(long)]
    scopes: Option<String>,
    /// Claim with a person's groups; dots for a path [default: groups]
    #[arg(long, value_name = "CLAIM")]
    groups_claim: Option<String>,
    /// The people whom the provider signs in [default: staff]
    #[arg(long)]
    side: Option<SideArg>,
    /// A group and its role, for the whole site or for some tests; repeat for more, empty for none
    #[arg(long = "role", value_name = "GROUP=ROLE[:TEST,TEST]")]
    roles: Option<Vec<String>>,
    /// Addresses of this provider count as verified, although it does not say so: true or false
    #[arg(long, value_name = "BOOL")]
    trust_email: Option<bool>,
    /// A verified address leads to an account that exists here: true or false
    #[arg(long, value_name = "BOOL")]
    link_accounts: Option<bool>,
    /// File with certificates in PEM that are trusted beside the machine's; empty for none
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Remove the provider, and end the sessions that it began
    #[arg(long, exclusive = false)]
    remove: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideArg {
    Staff,
    Applicants,
}

#[derive(Serialize, Deserialize)]
pub enum OidcOp {
    Show { json: bool },
    Set(Box<Change>),
    Remove { id: String },
    Test { id: String, json: bool },
}

#[derive(Serialize, Deserialize, Default, PartialEq, Eq)]
pub struct Change {
    id: String,
    label: Option<String>,
    issuer: Option<String>,
    client_id: Option<String>,
    no_secret: bool,
    secret: Option<String>,
    scopes: Option<String>,
    groups_claim: Option<String>,
    side: Option<Side>,
    roles: Option<Vec<GroupRole>>,
    trusts_email: Option<bool>,
    links_accounts: Option<bool>,
    ca: Option<String>,
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<OidcOp>, Failure> {
        Ok(match self {
            Self::Show { json } => CliRequest::new(OidcOp::Show { json }),
            Self::Set(set) if set.remove => CliRequest::new(OidcOp::Remove { id: set.id }),
            Self::Set(set) => {
                let change = set.resolve()?;
                if change == (Change { id: change.id.clone(), ..Change::default() }) {
                    return Err(Failure::refused("Please name what to change: see 'invigil oidc set --help'."));
                }
                CliRequest::creating(OidcOp::Set(Box::new(change)))
            }
            Self::Test { id, json } => CliRequest::new(OidcOp::Test { id, json }),
        })
    }
}

impl SetArgs {
    fn resolve(self) -> Result<Change, Failure> {
        let input = SecretInput { from_stdin: self.secret_stdin, file_variable: SECRET_FILE, what: "secret" };
        let secret = if self.no_secret { None } else { input.given()? };
        let ca = authorities(self.ca)?;
        let roles = group_roles(self.roles)?;
        let side = self.side.map(|side| match side {
            SideArg::Staff => Side::Staff,
            SideArg::Applicants => Side::Applicants,
        });
        Ok(Change {
            id: self.id,
            label: self.label,
            issuer: self.issuer,
            client_id: self.client_id,
            no_secret: self.no_secret,
            secret,
            scopes: self.scopes,
            groups_claim: self.groups_claim,
            side,
            roles,
            trusts_email: self.trust_email,
            links_accounts: self.link_accounts,
            ca,
        })
    }
}

/// The text of a file with certificates; a blank name is for none.
pub(super) fn authorities(file: Option<PathBuf>) -> Result<Option<String>, Failure> {
    let Some(file) = file else { return Ok(None) };
    if file.as_os_str().is_empty() {
        return Ok(Some(String::new()));
    }
    let read = std::fs::read_to_string(&file);
    read.map(Some).map_err(|error| Failure::refused(format!("{}: {error}", file.display())))
}

/// The values of `--role`; blank ones are for none.
pub(super) fn group_roles(given: Option<Vec<String>>) -> Result<Option<Vec<GroupRole>>, Failure> {
    let of = |all: Vec<String>| all.iter().filter(|one| !one.is_empty()).map(|one| group_role(one)).collect();
    given.map(of).transpose()
}

/// Prints the steps of a test.
pub(super) fn steps(
    steps: &[directory::ProbeStep],
    as_json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<bool, Failure> {
    let is_ok = steps.iter().all(|step| step.is_ok);
    if as_json {
        let rows: Vec<Value> = steps.iter().map(|step| json!({"ok": step.is_ok, "said": step.said.english})).collect();
        serde_json::to_writer_pretty(&mut *out, &json!({"ok": is_ok, "steps": rows}))?;
        writeln!(out)?;
        return Ok(is_ok);
    }
    for step in steps {
        writeln!(out, "{:<8}{}", if step.is_ok { "ok" } else { "FAILED" }, text::one_line(&step.said.english))?;
    }
    Ok(is_ok)
}

/// `GROUP=ROLE` or `GROUP=ROLE:TEST,TEST`. A group may have equals signs of its own, as a distinguished name has.
pub(super) fn group_role(text: &str) -> Result<GroupRole, Failure> {
    let refused = |why: &str| Failure::refused(format!("--role '{text}': {why}"));
    let (group, role) = text.rsplit_once('=').ok_or_else(|| refused("write GROUP=ROLE"))?;
    let (role, tests) = role.split_once(':').map_or((role, None), |(role, tests)| (role, Some(tests)));
    let role = GroupRoleKind::of(role.trim())
        .ok_or_else(|| refused("the role is admin, reviewer, author, recruiter, hiring_manager, proctor or viewer"))?;
    let scope = match tests {
        None => Scope::All,
        Some(tests) => {
            let ids = tests.split(',').map(|id| id.trim().parse());
            Scope::Tests(ids.collect::<Result<_, _>>().map_err(|_| refused("this is not the id of a test"))?)
        }
    };
    Ok(GroupRole { group: group.trim().to_owned(), role, scope })
}

pub async fn execute(app: &App, by: &Actor, op: OidcOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let manager: &StaffManager = &by.require()?;
    match op {
        OidcOp::Show { json } => {
            let reader: &StaffReader = &by.require()?;
            show(&oidc::all(app, reader)?, json, out)
        }
        OidcOp::Remove { id } => {
            oidc::remove(app, manager, &id, None).await?;
            Ok(writeln!(out, "Removed {}. The sessions that it began have ended.", text::one_line(&id))?)
        }
        OidcOp::Set(change) => {
            let Change { id, label, issuer, client_id, no_secret, secret, scopes, .. } = *change;
            let secret = match secret {
                _ if no_secret => Secret::Clear,
                Some(secret) => Secret::Set(secret),
                None => Secret::Keep,
            };
            let change = OidcChange {
                version: None,
                label,
                issuer,
                client_id,
                secret,
                scopes,
                groups_claim: change.groups_claim,
                side: change.side,
                roles: change.roles,
                trusts_email: change.trusts_email,
                links_accounts: change.links_accounts,
                ca: change.ca,
            };
            show(&[oidc::set(app, manager, &id, change).await?], false, out)
        }
        OidcOp::Test { id, json } => {
            let is_ok = steps(&directory::probe(app, manager, &id).await?, json, out)?;
            if is_ok { Ok(()) } else { Err(Failure::refused("people cannot sign in by this provider")) }
        }
    }
}

/// Prints the providers; JSON has the field names of the API's settings.
fn show(providers: &[OidcProvider], as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let tests = |scope: &Scope| scope.tests().map(|tests| tests.iter().map(ToString::to_string).collect::<Vec<_>>());
    let of = |provider: &OidcProvider| {
        let role = |row: &GroupRole| json!({"group": row.group, "role": row.role.name(), "tests": tests(&row.scope)});
        json!({
            "id": provider.id,
            "label": provider.label,
            "issuer": provider.issuer,
            "clientId": provider.client_id,
            "hasSecret": provider.secret_sealed.is_some(),
            "scopes": provider.scopes,
            "groupsClaim": provider.groups_claim,
            "side": provider.side.name(),
            "roles": provider.roles.iter().map(role).collect::<Vec<_>>(),
            "trustsEmail": provider.trusts_email,
            "linksAccounts": provider.links_accounts,
            "ca": provider.ca,
        })
    };
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &providers.iter().map(of).collect::<Vec<_>>())?;
        return Ok(writeln!(out)?);
    }
    if providers.is_empty() {
        return Ok(writeln!(out, "No identity provider is set up: people sign in with passwords of this site.")?);
    }
    for provider in providers {
        for (name, value) in of(provider).as_object().into_iter().flatten() {
            if let Some(rows) = value.as_array() {
                for row in rows {
                    let word = |name: &str| row[name].as_str().unwrap_or_default();
                    let tests =
                        row["tests"].as_array().map_or(String::new(), |tests| format!(" of {} tests", tests.len()));
                    writeln!(out, "{:<15}{} is {}{tests}", "role", text::one_line(word("group")), word("role"))?;
                }
            } else if name != "ca" {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                writeln!(out, "{name:<15}{}", text::one_line(&value))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_of_a_group_is_read() {
        let row = group_role("cn=HR,dc=example = hiring_manager").map_err(|_| "refused").unwrap();
        assert_eq!(
            (row.group.as_str(), row.role.name(), row.scope),
            ("cn=HR,dc=example", "hiring_manager", Scope::All)
        );
        let row = group_role("a=proctor:00000000-0000-0000-0000-000000000001").map_err(|_| "refused").unwrap();
        assert_eq!(row.scope.tests().map(std::collections::BTreeSet::len), Some(1));
        for bad in ["hr", "hr=staff", "hr=proctor:", "hr=proctor:one"] {
            assert!(group_role(bad).is_err(), "{bad}");
        }
    }
}
