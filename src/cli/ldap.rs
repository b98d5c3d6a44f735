//! `invigil ldap`: the company's directory.

use super::{
    failure::Failure,
    oidc::{authorities, group_roles, steps},
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    text,
};
use crate::{
    app::App,
    domain::{
        directory::GroupRole,
        ldap::{DirectoryKind, LdapSettings},
    },
    service::{
        account::directory,
        actor::{Actor, StaffManager, StaffReader},
        settings::{
            Secret,
            ldap::{self, LdapChange},
        },
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

const PASSWORD_FILE: &str = "INVIGIL_LDAP_PASSWORD_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Show the directory, without its password
    #[command(after_help = "Example:\n  invigil ldap show --json")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Set up the directory, or change it; omitted values stay
    #[command(after_help = "\
The service account's password is read from standard input with --password-stdin, or from the file named by
INVIGIL_LDAP_PASSWORD_FILE. Another server, authority or service account requires it again. --role replaces all roles of
groups. Another --kind sets the filters and attributes of that kind.

Examples:
  invigil ldap set --kind active-directory --server ldaps://dc1.example.org --server ldaps://dc2.example.org \\
      --bind-dn 'CN=invigil,OU=Services,DC=example,DC=org' --password-stdin --base 'DC=example,DC=org' \\
      --role 'CN=Exam Desk,OU=Groups,DC=example,DC=org=proctor' < password
  invigil ldap set --group-filter '(memberUid={login})'
  invigil ldap set --remove")]
    Set(Box<SetArgs>),
    /// Test the directory step by step, without a password of a person
    #[command(after_help = "Examples:\n  invigil ldap test\n  invigil ldap test greta@example.org --json")]
    Test {
        /// Name or address of a person, whose groups and role are shown
        login: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
pub struct SetArgs {
    #[arg(
        long = "server",
        value_name = "URL",
        help = "Server, in TLS: ldaps://HOST[:PORT], or ldap://HOST[:PORT] with StartTLS; repeat for more, in their order"
    )]
    servers: Option<Vec<String>>,
    /// Kind of the directory [default: other]
    #[arg(long)]
    kind: Option<KindArg>,
    /// Service account that searches people; empty for none
    #[arg(long, value_name = "DN")]
    bind_dn: Option<String>,
    /// Read the service account's password from standard input
    #[arg(long, conflicts_with = "no_password")]
    password_stdin: bool,
    /// Delete the stored password
    #[arg(long)]
    no_password: bool,
    /// Distinguished name below which people are searched
    #[arg(long = "base", value_name = "DN")]
    base_dn: Option<String>,
    /// Filter of people, with {login} for the name that was typed
    #[arg(long, value_name = "FILTER")]
    user_filter: Option<String>,
    /// Attribute that identifies a person for ever
    #[arg(long, value_name = "NAME")]
    id_attribute: Option<String>,
    /// Attribute with the email address
    #[arg(long, value_name = "NAME")]
    email_attribute: Option<String>,
    /// Attribute with the name to show
    #[arg(long, value_name = "NAME")]
    name_attribute: Option<String>,
    /// Distinguished name below which groups are searched; empty: the same as for people
    #[arg(long, value_name = "DN")]
    group_base: Option<String>,
    /// Filter of groups, with {dn} for a member or {login} for its uid; not used for Active Directory
    #[arg(long, value_name = "FILTER")]
    group_filter: Option<String>,
    /// A group and its role, for the whole site or for some tests; repeat for more, empty for none
    #[arg(long = "role", value_name = "DN=ROLE[:TEST,TEST]")]
    roles: Option<Vec<String>>,
    /// The address of a person leads to an account that exists here: true or false
    #[arg(long, value_name = "BOOL")]
    link_accounts: Option<bool>,
    /// File with certificates in PEM that are trusted beside the machine's; empty for none
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Time limit of a server, in seconds [default: 5]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<i64>,
    /// How long people stay signed in while no server answers, in minutes [default: 1]
    #[arg(long, value_name = "MINUTES")]
    stay: Option<i64>,
    /// Remove the directory, and end the sessions that it began
    #[arg(long)]
    remove: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindArg {
    ActiveDirectory,
    Other,
}

#[derive(Serialize, Deserialize)]
pub enum LdapOp {
    Show { json: bool },
    Set(Box<Change>),
    Test { login: Option<String>, json: bool },
}

#[derive(Serialize, Deserialize, Default, PartialEq, Eq)]
pub struct Change {
    servers: Option<Vec<String>>,
    kind: Option<DirectoryKind>,
    bind_dn: Option<String>,
    no_password: bool,
    password: Option<String>,
    base_dn: Option<String>,
    user_filter: Option<String>,
    id_attribute: Option<String>,
    email_attribute: Option<String>,
    name_attribute: Option<String>,
    group_base: Option<String>,
    group_filter: Option<String>,
    roles: Option<Vec<GroupRole>>,
    links_accounts: Option<bool>,
    ca: Option<String>,
    timeout_seconds: Option<i64>,
    stay_minutes: Option<i64>,
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<LdapOp>, Failure> {
        Ok(match self {
            Self::Show { json } => CliRequest::new(LdapOp::Show { json }),
            Self::Set(set) if set.remove => CliRequest::new(LdapOp::Set(Box::new(set.resolve()?))),
            Self::Set(set) => {
                let change = set.resolve()?;
                if change == Change::default() {
                    return Err(Failure::refused("Please name what to change: see 'invigil ldap set --help'."));
                }
                CliRequest::creating(LdapOp::Set(Box::new(change)))
            }
            Self::Test { login, json } => CliRequest::new(LdapOp::Test { login, json }),
        })
    }
}

impl SetArgs {
    fn resolve(self) -> Result<Change, Failure> {
        let input = SecretInput { from_stdin: self.password_stdin, file_variable: PASSWORD_FILE, what: "password" };
        let password = if self.no_password || self.remove { None } else { input.given()? };
        Ok(Change {
            servers: if self.remove { Some(Vec::new()) } else { self.servers },
            kind: self.kind.map(|kind| match kind {
                KindArg::ActiveDirectory => DirectoryKind::ActiveDirectory,
                KindArg::Other => DirectoryKind::Other,
            }),
            bind_dn: self.bind_dn,
            no_password: self.no_password,
            password,
            base_dn: self.base_dn,
            user_filter: self.user_filter,
            id_attribute: self.id_attribute,
            email_attribute: self.email_attribute,
            name_attribute: self.name_attribute,
            group_base: self.group_base,
            group_filter: self.group_filter,
            roles: group_roles(self.roles)?,
            links_accounts: self.link_accounts,
            ca: authorities(self.ca)?,
            timeout_seconds: self.timeout,
            stay_minutes: self.stay,
        })
    }
}

pub async fn execute(app: &App, by: &Actor, op: LdapOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let manager: &StaffManager = &by.require()?;
    match op {
        LdapOp::Show { json } => {
            let reader: &StaffReader = &by.require()?;
            show(&ldap::get(app, reader)?, json, out)
        }
        LdapOp::Set(change) => {
            let password = match change.password {
                _ if change.no_password => Secret::Clear,
                Some(password) => Secret::Set(password),
                None => Secret::Keep,
            };
            let change = LdapChange {
                version: None,
                servers: change.servers,
                kind: change.kind,
                bind_dn: change.bind_dn,
                password,
                base_dn: change.base_dn,
                user_filter: change.user_filter,
                id_attribute: change.id_attribute,
                email_attribute: change.email_attribute,
                name_attribute: change.name_attribute,
                group_base: change.group_base,
                group_filter: change.group_filter,
                roles: change.roles,
                links_accounts: change.links_accounts,
                ca: change.ca,
                timeout_seconds: change.timeout_seconds,
                stay_minutes: change.stay_minutes,
            };
            show(&ldap::set(app, manager, change).await?, false, out)
        }
        LdapOp::Test { login, json } => {
            let walked = directory::ldap::probe(app, manager, login.as_deref()).await?;
            let is_ok = steps(&walked, json, out)?;
            if is_ok { Ok(()) } else { Err(Failure::refused("people cannot sign in by the directory")) }
        }
    }
}

/// Prints the settings; JSON has the field names of the API.
fn show(settings: &LdapSettings, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let role = |row: &GroupRole| {
        let tests = row.scope.tests().map(|tests| tests.iter().map(ToString::to_string).collect::<Vec<_>>());
        json!({"group": row.group, "role": row.role.name(), "tests": tests})
    };
    let body = json!({
        "servers": settings.servers,
        "kind": settings.kind.name(),
        "bindDn": settings.bind_dn,
        "hasPassword": settings.password_sealed.is_some(),
        "baseDn": settings.base_dn,
        "userFilter": settings.user_filter,
        "idAttribute": settings.id_attribute,
        "emailAttribute": settings.email_attribute,
        "nameAttribute": settings.name_attribute,
        "groupBase": settings.group_base,
        "groupFilter": settings.group_filter,
        "roles": settings.roles.iter().map(role).collect::<Vec<_>>(),
        "linksAccounts": settings.links_accounts,
        "ca": settings.ca,
        "timeoutSeconds": settings.timeout_seconds,
        "stayMinutes": settings.stay_minutes,
    });
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &body)?;
        return Ok(writeln!(out)?);
    }
    if !settings.is_set_up() {
        return Ok(writeln!(out, "No directory is set up: people sign in with passwords of this site.")?);
    }
    for server in &settings.servers {
        writeln!(out, "{:<15} {}", "server", text::one_line(server))?;
    }
    for (name, value) in body.as_object().into_iter().flatten() {
        if name != "ca" && !value.is_array() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            writeln!(out, "{name:<15} {}", text::one_line(&value))?;
        }
    }
    for GroupRole { group, role, scope } in &settings.roles {
        let tests = scope.tests().map_or(String::new(), |tests| format!(" of {} tests", tests.len()));
        writeln!(out, "{:<15} {} is {}{tests}", "role", text::one_line(group), role.name())?;
    }
    Ok(())
}
