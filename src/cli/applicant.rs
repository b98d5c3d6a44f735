//! `invigil applicant`: people who were invited or signed up.

use super::{
    failure::Failure,
    json::Array,
    request::{Output, Request},
    text,
};
use crate::{
    app::App,
    service::{
        account::applicants::{self, Person},
        actor::Admin,
        query::page::Slice,
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Subcommand)]
pub enum Command {
    /// List applicants, newest first
    #[command(after_help = "\
Examples:
  invigil applicant list
  invigil applicant list --search example.org --json | jq -r '.[].email'")]
    List {
        /// Only applicants whose name or email address contains this text (case-insensitive)
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Reactivate a deactivated applicant
    #[command(after_help = "Example:\n  invigil applicant activate --email grace@example.org")]
    Activate {
        /// Email address of the applicant
        #[arg(long, value_name = "EMAIL")]
        email: String,
    },
    /// Deactivate an applicant: no sign-in, no new tests; a running test continues
    #[command(after_help = "Example:\n  invigil applicant deactivate --email grace@example.org")]
    Deactivate {
        /// Email address of the applicant
        #[arg(long, value_name = "EMAIL")]
        email: String,
    },
    /// Permanently delete an applicant with all invitations, answers, results and emails
    #[command(after_help = "\
A running test is ended and deleted too. The audit log keeps only the id. Earlier backups still contain the data.

Example:
  invigil applicant erase --email grace@example.org --yes")]
    Erase {
        /// Email address of the applicant
        #[arg(long, value_name = "EMAIL")]
        email: String,
        /// Confirm the deletion
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Serialize, Deserialize)]
pub enum Op {
    List { search: Option<String>, json: bool },
    SetActive { email: String, active: bool },
    Erase { email: String },
}

impl Command {
    pub fn resolve(self) -> Result<Request<Op>, Failure> {
        let op = match self {
            Self::List { search, json } => Op::List { search, json },
            Self::Activate { email } => Op::SetActive { email, active: true },
            Self::Deactivate { email } => Op::SetActive { email, active: false },
            Self::Erase { email, yes: true } => Op::Erase { email },
            Self::Erase { email, yes: false } => {
                return Err(Failure::refused(format!(
                    "this permanently deletes {email} with all invitations, answers and results; confirm with --yes"
                )));
            }
        };
        Ok(Request::new(op))
    }
}

#[derive(Serialize)]
struct Row<'a> {
    id: String,
    email: &'a str,
    full_name: &'a str,
    is_active: bool,
    has_account: bool,
    mailbox_proven: bool,
    invites: u64,
    submissions: u64,
    created_at: String,
}

impl<'a> From<&'a Person> for Row<'a> {
    fn from(person: &'a Person) -> Self {
        let user = &person.user;
        Self {
            id: user.id.to_string(),
            email: &user.email,
            full_name: &user.full_name,
            is_active: user.is_active,
            has_account: user.password_hash.is_some(),
            mailbox_proven: user.mailbox_proven,
            invites: person.invites,
            submissions: person.submissions,
            created_at: user.created_at.to_string(),
        }
    }
}

pub async fn execute(app: &App, admin: &Admin, op: Op, out: &mut Output<'_>) -> Result<(), Failure> {
    match op {
        Op::List { search, json } => list(app, admin, search.as_deref(), json, out),
        Op::SetActive { email, active } => {
            let id = applicants::find(app, admin, &email)?;
            let person = applicants::set_active(app, admin, id, active).await?;
            let state = if active { "active" } else { "inactive; all sessions have ended" };
            Ok(writeln!(out, "{} is {state}.", person.user.email)?)
        }
        Op::Erase { email } => {
            let id = applicants::find(app, admin, &email)?;
            applicants::erase(app, admin, id).await?;
            Ok(writeln!(out, "Erased applicant {id} and all their data.")?)
        }
    }
}

/// Calls `f` for each applicant of the list, reading a page at a time.
fn each(
    app: &App,
    admin: &Admin,
    search: Option<&str>,
    mut f: impl FnMut(Person) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut slice = Slice { limit: 500, after: None };
    loop {
        let page = applicants::list(app, admin, search, &slice)?;
        page.items.into_iter().try_for_each(&mut f)?;
        slice.after = page.next;
        if slice.after.is_none() {
            return Ok(());
        }
    }
}

fn list(app: &App, admin: &Admin, search: Option<&str>, json: bool, out: &mut Output<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        each(app, admin, search, |person| array.push(&Row::from(&person)))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(app, admin, search, |Person { user, invites, submissions, .. }| {
        let state = match (user.is_active, user.password_hash.is_some()) {
            (false, _) => "inactive",
            (true, true) => "active",
            (true, false) => "no account",
        };
        rows.push([
            user.email,
            user.full_name,
            state.to_owned(),
            invites.to_string(),
            submissions.to_string(),
            user.created_at.to_string(),
        ]);
        Ok(())
    })?;
    Ok(text::table(out, ["EMAIL", "NAME", "STATE", "INVITES", "RESULTS", "CREATED"], &rows)?)
}
