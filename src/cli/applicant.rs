//! `invigil applicant`: people who were invited or signed up.

use super::{
    failure::Failure,
    json::Array,
    pages::each,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{Result, own_page::ErasureRequest},
    service::{
        account::{
            applicants::{self, Person},
            erasure,
        },
        actor::ApplicantManager,
        query::page::{Page, Slice},
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
  invigil applicant list --search example.org --json | jq -r '.[].email'
  invigil applicant list --erasure-asked")]
    List {
        /// List only applicants whose name or email address contains this text (case-insensitive)
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// List only applicants who ask to be erased, the earliest request first
        #[arg(long, conflicts_with = "search")]
        erasure_asked: bool,
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
No email and no webhook reports it: revoke open invitations first to cancel appointments in calendars.

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
    /// Decline an applicant's request to be erased
    #[command(after_help = "\
The candidate's own page shows the reason.

Example:
  invigil applicant decline-erasure --email grace@example.org --reason 'The law obliges us to keep results for 2 months.'")]
    DeclineErasure {
        /// Email address of the applicant
        #[arg(long, value_name = "EMAIL")]
        email: String,
        /// Why, in words for the candidate
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
pub enum ApplicantOp {
    List {
        search: Option<String>,
        #[serde(default)]
        erasure_asked: bool,
        json: bool,
    },
    SetActive {
        email: String,
        active: bool,
    },
    Erase {
        email: String,
    },
    DeclineErasure {
        email: String,
        reason: String,
    },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<ApplicantOp>, Failure> {
        let op = match self {
            Self::List { search, erasure_asked, json } => ApplicantOp::List { search, erasure_asked, json },
            Self::Activate { email } => ApplicantOp::SetActive { email, active: true },
            Self::Deactivate { email } => ApplicantOp::SetActive { email, active: false },
            Self::DeclineErasure { email, reason } => ApplicantOp::DeclineErasure { email, reason },
            Self::Erase { email, yes: true } => ApplicantOp::Erase { email },
            Self::Erase { email, yes: false } => {
                return Err(Failure::refused(format!(
                    "this permanently deletes {email} with all invitations, answers and results; confirm with --yes"
                )));
            }
        };
        Ok(CliRequest::new(op))
    }
}

#[derive(Serialize)]
struct ApplicantListRow<'a> {
    id: String,
    email: &'a str,
    full_name: &'a str,
    is_active: bool,
    has_account: bool,
    mailbox_proven: bool,
    invites: u64,
    submissions: u64,
    created_at: String,
    /// `null` unless a request to be erased waits.
    erasure_asked_at: Option<String>,
}

fn waiting(person: &Person) -> Option<&ErasureRequest> {
    person.erasure.as_ref().filter(|request| request.is_open())
}

impl<'a> From<&'a Person> for ApplicantListRow<'a> {
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
            erasure_asked_at: waiting(person).map(|request| request.asked_at.to_string()),
        }
    }
}

pub async fn execute(
    app: &App,
    by: &ApplicantManager,
    op: ApplicantOp,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    match op {
        ApplicantOp::List { erasure_asked: true, json, .. } => {
            list(|slice| erasure::asked(app, by, None, slice), json, out)
        }
        ApplicantOp::List { search, json, .. } => {
            list(|slice| applicants::list(app, by, search.as_deref(), slice), json, out)
        }
        ApplicantOp::SetActive { email, active } => {
            let id = applicants::find(app, by, &email)?;
            let person = applicants::set_active(app, by, id, active).await?;
            let state = if active { "active" } else { "inactive; all sessions have ended" };
            Ok(writeln!(out, "{} is {state}.", person.user.email)?)
        }
        ApplicantOp::Erase { email } => {
            let id = applicants::find(app, by, &email)?;
            applicants::erase(app, by, id).await?;
            Ok(writeln!(out, "Erased applicant {id} and all their data.")?)
        }
        ApplicantOp::DeclineErasure { email, reason } => {
            let id = erasure::find(app, by, &email)?;
            let person = erasure::decline(app, by, id, &reason, None).await?;
            let email = person.user.email;
            Ok(writeln!(out, "Declined the erasure of {email}; the candidate's own page shows the reason.")?)
        }
    }
}

fn list(page: impl Fn(&Slice) -> Result<Page<Person>>, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        each(page, |person| array.push(&ApplicantListRow::from(&person)))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(page, |person| {
        let asks = waiting(&person).is_some();
        let Person { user, invites, submissions, .. } = person;
        let state = match (user.is_active, user.password_hash.is_some()) {
            _ if asks => "asks for erasure",
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
