//! `invigil panel-calendar`: the calendar around whose busy times a test's candidates are offered slots.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    test::test_id,
    text,
};
use crate::{
    app::App,
    domain::{
        Instant, TestId,
        panel_calendar::{NotRead, Unread},
    },
    service::{
        actor::{Actor, Author},
        invite::panel_calendar::{self, CalendarView},
    },
    state::panel_calendars::ReadFailure,
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const ADDRESS_FILE: &str = "INVIGIL_CALENDAR_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Show the calendar of a test, and how it was read last
    #[command(after_help = "\
The address is secret and not shown. How it was read is known to a running server alone.

Examples:
  invigil panel-calendar show 019a-...
  invigil panel-calendar show 019a-... --json | jq .failure")]
    Show {
        /// Id of the test
        test: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Name the calendar of a test, an ICS file
    #[command(after_help = "\
The address is asked for, or read from standard input or the file named by INVIGIL_CALENDAR_FILE: it contains a secret.

Examples:
  invigil panel-calendar set 019a-... --time-zone Europe/Berlin
  invigil panel-calendar set 019a-... --address-stdin < address.txt")]
    Set {
        /// Id of the test
        test: String,
        /// Read the address from standard input
        #[arg(long)]
        address_stdin: bool,
        /// IANA name of the zone of days and times for which the calendar names none [default: UTC]
        #[arg(long, value_name = "ZONE")]
        time_zone: Option<String>,
    },
    /// Name no calendar any more: all slots are offered
    #[command(after_help = "Example:\n  invigil panel-calendar remove 019a-...")]
    Remove {
        /// Id of the test
        test: String,
    },
    /// Read the calendar now
    #[command(after_help = "Example:\n  invigil panel-calendar test 019a-...")]
    Test {
        /// Id of the test
        test: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Serialize, Deserialize)]
pub enum PanelCalendarOp {
    Show { test: TestId, json: bool },
    Set { test: TestId, address: String, time_zone: Option<String> },
    Remove { test: TestId },
    Test { test: TestId, json: bool },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<PanelCalendarOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { test, json } => PanelCalendarOp::Show { test: test_id(&test)?, json },
            Self::Set { test, address_stdin, time_zone } => {
                let test = test_id(&test)?;
                let input = SecretInput { from_stdin: address_stdin, file_variable: ADDRESS_FILE, what: "address" };
                let address = input.optional("Address of the calendar: ")?.ok_or_else(|| {
                    Failure::refused(format!(
                        "no address was given: pass it on standard input with --address-stdin, or in the file named by \
                         {ADDRESS_FILE}"
                    ))
                })?;
                PanelCalendarOp::Set { test, address, time_zone }
            }
            Self::Remove { test } => PanelCalendarOp::Remove { test: test_id(&test)? },
            Self::Test { test, json } => PanelCalendarOp::Test { test: test_id(&test)?, json },
        }))
    }
}

/// # Errors
/// Refusals of the use case, and write errors of [`CommandOutput`].
pub async fn execute(app: &App, by: &Actor, op: PanelCalendarOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let author: Author = by.require()?;
    match op {
        PanelCalendarOp::Show { test, json } => show(&panel_calendar::get(app, &author, test)?, json, out),
        PanelCalendarOp::Set { test, address, time_zone } => {
            let named = (Some(address), time_zone);
            show(&panel_calendar::set(app, &author, test, named, None).await?, false, out)
        }
        PanelCalendarOp::Remove { test } => {
            panel_calendar::set(app, &author, test, (None, None), None).await?;
            Ok(writeln!(out, "The test names no calendar: all slots are offered.")?)
        }
        PanelCalendarOp::Test { test, json } => {
            let view = panel_calendar::check(app, &author, test).await?;
            if view.origin.is_none() {
                return Err(Failure::refused("the test names no calendar: 'invigil panel-calendar set' names one"));
            }
            match view.state.failure.as_ref().filter(|_| !json) {
                Some(failure) => Err(Failure::refused(format!("the calendar was not read: {}", in_words(failure)))),
                None => show(&view, json, out),
            }
        }
    }
}

/// The name of a failure, as the API has it, and its words.
fn failure_of(failure: &ReadFailure) -> (&'static str, Option<String>) {
    match failure {
        ReadFailure::Sealed => ("sealed", None),
        ReadFailure::Unreachable(words) => ("unreachable", Some(words.clone())),
        ReadFailure::Status(status) => ("status", Some(status.to_string())),
        ReadFailure::TooLarge | ReadFailure::Content(NotRead::TooLong) => ("too_large", None),
        ReadFailure::Content(NotRead::NoCalendar) => ("not_a_calendar", None),
        ReadFailure::Content(NotRead::Cut) => ("cut", None),
    }
}

fn in_words(failure: &ReadFailure) -> String {
    match failure_of(failure) {
        ("sealed", _) => "its address was stored under another master key; name it again".into(),
        ("unreachable", words) => format!("its server cannot be reached ({})", words.unwrap_or_default()),
        ("status", words) => format!("its server replied with status {}", words.unwrap_or_default()),
        ("too_large", _) => "it is too large".into(),
        ("cut", _) => "it ends before its last line".into(),
        _ => "the reply is no calendar".into(),
    }
}

/// The name of a reason, as the API has it, and its words.
const fn unread(reason: Unread) -> (&'static str, &'static str) {
    match reason {
        Unread::Times => ("times", "no valid times"),
        Unread::Zone => ("zone", "an unknown time zone"),
        Unread::Recurrence => ("recurrence", "a recurrence that is not understood"),
        Unread::TooMany => ("too_many", "too many times"),
    }
}

fn value(view: &CalendarView) -> Value {
    let CalendarView { version, origin, by, at, state, is_used, busy_soon } = view;
    let instant = |at: Option<Instant>| at.map(|at| at.to_string());
    let events = state.reading.iter().flat_map(|reading| &reading.unread);
    let events = events.map(|(reason, count)| json!({"reason": unread(*reason).0, "count": count}));
    let failure = state.failure.as_ref().map(|failure| {
        let (reason, words) = failure_of(failure);
        json!({"at": instant(state.tried_at), "reason": reason, "words": words})
    });
    json!({
        "version": version,
        "origin": origin,
        "by": by,
        "at": instant(*at),
        "in_use": is_used,
        "read_at": instant(state.read_at),
        "busy_times": busy_soon,
        "unread": events.collect::<Vec<_>>(),
        "failure": failure,
    })
}

fn show(view: &CalendarView, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &value(view))?;
        return Ok(writeln!(out)?);
    }
    let Some(origin) = &view.origin else {
        return Ok(writeln!(out, "The test names no calendar: all slots are offered.")?);
    };
    writeln!(out, "calendar    {}", text::one_line(origin))?;
    if let Some((by, at)) = view.by.as_ref().zip(view.at) {
        writeln!(out, "named by    {}, {at}", text::one_line(by))?;
    }
    match view.state.read_at {
        None => writeln!(out, "read        not since the server started")?,
        Some(at) => {
            writeln!(out, "read        {at}")?;
            writeln!(out, "busy times  {} in the next 14 days", view.busy_soon)?;
        }
    }
    writeln!(out, "in use      {}", if view.is_used { "yes" } else { "no: all slots are offered" })?;
    for (reason, count) in view.state.reading.iter().flat_map(|reading| &reading.unread) {
        let events = text::count_i64(i64::from(*count), "event");
        writeln!(out, "not read    {events}: {}", unread(*reason).1)?;
    }
    if let Some(failure) = &view.state.failure {
        writeln!(out, "failure     {}", text::one_line(&in_words(failure)))?;
    }
    Ok(())
}
