//! Invites as text and as JSON with the field names of the API.

use crate::{
    app::App,
    cli::{failure::Failure, json::Array, pages::each, request::CommandOutput, text},
    domain::{
        Error, ErrorCode, Instant, InviteId,
        invite::{Invite, InviteStatus, ScheduleMode},
    },
    service::{
        actor::Inviter,
        invite::{
            bulk::InviteLineOutcome,
            list::{self, InviteFilter},
            people_list::ListedPerson,
        },
        query::{self, page::Slice},
        settings,
    },
};
use serde::Serialize;

#[derive(Serialize)]
struct InviteListRow<'a> {
    id: String,
    test_id: String,
    test_title: &'a str,
    applicant_name: &'a str,
    applicant_email: &'a str,
    status: &'static str,
    created_at: String,
    expires_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<String>,
    scheduled_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closes_at: Option<String>,
    admin_scheduled: bool,
    no_schedule: bool,
    email_sent: bool,
    email_sent_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_error: Option<&'a str>,
    invite_url: String,
}

const fn status(status: InviteStatus) -> &'static str {
    match status {
        InviteStatus::Sent => "sent",
        InviteStatus::Scheduled => "scheduled",
        InviteStatus::InProgress => "in_progress",
        InviteStatus::Completed => "completed",
        InviteStatus::Expired => "expired",
    }
}

fn row<'a>(app: &App, invite: &'a Invite, now: Instant) -> Result<InviteListRow<'a>, Failure> {
    Ok(InviteListRow {
        id: invite.id.to_string(),
        test_id: invite.test_id.to_string(),
        test_title: &invite.test_title,
        applicant_name: &invite.applicant_name,
        applicant_email: &invite.applicant_email,
        status: status(invite.status(now)),
        created_at: invite.created_at.to_string(),
        expires_at: invite.expires_at().to_string(),
        revoked_at: invite.revoked_at.map(|at| at.to_string()),
        scheduled_date: invite.scheduled_at.map(|at| at.to_string()),
        time_zone: invite.time_zone.as_deref(),
        opens_at: invite.window.opens_at.map(|at| at.to_string()),
        closes_at: invite.window.closes_at.map(|at| at.to_string()),
        admin_scheduled: invite.mode == ScheduleMode::AdminScheduled,
        no_schedule: invite.mode == ScheduleMode::NoSchedule,
        email_sent: invite.is_mailed(),
        email_sent_at: invite.email_sent_at.map(|at| at.to_string()),
        email_error: invite.email_error.as_deref(),
        invite_url: query::link::link(&settings::public_url(app)?, &query::link::token_of(app, invite)?),
    })
}

pub fn created(app: &App, invite: &Invite, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let row = row(app, invite, app.now())?;
    if json {
        serde_json::to_writer_pretty(&mut *out, &row)?;
        return Ok(writeln!(out)?);
    }
    let (name, title) = (text::one_line(&invite.applicant_name), text::one_line(&invite.test_title));
    writeln!(out, "Invited {name} ({}) to '{title}': {}", invite.applicant_email, row.id)?;
    match (&invite.email_error, invite.is_mailed()) {
        (_, true) => writeln!(out, "The link was emailed: {}", row.invite_url)?,
        (Some(words), false) => {
            writeln!(
                out,
                "The email could not be sent ({}). Pass this link on: {}",
                text::one_line(words),
                row.invite_url
            )?;
        }
        (None, false) => writeln!(out, "The email is queued. Link: {}", row.invite_url)?,
    }
    Ok(())
}

#[derive(Serialize)]
struct ImportedLine<'a> {
    line: u64,
    email: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    invite_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invite_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    already_invited: bool,
}

#[derive(Serialize)]
struct PreviewedLine<'a> {
    line: u64,
    name: &'a str,
    email: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

/// Who would be invited, and who would be refused.
pub fn preview(people: &[ListedPerson], json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if people.is_empty() {
        return Err(Failure::refused("the list has no people"));
    }
    let refused = people.iter().filter(|person| person.fault.is_some()).count();
    if json {
        let mut array = Array::begin(out)?;
        for ListedPerson { line, name, email, fault, notes, .. } in people {
            let detail = fault.as_deref();
            array.push(&PreviewedLine { line: *line, name, email, ok: detail.is_none(), detail, notes })?;
        }
        array.end()?;
    } else {
        for person in people {
            let (name, email) = (text::one_line(&person.name), text::one_line(&person.email));
            match &person.fault {
                None if name.is_empty() => writeln!(out, "line {}: {email}, who is asked for a name", person.line)?,
                None => writeln!(out, "line {}: {name} <{email}>", person.line)?,
                Some(why) => {
                    writeln!(out, "line {}: {name} <{email}> would be refused: {}", person.line, text::one_line(why))?;
                }
            }
            for note in &person.notes {
                writeln!(out, "  {}", text::one_line(note))?;
            }
        }
        let invited = text::count(people.len() - refused, "person").replace("persons", "people");
        writeln!(out, "Would invite {invited}.")?;
    }
    match refused {
        0 => Ok(()),
        refused => Err(Failure::refused(format!("{refused} of {} lines would be refused", people.len()))),
    }
}

