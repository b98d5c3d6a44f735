//! `invigil invite`: invites to tests.

mod file;
mod rows;

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    test::test_id,
    text,
};
use crate::{
    app::App,
    domain::{
        InviteId, TestId,
        accommodation::Accommodation,
        arrangement::Agreed,
        invite::{ScheduleMode, StartWindow},
        language::Language,
        list::InviteClass,
        time::{self, Instant, NotOneInstant, Span},
    },
    service::{
        actor::Inviter,
        invite::{
            bulk::{Bulk, InviteLine},
            invites::{self, NewInvite},
            list::InviteFilter,
            people_list::{self, ListedPerson},
        },
        query,
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Invite a person to a test and email the link
    #[command(after_help = "\
Without --schedule or --self-schedule the test can be started at once, until the link expires. The link is always
printed, so that it can be passed on without a mail server.

Examples:
  invigil invite create --test 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 --email grace@example.org --name 'Grace Hopper'
  invigil invite create --test ID --email g@example.org --name G --schedule 2027-03-01T10:00 --tz Europe/Berlin
  invigil invite create --test ID --email g@example.org --name G --self-schedule --extra-percent 50")]
    Create {
        /// Id of the test, see 'invigil test list'
        #[arg(long, value_name = "ID")]
        test: String,
        /// Email address of the applicant, to which the link is sent
        #[arg(long, value_name = "EMAIL")]
        email: String,
        /// Name of the applicant
        #[arg(long)]
        name: String,
        #[command(flatten)]
        when: When,
        /// Extra time in minutes, 0 to 480
        #[arg(long, value_name = "MINUTES", conflicts_with = "extra_percent", allow_negative_numbers = true)]
        extra_minutes: Option<i64>,
        /// Extra time as a percentage of the test's duration, 0 to 200
        #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
        extra_percent: Option<i64>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Invite everyone in a list (CSV or .xlsx) with columns for name and email
    #[command(after_help = "\
The list is text in UTF-8 or UTF-16, with commas, semicolons, tabs or bars between the cells, or an Excel workbook
(.xlsx), of which the first sheet with addresses is read. A list that is not Unicode is read as Windows-1252 once its
names were looked at (--encoding).

The first row names the columns, in any order: name, or first name and last name; email; and optionally extra_minutes,
the agreed extra time of one person, and opens_at and closes_at, the bounds of the start, such as
2027-03-01T10:00:00+01:00. Usual headings in English, German, French, Spanish, Portuguese, Italian, Polish, Japanese and Arabic are known. Without
a header, each line has a name and an address. Columns that are not used are named on standard error.

Each line is processed independently and reported by its number in the file, where the header is line 1; the exit code
is 1 if any line was refused. Emails are sent in the background while the server runs.

Examples:
  invigil invite import people.csv --test 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10
  invigil invite import people.csv --test ID --dry-run
  invigil invite import people.csv --test ID --skip-invited
  invigil invite import people.csv --test ID --self-schedule --json | jq '.[] | select(.ok | not)'")]
    Import {
        /// CSV file or .xlsx; '-' for standard input
        file: PathBuf,
        /// Confirm that the names of a list that is not Unicode are right in this encoding
        #[arg(long, value_name = "NAME")]
        encoding: Option<file::ConfirmedEncoding>,
        /// Id of the test, see 'invigil test list'
        #[arg(long, value_name = "ID")]
        test: String,
        #[command(flatten)]
        when: When,
        /// Invite only people without an invitation to this test that still works; the others are reported, not refused
        #[arg(long)]
        skip_invited: bool,
        /// Show line by line who would be invited; invite no one
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List invitations, newest first
    #[command(after_help = "\
Examples:
  invigil invite list --status active
  invigil invite list --date 2026-11-20 --tz Europe/Berlin --email example.org --json | jq -r '.[].invite_url'")]
    List {
        /// List only invitations with this status
        #[arg(long, default_value = "all")]
        status: InviteStatusArg,
        /// List only invitations created on this day, YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        date: Option<String>,
        /// Time zone of --date, such as Europe/Berlin
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        tz: String,
        /// List only invitations whose email address contains this text
        #[arg(long, value_name = "TEXT")]
        email: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke an invitation whose test has not started; its link stops working at once
    #[command(after_help = "Example:\n  invigil invite revoke 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10")]
    Revoke {
        /// Id of the invite, see 'invigil invite list'
        id: String,
    },
}

/// The schedule of an invitation: a time, a window, or the candidate's choice.
#[derive(clap::Args)]
pub struct When {
    /// Fixed start time: 2027-03-01T10:00 in the time zone of --tz, or RFC 3339 with an offset
    #[arg(long, value_name = "TIME", conflicts_with = "self_schedule")]
    schedule: Option<String>,
    /// Earliest start, in the same forms
    #[arg(long, value_name = "TIME")]
    opens: Option<String>,
    /// Latest start, in the same forms; a running test is not cut off
    #[arg(long, value_name = "TIME")]
    closes: Option<String>,
    /// Time zone of these times, such as Europe/Berlin; shown in emails
    #[arg(long, value_name = "ZONE")]
    tz: Option<String>,
    /// Let the candidate choose a slot
    #[arg(long)]
    self_schedule: bool,
    /// Language in which the candidate is addressed, such as de or pt-BR; by default the test's
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum InviteStatusArg {
    All,
    /// Sent or scheduled
    Active,
    /// Alias of active
    Pending,
    Sent,
    Scheduled,
    #[value(name = "in_progress", alias = "in-progress")]
    InProgress,
    Completed,
    Expired,
    /// Invitations in progress, or scheduled and not started
    Monitorable,
}

impl From<InviteStatusArg> for InviteClass {
    fn from(status: InviteStatusArg) -> Self {
        match status {
            InviteStatusArg::All => Self::All,
            InviteStatusArg::Active | InviteStatusArg::Pending => Self::Active,
            InviteStatusArg::Sent => Self::Sent,
            InviteStatusArg::Scheduled => Self::Scheduled,
            InviteStatusArg::InProgress => Self::InProgress,
            InviteStatusArg::Completed => Self::Completed,
            InviteStatusArg::Expired => Self::Expired,
            InviteStatusArg::Monitorable => Self::Monitorable,
        }
    }
}

/// Which test, and when.
#[derive(Serialize, Deserialize)]
pub struct What {
    test: TestId,
    scheduled_at: Option<Instant>,
    time_zone: Option<String>,
    self_schedule: bool,
    #[serde(default)]
    opens_at: Option<Instant>,
    #[serde(default)]
    closes_at: Option<Instant>,
    #[serde(default)]
    language: Option<Language>,
}

#[derive(Serialize, Deserialize)]
pub enum InviteOp {
    Create {
        what: What,
        email: String,
        name: String,
        minutes: Option<i64>,
        percent: Option<i64>,
        json: bool,
    },
    Import {
        what: What,
        lines: Vec<ListedPerson>,
        #[serde(default)]
        skip_invited: bool,
        json: bool,
    },
    Preview {
        what: What,
        lines: Vec<ListedPerson>,
        json: bool,
    },
    List {
        status: InviteStatusArg,
        created: Option<(Instant, Instant)>,
        email: Option<String>,
        json: bool,
    },
    Revoke {
        id: InviteId,
    },
}

impl When {
    fn resolve(self, test: &str) -> Result<What, Failure> {
        let test = test_id(test)?;
        let zone = self.tz.as_deref();
        if let Some(zone) = zone {
            time::zone(zone).map_err(Failure::refused)?;
            if self.schedule.is_none() && self.opens.is_none() && self.closes.is_none() {
                return Err(Failure::refused("--tz is the zone of --schedule, --opens and --closes: give one of them"));
            }
        }
        let at = |text: &Option<String>| text.as_ref().map(|text| instant(text, zone)).transpose();
        let (scheduled_at, opens_at, closes_at) = (at(&self.schedule)?, at(&self.opens)?, at(&self.closes)?);
        let (time_zone, self_schedule) = (self.tz, self.self_schedule);
        let language = Language::given(self.language.as_deref())?;
        Ok(What { test, scheduled_at, time_zone, self_schedule, opens_at, closes_at, language })
    }
}

fn instant(text: &str, zone: Option<&str>) -> Result<Instant, Failure> {
    if let Some(at) = Instant::parse(text) {
        return Ok(at);
    }
    let has_offset = text.get(10..).is_some_and(|time| time.contains(['+', '-', 'Z', 'z']));
    if zone.is_none() && !has_offset && Instant::parse_local(text, "UTC").is_ok() {
        return Err(Failure::refused(format!(
            "'{text}' has no time zone: add --tz, such as --tz Europe/Berlin, or seconds and an offset, such as \
             2027-03-01T10:00:00+01:00"
        )));
    }
    let zone = zone.unwrap_or_default();
    Instant::parse_local(text, zone).map_err(|why| {
        Failure::refused(match why {
            NotOneInstant::NoTime => {
                format!("'{text}' is not a time: give 2027-03-01T10:00 with --tz, or 2027-03-01T10:00:00+01:00")
            }
            NotOneInstant::Skipped => {
                format!("'{text}' does not exist in {zone}: the clocks are set forward on that day")
            }
            NotOneInstant::Twice([first, second]) => {
                format!("'{text}' occurs twice in {zone}, because the clocks are set back: give {first} or {second}")
            }
        })
    })
}

impl What {
    fn invite(self, name: String, email: String, accommodation: Accommodation) -> NewInvite {
        let mode = match (self.scheduled_at, self.self_schedule) {
            (Some(_), _) => ScheduleMode::AdminScheduled,
            (None, true) => ScheduleMode::SelfSchedule,
            (None, false) => ScheduleMode::NoSchedule,
        };
        NewInvite {
            test_id: self.test,
            applicant_email: email,
            applicant_name: name,
            mode,
            scheduled_at: self.scheduled_at,
            time_zone: self.time_zone,
            accommodation,
            window: StartWindow { opens_at: self.opens_at, closes_at: self.closes_at },
            language: self.language,
            session: None,
            agreed: Agreed::default(),
        }
    }
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<InviteOp>, Failure> {
        let op = match self {
            Self::Create { test, email, name, when, extra_minutes: minutes, extra_percent: percent, json } => {
                InviteOp::Create { what: when.resolve(&test)?, email, name, minutes, percent, json }
            }
            Self::Import { file, encoding, test, when, skip_invited, dry_run, json } => {
                let lines = file::read(&file, encoding, dry_run)?;
                let what = when.resolve(&test)?;
                if dry_run {
                    InviteOp::Preview { what, lines, json }
                } else {
                    InviteOp::Import { what, lines, skip_invited, json }
                }
            }
            Self::List { status, date, tz, email, json } => {
                let day = date.as_deref();
                let span = time::days(day, day, &tz).map_err(Failure::refused)?;
                InviteOp::List { status, created: span.map(|span| (span.from, span.to)), email, json }
            }
            Self::Revoke { id } => {
                let id = id.parse().map_err(|_| {
                    Failure::refused(format!("'{id}' is not an invite id; 'invigil invite list' shows them"))
                })?;
                InviteOp::Revoke { id }
            }
        };
        Ok(CliRequest::new(op))
    }
}

pub async fn execute(app: &App, by: &Inviter, op: InviteOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        InviteOp::Create { what, email, name, minutes, percent, json } => {
            let accommodation = Accommodation::new(minutes, percent)?;
            let invite = invites::create(app, by, what.invite(name, email, accommodation), None).await?;
            rows::created(app, &invite, json, out)
        }
        InviteOp::Import { what, lines, skip_invited, json } => {
            let common = what.invite(String::new(), String::new(), Accommodation::None);
            let lines = lines.iter().map(InviteLine::from).collect();
            let bulk = Bulk::new(app, by, common, None)?.skip_invited(skip_invited);
            import(app, by, bulk, lines, json, out).await
        }
        InviteOp::Preview { what, lines, json } => {
            let common = what.invite(String::new(), String::new(), Accommodation::None);
            Bulk::new(app, by, common, None)?;
            rows::preview(&people_list::check(app, by, lines)?, json, out)
        }
        InviteOp::List { status, created, email, json } => {
            let created = created.map(|(from, to)| Span { from, to });
            let filter = InviteFilter { created, email, ..InviteFilter::of(status.into()) };
            rows::list(app, by, &filter, json, out)
        }
        InviteOp::Revoke { id } => {
            let invite = invites::revoke(app, by, id).await?;
            let (name, title) = (text::one_line(&invite.applicant_name), text::one_line(&invite.test_title));
            Ok(writeln!(out, "Revoked the invitation of {name} to '{title}'; its link no longer works.")?)
        }
    }
}

/// Lines invited before their outcomes are reported.
const BATCH_SIZE: usize = 250;

async fn import(
    app: &App,
    by: &Inviter,
    mut bulk: Bulk,
    lines: Vec<InviteLine>,
    json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    if lines.is_empty() {
        return Err(Failure::refused("the list has no people"));
    }
    let all = lines.len();
    let mut report = rows::InviteImportReport::begin(json, out)?;
    let mut rest = lines.into_iter().peekable();
    // Keep inviting after the reader of the output has left, so that no line is skipped.
    let mut written = Ok(());
    while rest.peek().is_some() {
        let part = rest.by_ref().take(BATCH_SIZE).collect();
        match bulk.invite(app, by, part).await {
            Ok(outcomes) if written.is_ok() => {
                written = report.add(&outcomes, all, |id| query::link::link_of(app, &invites::get(app, by, id)?));
            }
            Ok(_) => {}
            Err(error) => return Err(report.abort(all, &error)),
        }
    }
    written.and_then(|()| report.end(bulk.mails_go_out))
}
