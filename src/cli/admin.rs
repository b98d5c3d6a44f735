//! `invigil admin`: administrator accounts.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    text,
};
use crate::{
    app::App,
    domain::user::{self, Role, StaffRole, User},
    service::{
        account::admins,
        actor::{Actor, StaffManager},
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

const PASSWORD_FILE: &str = "INVIGIL_ADMIN_PASSWORD_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Create an administrator or a reviewer; the first administrator becomes the superadmin
    #[command(after_help = "\
The password is read from a prompt, from standard input with --password-stdin, or from the file named by
INVIGIL_ADMIN_PASSWORD_FILE.

Examples:
  invigil admin create --email ada@example.org --name 'Ada Lovelace'
  invigil admin create --email rita@example.org --name 'Rita Levi' --role reviewer
  pass show invigil | invigil admin create --email ada@example.org --name Ada --password-stdin")]
    Create {
        /// Email address to sign in with
        #[arg(long)]
        email: String,
        /// Full name
        #[arg(long)]
        name: String,
        /// Administrator, or reviewer: scores what is assigned to the account, and sees nothing else
        #[arg(long, value_enum, default_value_t)]
        role: RoleName,
        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// List administrators and reviewers, oldest first
    #[command(after_help = "\
Examples:
  invigil admin list
  invigil admin list --json | jq -r '.[].email'")]
    List {
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
}

#[derive(Serialize, Deserialize)]
pub enum AdminOp {
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
                user::check_new_account(&email, &password, &name)?;
                CliRequest::creating(AdminOp::Create { email, name, role, password })
            }
            Self::List { json } => CliRequest::new(AdminOp::List { json }),
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
}

impl From<RoleName> for StaffRole {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Admin => Self::Admin,
            RoleName::Reviewer => Self::Reviewer,
        }
    }
}

fn role_of(user: &User) -> &'static str {
    match user.role {
        Role::Admin if user.is_first_admin => "superadmin",
        Role::Reviewer => "reviewer",
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
        AdminOp::List { json } => list(&admins::staff(app, &by.require()?)?, json, out)?,
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