/// Report of an import, written batch by batch.
pub struct InviteImportReport<'a, 'o> {
    to: To<'a, 'o>,
    people: usize,
    refused: usize,
    skipped: usize,
}

enum To<'a, 'o> {
    Text(&'a mut CommandOutput<'o>),
    Json(Array<'a, 'o>),
}

impl<'a, 'o> InviteImportReport<'a, 'o> {
    pub fn begin(json: bool, out: &'a mut CommandOutput<'o>) -> Result<Self, Failure> {
        let to = if json { To::Json(Array::begin(out)?) } else { To::Text(out) };
        Ok(Self { to, people: 0, refused: 0, skipped: 0 })
    }

    /// Adds a batch; `link` returns the link of an invite.
    pub fn add(
        &mut self,
        outcomes: &[InviteLineOutcome],
        all: usize,
        link: impl Fn(InviteId) -> Result<String, Error>,
    ) -> Result<(), Failure> {
        for InviteLineOutcome { line, email, invite } in outcomes {
            let already_invited = invite.as_ref().is_err_and(|error| error.code == ErrorCode::AlreadyInvited);
            self.people += 1;
            self.skipped += usize::from(already_invited);
            self.refused += usize::from(invite.is_err() && !already_invited);
            match &mut self.to {
                To::Text(out) => {
                    let email = text::one_line(email);
                    match invite {
                        Ok(id) => writeln!(out, "line {line}: invited {email} ({id})")?,
                        Err(_) if already_invited => writeln!(out, "line {line}: {email} was invited already")?,
                        Err(error) => {
                            let who = if email.is_empty() { "this line" } else { &email };
                            writeln!(out, "line {line}: {who} was refused: {}", text::one_line(&error.detail))?;
                        }
                    }
                }
                To::Json(array) => {
                    let id = invite.as_ref().ok();
                    array.push(&ImportedLine {
                        line: *line,
                        email,
                        ok: id.is_some(),
                        invite_id: id.map(ToString::to_string),
                        invite_url: id.map(|id| link(*id)).transpose()?,
                        detail: invite.as_ref().err().map(|error| error.detail.as_str()),
                        already_invited,
                    })?;
                }
            }
        }
        if let To::Text(out) = &mut self.to {
            out.progress(self.people as u64, all as u64);
            out.flush()?;
        }
        Ok(())
    }

    /// Closes the report of an import that failed part-way, and returns the error to report.
    pub fn abort(self, all: usize, error: &Error) -> Failure {
        if let To::Json(array) = self.to
            && let Err(failure) = array.end()
        {
            return failure;
        }
        Failure::refused(format!("stopped after {} of {all} lines: {}", self.people, error.detail))
    }

    pub fn end(self, mails_go_out: bool) -> Result<(), Failure> {
        match self.to {
            To::Json(array) => array.end()?,
            To::Text(out) => {
                let invited =
                    text::count(self.people - self.refused - self.skipped, "person").replace("persons", "people");
                let mails = if mails_go_out {
                    "Emails are sent in the background while the server runs."
                } else {
                    "No mail server is set up: 'invigil invite list --json' shows the links."
                };
                let skipped = match self.skipped {
                    0 => String::new(),
                    skipped => format!(" {skipped} had been invited already."),
                };
                writeln!(out, "Invited {invited}.{skipped} {mails}")?;
            }
        }
        match self.refused {
            0 => Ok(()),
            refused => Err(Failure::refused(format!("{refused} of {} lines were refused", self.people))),
        }
    }
}

pub fn list(
    app: &App,
    by: &Inviter,
    filter: &InviteFilter,
    json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let now = app.now();
    let page = |slice: &Slice| list::list(app, by, filter, slice);
    if json {
        let mut array = Array::begin(out)?;
        each(page, |invite| array.push(&row(app, &invite, now)?))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(page, |invite| {
        let when = invite.scheduled_at.map_or_else(|| "-".to_owned(), |at| at.to_string());
        rows.push([
            invite.id.to_string(),
            status(invite.status(now)).to_owned(),
            invite.applicant_email,
            invite.test_title,
            when,
            invite.created_at.to_string(),
        ]);
        Ok(())
    })?;
    Ok(text::table(out, ["ID", "STATUS", "EMAIL", "TEST", "SCHEDULED", "CREATED"], &rows)?)
}
