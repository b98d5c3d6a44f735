//! `invigil invite`: invites to tests.

mod file;
mod rows;

use super::{
    failure::Failure,
    request::{Output, Request},
    test::test_id,
    text,
};
use crate::{
    app::App,
    domain::{
        InviteId, TestId,
        accommodation::Accommodation,
        invite::Mode,
        list::InviteClass,
        time::{self, Instant, NotOneInstant, Span},
    },
    service::{
        actor::Admin,
        invite::{
            bulk::{Bulk, Line},
            invites::{self, NewInvite},
        },
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Invite a person to a test and mail the link
    #[command(after_help = "\
Without --schedule or --self-schedule the test can be started at once, for as long as the link is open. The link is told
in any case, so that a site without a mail server can hand it out.

Examples:
  invigil invite create --test 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 --email grace@example.org --name 'Grace Hopper'
  invigil invite create --test ID --email g@example.org --name G --schedule 2027-03-01T10:00 --tz Europe/Berlin
  invigil invite create --test ID --email g@example.org --name G --self-schedule --extra-percent 50")]
    Create {
        /// The test's id, from 'invigil test list'
        #[arg(long, value_name = "ID")]
        test: String,
        /// Where the link goes
        #[arg(long, value_name = "E-MAIL")]
        email: String,
        /// The applicant's name
        #[arg(long)]
        name: String,
        #[command(flatten)]
        when: When,
        /// Minutes added to the test's duration, 0 to 480
        #[arg(long, value_name = "MINUTES", conflicts_with = "extra_percent", allow_negative_numbers = true)]
        extra_minutes: Option<i64>,
        /// Percent of the test's duration added to it, 0 to 200
        #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
        extra_percent: Option<i64>,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Invite everybody in a CSV file with the columns name and email
    #[command(after_help = "\
The first row names the columns, in any order; other columns are passed over. Each line stands or falls by itself and is
told as soon as it is done, by its number in the file, where the first row is line 1; the exit code is 1 if any was
refused. The mails go out in the background while a server runs.

Examples:
  invigil invite import people.csv --test 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10
  invigil invite import people.csv --test ID --self-schedule --json | jq '.[] | select(.ok | not)'")]
    Import {
        /// The file; '-' reads standard input
        file: PathBuf,
        /// The test's id, from 'invigil test list'
        #[arg(long, value_name = "ID")]
        test: String,
        #[command(flatten)]
        when: When,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// List the invites, newest first
    #[command(after_help = "\
Examples:
  invigil invite list --status active
  invigil invite list --date 2026-11-20 --tz Europe/Berlin --email example.org --json | jq -r '.[].invite_url'")]
    List {
        /// Only those of this status
        #[arg(long, default_value = "all")]
        status: Status,
        /// Only those created on this day, as YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        date: Option<String>,
        /// Time zone of the day, such as Europe/Berlin
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        tz: String,
        /// Part of the e-mail address
        #[arg(long, value_name = "TEXT")]
        email: Option<String>,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Withdraw an invite that has not started: its link ends at once
    #[command(after_help = "Example:\n  invigil invite revoke 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10")]
    Revoke {
        /// The invite's id, from 'invigil invite list'
        id: String,
    },
}

/// When a test may be taken.
#[derive(clap::Args)]
pub struct When {
    /// Fix the start: 2027-03-01T10:00 in the zone of --tz, or RFC 3339 with an offset
    #[arg(long, value_name = "TIME", conflicts_with = "self_schedule")]
    schedule: Option<String>,
    /// Time zone of the start, such as Europe/Berlin; mails show it
    #[arg(long, value_name = "ZONE")]
    tz: Option<String>,
    /// Let the candidate choose a slot
    #[arg(long)]
    self_schedule: bool,
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum Status {
    All,
    /// Sent or scheduled
    Active,
    /// The same as active
    Pending,
    Sent,
    Scheduled,
    #[value(name = "in_progress", alias = "in-progress")]
    InProgress,
    Completed,
    Expired,
    /// In progress, or not started and with a date
    Monitorable,
}

impl From<Status> for InviteClass {
    fn from(status: Status) -> Self {
        match status {
            Status::All => Self::All,
            Status::Active | Status::Pending => Self::Active,
            Status::Sent => Self::Sent,
            Status::Scheduled => Self::Scheduled,
            Status::InProgress => Self::InProgress,
            Status::Completed => Self::Completed,
            Status::Expired => Self::Expired,
            Status::Monitorable => Self::Monitorable,
        }
    }
}

/// To what and when.
#[derive(Serialize, Deserialize)]
pub struct What {
    test: TestId,
    scheduled_at: Option<Instant>,
    time_zone: Option<String>,
    self_schedule: bool,
}

#[derive(Serialize, Deserialize)]
pub enum Op {
    Create { what: What, email: String, name: String, minutes: Option<i64>, percent: Option<i64>, json: bool },
    Import { what: What, lines: Vec<file::Row>, json: bool },
    List { status: Status, created: Option<(Instant, Instant)>, email: Option<String>, json: bool },
    Revoke { id: InviteId },
}

impl When {
    fn resolve(self, test: &str) -> Result<What, Failure> {
        let test = test_id(test)?;
        let zone = self.tz.as_deref();
        if let Some(zone) = zone {
            time::zone(zone).map_err(Failure::refused)?;
            if self.schedule.is_none() {
                return Err(Failure::refused("--tz is the zone of --schedule: give both"));
            }
        }
        let scheduled_at = self.schedule.as_ref().map(|text| start(text, zone)).transpose()?;
        Ok(What { test, scheduled_at, time_zone: self.tz, self_schedule: self.self_schedule })
    }
}

fn start(text: &str, zone: Option<&str>) -> Result<Instant, Failure> {
    if let Some(at) = Instant::parse(text) {
        return Ok(at);
    }
    let zone = zone.unwrap_or_default();
    Instant::parse_local(text, zone).map_err(|why| {
        Failure::refused(match why {
            NotOneInstant::NoTime => {
                format!("'{text}' is no time: give 2027-03-01T10:00 with --tz, or 2027-03-01T10:00:00+01:00")
            }
            NotOneInstant::Skipped => {
                format!("'{text}' does not exist in {zone}: the clocks are set forward over it on that day")
            }
            NotOneInstant::Twice([first, second]) => {
                format!("'{text}' comes twice in {zone}, as the clocks are set back: give {first} or {second}")
            }
        })
    })
}

impl What {
    fn invite(self, name: String, email: String, accommodation: Accommodation) -> NewInvite {
        let mode = match (self.scheduled_at, self.self_schedule) {
            (Some(_), _) => Mode::AdminScheduled,
            (None, true) => Mode::SelfSchedule,
            (None, false) => Mode::NoSchedule,
        };
        NewInvite {
            test_id: self.test,
            applicant_email: email,
            applicant_name: name,
            mode,
            scheduled_at: self.scheduled_at,
            time_zone: self.time_zone,
            accommodation,
        }
    }
}

impl Command {
    pub fn resolve(self) -> Result<Request<Op>, Failure> {
        let op = match self {
            Self::Create { test, email, name, when, extra_minutes: minutes, extra_percent: percent, json } => {
                Op::Create { what: when.resolve(&test)?, email, name, minutes, percent, json }
            }
            Self::Import { file, test, when, json } => {
                Op::Import { what: when.resolve(&test)?, lines: file::read(&file)?, json }
            }
            Self::List { status, date, tz, email, json } => {
                let day = date.as_deref();
                let span = time::days(day, day, &tz).map_err(Failure::refused)?;
                Op::List { status, created: span.map(|span| (span.from, span.to)), email, json }
            }
            Self::Revoke { id } => {
                let id = id.parse().map_err(|_| {
                    Failure::refused(format!("'{id}' is no invite's id; 'invigil invite list' shows them"))
                })?;
                Op::Revoke { id }
            }
        };
        Ok(Request::new(op))
    }
}

pub async fn execute(app: &App, admin: &Admin, op: Op, out: &mut Output<'_>) -> Result<(), Failure> {
    match op {
        Op::Create { what, email, name, minutes, percent, json } => {
            let accommodation = Accommodation::new(minutes, percent)?;
            let invite = invites::create(app, admin, what.invite(name, email, accommodation)).await?;
            rows::made(app, &invite, json, out)
        }
        Op::Import { what, lines, json } => {
            let common = what.invite(String::new(), String::new(), Accommodation::None);
            let lines = lines.into_iter().map(Line::from).collect();
            import(app, admin, Bulk::new(app, admin, common)?, lines, json, out).await
        }
        Op::List { status, created, email, json } => {
            let created = created.map(|(from, to)| Span { from, to });
            let filter = invites::Filter { class: status.into(), created, email };
            rows::list(app, admin, &filter, json, out)
        }
        Op::Revoke { id } => {
            let invite = invites::revoke(app, admin, id).await?;
            let (name, title) = (text::one_line(&invite.applicant_name), text::one_line(&invite.test_title));
            Ok(writeln!(out, "Withdrew the invite of {name} to '{title}'; the link has ended.")?)
        }
    }
}

/// People that are invited before their lines are told.
const AT_ONCE: usize = 250;

async fn import(
    app: &App,
    admin: &Admin,
    mut bulk: Bulk,
    lines: Vec<Line>,
    json: bool,
    out: &mut Output<'_>,
) -> Result<(), Failure> {
    if lines.is_empty() {
        return Err(Failure::refused("the list has a heading and nobody below it"));
    }
    let all = lines.len();
    let mut told = rows::Imported::begin(json, out)?;
    let mut rest = lines.into_iter().peekable();
    // Nobody may be left out because whoever reads the output has left.
    let mut unheard = Ok(());
    while rest.peek().is_some() {
        let part = rest.by_ref().take(AT_ONCE).collect();
        match bulk.invite(app, admin, part).await {
            Ok(outcomes) if unheard.is_ok() => unheard = told.tell(&outcomes, all),
            Ok(_) => {}
            Err(error) => return Err(told.cut(all, &error)),
        }
    }
    unheard.and_then(|()| told.end(bulk.mails_go_out))
}
