//! `invigil admin`: administrator accounts.

use super::{
    failure::Failure,
    given_roles,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    text,
};
use crate::{
    app::App,
    domain::{
        grants::GrantedRole,
        password_policy::PasswordPolicy,
        user::{self, Role, StaffRole, User},
    },
    service::{
        account::{admins, second_factor, sessions},
        actor::{Actor, StaffManager},
        mail::digest,
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

const PASSWORD_FILE: &str = "INVIGIL_ADMIN_PASSWORD_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Create an account of staff; the first administrator becomes the superadmin
    #[command(after_help = "\
The password is read from a prompt, from standard input with --password-stdin, or from the file named by
INVIGIL_ADMIN_PASSWORD_FILE.

Examples:
  invigil admin create --email ada@example.org --name 'Ada Lovelace'
  invigil admin create --email rita@example.org --name 'Rita Levi' --role reviewer
  invigil admin create --email paul@example.org --name 'Paul Proctor' --role staff
  pass show invigil | invigil admin create --email ada@example.org --name Ada --password-stdin")]
    Create {
        /// Email address to sign in with
        #[arg(long)]
        email: String,
        /// Full name
        #[arg(long)]
        name: String,
        /// Administrator; reviewer: scores what is assigned to the account; staff: only what it is given roles for
        #[arg(long, value_enum, default_value_t)]
        role: RoleName,
        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the accounts of staff, oldest first
    #[command(after_help = "\
Examples:
  invigil admin list
  invigil admin list --json | jq -r '.[].email'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a person a role, for the whole site or for some tests
    #[command(after_help = "\
Roles: author, recruiter, hiring-manager, proctor, viewer. Without --test the role is for the whole site. Tests are
added to those that the person has the role for.

Examples:
  invigil admin grant --email paul@example.org --role viewer
  invigil admin grant --email paul@example.org --role proctor --test 0199-... --test 019a-...")]
    Grant {
        /// Email address of the account, which is of staff or a reviewer
        #[arg(long)]
        email: String,
        /// The role
        #[arg(long, value_enum)]
        role: GrantedRoleName,
        /// Id of a test; can be repeated
        #[arg(long = "test", value_name = "ID")]
        tests: Vec<String>,
    },
    /// Take a role from a person, or some tests of it
    #[command(after_help = "\
Examples:
  invigil admin revoke --email paul@example.org --role proctor
  invigil admin revoke --email paul@example.org --role proctor --test 0199-...")]
    Revoke {
        /// Email address of the account
        #[arg(long)]
        email: String,
        /// The role
        #[arg(long, value_enum)]
        role: GrantedRoleName,
        /// Id of a test that the role is no longer for; can be repeated
        #[arg(long = "test", value_name = "ID")]
        tests: Vec<String>,
    },
    /// List the roles that people were given
    #[command(after_help = "\
Examples:
  invigil admin roles
  invigil admin roles --json | jq -r '.[] | select(.role == \"proctor\") | .email'")]
    Roles {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Set an administrator's password and end all their sessions
    #[command(after_help = "\
The password is read from a prompt, from standard input with --password-stdin, or from the file named by
INVIGIL_ADMIN_PASSWORD_FILE.

Example:
  invigil admin reset-password --email ada@example.org")]
    ResetPassword {
        /// Email address of the account
        #[arg(long)]
        email: String,
        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// Take the second factor off an account of any role, whose owner has lost it, and end its sessions
    #[command(
        name = "reset-2fa",
        after_help = "\
Example:
  invigil admin reset-2fa --email ada@example.org"
    )]
    ResetSecondFactor {
        /// Email address of the account
        #[arg(long)]
        email: String,
    },
    /// Set when someone of staff gets the daily summary of what waits by mail
    #[command(after_help = "\
Examples:
  invigil admin digest --email ada@example.org --hour 8 --time-zone Europe/Berlin
  invigil admin digest --email ada@example.org --off")]
    Digest {
        /// Email address of the account
        #[arg(long)]
        email: String,
        /// Hour of the day, 0 to 23
        #[arg(long, required_unless_present = "off", conflicts_with = "off")]
        hour: Option<i64>,
        /// IANA name of the time zone
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        time_zone: String,
        /// Send none
        #[arg(long)]
        off: bool,
    },
    /// End the sessions of one account of any role, or of all
    #[command(after_help = "\
Examples:
  invigil admin end-sessions --email ada@example.org
  invigil admin end-sessions --all")]
    EndSessions {
        /// Email address of the account
        #[arg(long, required_unless_present = "all", conflicts_with = "all")]
        email: Option<String>,
        /// Sign everyone out; running tests continue
        #[arg(long)]
        all: bool,
    },
}

#[derive(Serialize, Deserialize)]
pub enum AdminOp {
    ResetSecondFactor {
        email: String,
    },
    Digest {
        email: String,
        /// Hour and time zone; `None` for never.
        at: Option<(i64, String)>,
    },
    EndSessions {
        /// `None` for all accounts.
        email: Option<String>,
    },
    Create {
        email: String,
        name: String,
        #[serde(default)]
        role: RoleName,
        password: String,
    },
    List {
        json: bool,
    },
    Grant {
        email: String,
        role: GrantedRoleName,
        tests: Vec<String>,
    },
    Revoke {
        email: String,
        role: GrantedRoleName,
        tests: Vec<String>,
    },
    Roles {
        json: bool,
    },
    ResetPassword {
        email: String,
        password: String,
    },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<AdminOp>, Failure> {
        let input = |from_stdin| SecretInput { from_stdin, file_variable: PASSWORD_FILE, what: "password" };
        Ok(match self {
            Self::Create { email, name, role, password_stdin } => {
                let input = input(password_stdin);
                let given = input.given()?;
                if given.is_none() {
                    // Before a prompt, so that no password is chosen in vain.
                    user::check_person(&email, &name)?;
                }
                let password = given.map_or_else(|| input.required("Password of the new administrator"), Ok)?;
                // The use case checks again; checking here keeps a refused command from creating a data folder.
                user::check_new_account(&email, &password, &name, &PasswordPolicy::lowest())?;
                CliRequest::creating(AdminOp::Create { email, name, role, password })
            }
            Self::List { json } => CliRequest::new(AdminOp::List { json }),
            Self::Grant { email, role, tests } => CliRequest::new(AdminOp::Grant { email, role, tests }),
            Self::Revoke { email, role, tests } => CliRequest::new(AdminOp::Revoke { email, role, tests }),
            Self::Roles { json } => CliRequest::new(AdminOp::Roles { json }),
            Self::ResetSecondFactor { email } => CliRequest::new(AdminOp::ResetSecondFactor { email }),
            Self::Digest { email, hour, time_zone, .. } => {
                CliRequest::new(AdminOp::Digest { email, at: hour.map(|hour| (hour, time_zone)) })
            }
            Self::EndSessions { email, .. } => CliRequest::new(AdminOp::EndSessions { email }),
            Self::ResetPassword { email, password_stdin } => {
                let password = input(password_stdin).required("New password")?;
                CliRequest::new(AdminOp::ResetPassword { email, password })
            }
        })
    }
}

#[derive(Clone, Copy, Default, ValueEnum, Serialize, Deserialize)]
pub enum RoleName {
    #[default]
    Admin,
    Reviewer,
    Staff,
}

impl From<RoleName> for StaffRole {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Admin => Self::Admin,
            RoleName::Reviewer => Self::Reviewer,
            RoleName::Staff => Self::Staff,
        }
    }
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum GrantedRoleName {
    Author,
    Recruiter,
    HiringManager,
    Proctor,
    Viewer,
}

impl From<GrantedRoleName> for GrantedRole {
    fn from(role: GrantedRoleName) -> Self {
        match role {
            GrantedRoleName::Author => Self::Author,
            GrantedRoleName::Recruiter => Self::Recruiter,
            GrantedRoleName::HiringManager => Self::HiringManager,
            GrantedRoleName::Proctor => Self::Proctor,
            GrantedRoleName::Viewer => Self::Viewer,
        }
    }
}

fn role_of(user: &User) -> &'static str {
    match user.role {
        Role::Admin if user.is_first_admin => "superadmin",
        Role::Reviewer => "reviewer",
        Role::Staff => "staff",
        Role::Admin | Role::Applicant => "administrator",
    }
}

