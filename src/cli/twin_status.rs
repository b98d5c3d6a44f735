//! `invigil twin status`.

use super::{
    failure::Failure,
    folder::{DropPrivileges, Folder},
    twin_member::as_json,
};
use crate::{
    store::LogMember,
    twin::{
        SETTINGS_FILE, Settings,
        setup::{self, LogState},
    },
};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::Path,
};

/// The state of this member as programs read it, and of the log.
#[derive(Serialize)]
struct MemberStatus {
    /// `alone`, `leading`, `following`, `taking_over`, `paused`, `needs_seed` or `diverged`.
    state: String,
    name: Option<String>,
    /// Time in ms for which this member's file has been behind the log; `None` for a copy of a member.
    lag_ms: Option<i64>,
    /// The last batch of the log.
    number: Option<i64>,
    #[serde(flatten)]
    log: Option<LogState>,
    /// Error of the log, if it does not answer; else why the state may not be true, as of a copy of the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl MemberStatus {
    fn without_log(state: &str, name: Option<String>, error: Option<String>) -> Self {
        Self { state: state.to_owned(), name, lag_ms: Some(0), number: None, log: None, error }
    }

    /// The state that this member has last reported, as far as the lease allows it.
    fn of(folder: &Folder, settings: &Settings, log: LogState) -> Self {
        // What the log knows under this name is the other one's.
        let is_copy = log.is_other;
        let own = log.members.iter().find(|member| member.name == settings.name && !is_copy);
        let lease = i64::try_from(settings.lease_ms).unwrap_or(i64::MAX);
        let is_silent = own.is_some_and(|own| own.seen_ms_ago > lease / 2);
        let said = own.map_or("following", |own| own.state.as_str());
        let leads = log.leader.as_ref() == Some(&settings.name) && !is_copy;
        let state = match said {
            _ if !folder.database().exists() => "needs_seed",
            "paused" | "leading" if leads && is_silent => "paused",
            "paused" | "leading" | "taking_over" if leads => said,
            "needs_seed" | "diverged" => said,
            _ if leads => "taking_over",
            _ => "following",
        };
        Self {
            state: state.to_owned(),
            name: Some(settings.name.clone()),
            lag_ms: (!is_copy).then(|| own.map_or(0, |own| own.lag_ms)),
            number: Some(log.last),
            error: if is_copy { Some(copied(&settings.name)) } else { unserved(own) },
            log: Some(log),
        }
    }
}

fn copied(name: &str) -> String {
    format!(
        "another server is the member '{name}', as seen in the last 10 s: if this is a copy of its machine or folder, it must join \
         under its own name"
    )
}

/// Why what the log knows of this member may be out of date.
fn unserved(own: Option<&LogMember>) -> Option<String> {
    match own.filter(|own| own.state != "joining") {
        None => Some("its server was not seen in the log yet".into()),
        Some(own) if own.is_away => Some(format!(
            "its server was last seen {} s ago: it does not run, or does not reach the log",
            own.seen_ms_ago / 1000
        )),
        Some(_) => None,
    }
}

/// The status, and the same in words; instead of these an error, if the log does not answer.
fn status(data: &Path) -> Result<(MemberStatus, Result<String, Failure>), Failure> {
    let folder = Folder::find(data, data.join(SETTINGS_FILE).exists(), DropPrivileges::Temporarily)?;
    Ok(match folder.twin()? {
        None => {
            let words = format!("alone: the data in {} belongs to no twin\n", data.display());
            (MemberStatus::without_log("alone", None, None), Ok(words))
        }
        Some(settings) => match setup::state(&settings) {
            Ok(log) => {
                let words = words(&log);
                let status = MemberStatus::of(&folder, &settings, log);
                let said = match &status.error {
                    Some(error) => format!("{}: {error}", settings.name),
                    None => format!("{} is {}", settings.name, status.state.replace('_', " ")),
                };
                (status, Ok(format!("{said}\n{words}")))
            }
            // Without the log no member can acknowledge.
            Err(why) => {
                let status = MemberStatus::without_log("paused", Some(settings.name), Some(why.clone()));
                (status, Err(Failure::refused(why)))
            }
        },
    })
}

pub fn print_words(data: &Path) -> Result<(), Failure> {
    let words = status(data)?.1?;
    Ok(io::stdout().write_all(words.as_bytes())?)
}

pub fn print_json(data: &Path) -> Result<(), Failure> {
    let (status, words) = status(data).map_err(as_json)?;
    let mut out = io::stdout();
    serde_json::to_writer(&mut out, &status)?;
    writeln!(out)?;
    words.map(drop)
}

fn words(state: &LogState) -> String {
    let mut lines = vec![match &state.leader {
        Some(leader) => format!("{leader} leads, epoch {}; the lease lasts {} ms more", state.epoch, state.lease_left),
        None => "no member leads".to_owned(),
    }];
    lines.extend(state.wanted.as_ref().map(|wanted| format!("{wanted} was asked to lead")));
    let waits = if state.log.is_synchronous { "waits for a standby" } else { "does not wait for a standby" };
    lines.push(format!(
        "the log holds batches {} to {} ({} kB) in PostgreSQL {}, which {waits}",
        state.first,
        state.last,
        state.bytes / 1000,
        state.log.server
    ));
    lines.extend(state.members.iter().map(member_words));
    lines.join("\n") + "\n"
}

fn member_words(member: &LogMember) -> String {
    let LogMember { name, number, behind, lag_ms, seen_ms_ago, version, .. } = member;
    let state = member.state.replace('_', " ");
    if member.is_away {
        // It may have led: what it said of itself is as old.
        let seconds = seen_ms_ago / 1000;
        return format!(
            "{name}: away, last seen {seconds} s ago as {state}, batch {number}, {behind} behind, version {version}"
        );
    }
    format!(
        "{name}: {state}, batch {number}, {behind} behind for {lag_ms} ms, seen {seen_ms_ago} ms ago, version {version}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_a_member_without_its_server_is_in_doubt() {
        let seen = |state: &str, seen_ms_ago: i64| LogMember {
            name: "b".into(),
            state: state.into(),
            number: 40,
            behind: 0,
            lag_ms: 0,
            seen_ms_ago,
            is_away: seen_ms_ago > 10_000,
            version: String::new(),
            clock_ahead_ms: 0,
        };
        assert_eq!(unserved(Some(&seen("following", 900))), None);
        assert!(member_words(&seen("following", 900)).starts_with("b: following, batch 40"));
        assert!(member_words(&seen("leading", 42_500)).starts_with("b: away, last seen 42 s ago as leading, batch 40"));
        assert!(unserved(Some(&seen("following", 42_500))).is_some_and(|why| why.contains("last seen 42 s ago")));
        for none in [None, Some(&seen("joining", 900))] {
            assert!(unserved(none).is_some_and(|why| why.contains("not seen")));
        }
    }
}