#[derive(Serialize)]
struct AdminListRow<'a> {
    id: String,
    email: &'a str,
    full_name: &'a str,
    role: &'static str,
    is_first_admin: bool,
    is_active: bool,
    created_at: String,
}

impl<'a> From<&'a User> for AdminListRow<'a> {
    fn from(user: &'a User) -> Self {
        Self {
            id: user.id.to_string(),
            email: &user.email,
            full_name: &user.full_name,
            role: role_of(user),
            is_first_admin: user.is_first_admin,
            is_active: user.is_active,
            created_at: user.created_at.to_string(),
        }
    }
}

pub async fn execute(app: &App, by: &Actor, op: AdminOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let manager: &StaffManager = &by.require()?;
    match op {
        AdminOp::Create { email, name, role, password } => {
            let user = admins::create_as(app, manager, role.into(), &email, password, &name).await?;
            writeln!(out, "Created the {} {} ({}).", role_of(&user), text::one_line(&user.full_name), user.email)?;
        }
        AdminOp::ResetSecondFactor { email } => {
            let user = second_factor::reset_by_email(app, manager, &email).await?;
            writeln!(out, "{} has no second factor any more; all sessions of the account have ended.", user.email)?;
        }
        AdminOp::Digest { email, at } => match digest::set_for(app, manager, &email, at).await? {
            (user, Some(choice)) => {
                let (hour, zone) = (choice.hour, choice.time_zone);
                writeln!(out, "{} gets a summary each day at {hour}:00 ({zone}).", user.email)?;
            }
            (user, None) => writeln!(out, "{} gets no summary.", user.email)?,
        },
        AdminOp::EndSessions { email } => {
            let ended = sessions::end_for(app, manager, email.as_deref()).await?;
            writeln!(out, "Ended {ended} {}.", if ended == 1 { "session" } else { "sessions" })?;
        }
        AdminOp::List { json } => list(&admins::staff(app, &by.require()?)?, json, out)?,
        AdminOp::Grant { email, role, tests } => {
            let (user, grants) = given_roles::grant(app, manager, &email, role.into(), &tests).await?;
            given_roles::print(&user, &grants, out)?;
        }
        AdminOp::Revoke { email, role, tests } => {
            let (user, grants) = given_roles::revoke(app, manager, &email, role.into(), &tests).await?;
            given_roles::print(&user, &grants, out)?;
        }
        AdminOp::Roles { json } => given_roles::list(app, &by.require()?, json, out)?,
        AdminOp::ResetPassword { email, password } => {
            let user = admins::reset_password(app, manager, &email, password).await?;
            writeln!(out, "Set the password of {}; all sessions of the account have ended.", user.email)?;
        }
    }
    Ok(())
}

fn list(admins: &[User], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let rows: Vec<AdminListRow<'_>> = admins.iter().map(AdminListRow::from).collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    let cells = |user: &User| {
        let state = if user.is_active { "active" } else { "inactive" };
        [user.email.clone(), user.full_name.clone(), role_of(user).into(), state.into(), user.created_at.to_string()]
    };
    let rows: Vec<_> = admins.iter().map(cells).collect();
    Ok(text::table(out, ["EMAIL", "NAME", "ROLE", "STATE", "CREATED"], &rows)?)
}
