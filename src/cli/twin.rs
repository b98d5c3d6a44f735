//! `invigil twin`: a second machine that takes over.

use super::{
    failure::Failure,
    folder::{DropPrivileges, Folder},
    text,
    twin_join::{self, JoinArgs},
    twin_member::{CACHE_BYTES, Done, LogFlags, head, settings},
};
use crate::{
    store::{Checksum, Follower, LogMember},
    twin::{
        DEFAULT_LEASE, SETTINGS_FILE, Settings, forget_tail, repair,
        setup::{self, LogState, NotCreated},
    },
};
use clap::Subcommand;
use serde::Serialize;
use std::{
    fs,
    io::{self, Write},
    path::Path,
    time::Duration,
};

/// How long a member has to take the lease that a person wants it to.
const PROMOTION_LIMIT: Duration = Duration::from_secs(20);

#[derive(Subcommand)]
pub enum Command {
    /// Create the log; this machine's data is what all members begin with
    #[command(after_help = "\
Stop the server first, and start it again afterwards. The log is a database in PostgreSQL 14 or later, whose owner the
user is. Its password is read from the file named by INVIGIL_LOG_PASSWORD_FILE, and kept in twin.json of the data folder,
as private as secret.key.

Examples:
  invigil twin init --log postgres://invigil@db.example.org/invigil
  invigil twin init --log postgres://invigil@db1,db2/invigil --log-ca ca.pem --name a")]
    Init {
        #[command(flatten)]
        log: LogFlags,
        /// Seconds after which another member may take over, 3 to 60
        #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_LEASE.as_secs())]
        lease: u64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make a token, with which another machine joins
    #[command(after_help = "\
Run it on the machine that leads; its server gives the seed. The token is printed only once: its hash is kept. It is valid for
one hour and one member, and a new one ends the one before.

Examples:
  umask 077; invigil twin token > t
  invigil twin token | ssh b.example.org 'umask 077; cat > t'")]
    Token {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make this machine a member, with a seed from the one that leads
    Join(JoinArgs),
    /// Show who leads, and how far each member is
    #[command(after_help = "\
Examples:
  invigil twin status
  invigil twin status --json | jq .leader")]
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the last batch of this machine's data and a checksum of all rows, to compare members
    #[command(after_help = "\
Stop the server first. Two members with the same batch have the same rows.

Examples:
  invigil twin rows")]
    Rows {
        /// Print JSON, with a checksum of each table
        #[arg(long)]
        json: bool,
    },
    /// Let a member lead, this machine unless another is named
    #[command(after_help = "\
The leader ends its work, and the member takes over with everything that was acknowledged. Pages save again by
themselves. Without a leader nothing needs to be done: a member takes over once the lease is over.

Examples:
  invigil twin promote
  invigil twin promote a")]
    Promote {
        /// Name of the member
        member: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End the membership of this machine, or of another one that is gone
    #[command(after_help = "\
Stop the server of this machine first. Its data stays as invigil.redb.left-NUMBER, which no server opens: it is out of
date from now on.

Examples:
  invigil twin leave
  invigil twin leave b")]
    Leave {
        /// Name of another member, which the log then does not wait for
        member: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Append again what the log has lost of this machine's data
    #[command(after_help = "\
For a log that does not wait for a standby, whose machine died: members stop, and say that they have diverged. Stop the
server of the one with the higher batch (see 'invigil twin rows'). The records of the last minutes are kept beside its data.
Refused once another epoch exists: then a person decides which data goes on.

Examples:
  invigil twin repair --dry-run
  invigil twin repair")]
    Repair {
        /// Report the changes that would be appended, and append nothing
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Serve this machine's data without the log, which is lost
    #[command(after_help = "\
For the day when the log is gone for good. What this machine has applied is what remains. The other members must never
serve again: join them to a new log.

Examples:
  invigil twin detach --i-am-alone")]
    Detach {
        /// No other member serves, or will serve
        #[arg(long)]
        i_am_alone: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        match self {
            Self::Init { log, lease, json } => init(data, &log.settings(Duration::from_secs(lease))?, json),
            Self::Token { json } => twin_join::token(data, json),
            Self::Join(args) => args.run(data),
            Self::Repair { dry_run, json } => repair(data, dry_run, json),
            Self::Status { json } => status(data, json),
            Self::Rows { json } => rows(data, json),
            Self::Promote { member, json } => {
                let settings = settings(data)?.1;
                let member = member.unwrap_or_else(|| settings.name.clone());
                let took = setup::promote(&settings, &member, PROMOTION_LIMIT).map_err(Failure::refused)?;
                let words = format!("{member} leads, after {} ms.", took.as_millis());
                Done { took_ms: u64::try_from(took.as_millis()).ok(), ..Done::of(member) }.print(json, &words)
            }
            Self::Leave { member, json } => leave(data, member, json),
            Self::Detach { i_am_alone, json } => detach(data, i_am_alone, json),
        }
    }
}

fn init(data: &Path, settings: &Settings, json: bool) -> Result<(), Failure> {
    let folder = Folder::find(data, false, DropPrivileges::Temporarily)?;
    let head = head(&folder.database())?;
    let begun = folder.twin()?;
    if let Some(Settings { name, log, .. }) =
        begun.as_ref().filter(|begun| (&begun.name, &begun.log) != (&settings.name, &settings.log))
    {
        return Err(Failure::refused(format!(
            "this machine is the member '{name}' of the log {log}: if no member serves, say 'invigil twin detach \
             --i-am-alone' before it begins another one"
        )));
    }
    // A machine that has created a log must follow it, whatever happens next.
    if begun.is_none() {
        settings.write_new(folder.path())?;
    }
    let report = setup::create(settings, &head).map_err(|why| match why {
        NotCreated::Refused(why) => {
            // Those of an earlier call may be those of a member.
            if begun.is_none() {
                let _ = Settings::remove(folder.path());
            }
            Failure::refused(why)
        }
        NotCreated::Unknown(why) => Failure::refused(why),
    })?;
    if begun.is_some() {
        settings.write(folder.path())?;
    }
    let survives = if report.is_synchronous {
        "Each save will be on the log's server and on its standby before it is acknowledged: the loss of any one machine \
         loses nothing."
    } else {
        "The log does not wait for a standby (synchronous_standby_names is empty, or fsync is off): the loss of this \
         machine loses nothing, but the loss of the log's server may lose the last saves."
    };
    let exposed = if report.is_exposed { "\nThe connection to the log may be unencrypted: give --log-ca." } else { "" };
    let words = format!(
        "Created the log in PostgreSQL {}, from batch {} on; an append of 64 kB takes {} ms.\n{survives}{exposed}\nStart \
         the server, then make a token, with which the other machine joins: invigil twin token",
        report.server,
        head.batch,
        report.append_us.unwrap_or_default().div_ceil(1000)
    );
    let done = Done { log: Some(report), ..Done::at(settings.name.clone(), head.batch) };
    done.print(json, &words)
}

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

fn status(data: &Path, json: bool) -> Result<(), Failure> {
    let folder = Folder::find(data, data.join(SETTINGS_FILE).exists(), DropPrivileges::Temporarily)?;
    let mut out = io::stdout();
    let (status, words) = match folder.twin()? {
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
                let words = format!("{said}\n{words}");
                (status, Ok(words))
            }
            // Without the log no member can acknowledge.
            Err(why) => (MemberStatus::without_log("paused", Some(settings.name), Some(why.clone())), Err(why)),
        },
    };
    if json {
        serde_json::to_writer(&mut out, &status)?;
        writeln!(out)?;
    }
    match words {
        Ok(words) if !json => Ok(out.write_all(words.as_bytes())?),
        Ok(_) => Ok(()),
        Err(why) => Err(Failure::refused(why)),
    }
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

fn rows(data: &Path, json: bool) -> Result<(), Failure> {
    let (folder, _) = settings(data)?;
    let batch = head(&folder.database())?.batch;
    let checksum = Follower::open(&folder.database(), CACHE_BYTES).and_then(|file| file.checksum());
    let checksum = checksum.map_err(|error| Failure::refused(format!("cannot read the data: {error}")))?;
    let mut out = io::stdout();
    if json {
        let Checksum { sha256, tables } = checksum;
        serde_json::to_writer(&mut out, &serde_json::json!({ "batch": batch, "sha256": sha256, "tables": tables }))?;
        return Ok(writeln!(out)?);
    }
    Ok(writeln!(out, "{batch} {}", checksum.sha256)?)
}

fn leave(data: &Path, other: Option<String>, json: bool) -> Result<(), Failure> {
    let (folder, settings) = settings(data)?;
    if let Some(other) = other.filter(|other| *other != settings.name) {
        setup::forget(&settings, &other).map_err(Failure::refused)?;
        let words = format!("The log does not wait for {other} any more.");
        return Done::of(other).print(json, &words);
    }
    let head = head(&folder.database())?;
    setup::forget(&settings, &settings.name).map_err(Failure::refused)?;
    let left = folder.path().join(format!("invigil.redb.left-{}", head.batch));
    let moved = fs::rename(folder.database(), &left);
    moved.map_err(|e| Failure::refused(format!("{}: {e}", left.display())))?;
    Settings::remove(folder.path())?;
    forget_tail(folder.path());
    let words = format!("This machine is no member any more. Its data is in {}.", left.display());
    Done::at(settings.name, head.batch).print(json, &words)
}

fn repair(data: &Path, dry_run: bool, json: bool) -> Result<(), Failure> {
    let (folder, settings) = settings(data)?;
    let head = head(&folder.database())?;
    let found = repair::plan(&settings, folder.path(), &head).map_err(Failure::refused)?;
    if !dry_run {
        repair::apply(&settings, &found).map_err(Failure::refused)?;
    }
    if json {
        let body = serde_json::json!({ "member": settings.name, "dry_run": dry_run, "repair": found });
        serde_json::to_writer(io::stdout(), &body)?;
        return Ok(writeln!(io::stdout())?);
    }
    let lost = text::count(usize::try_from(found.lost).unwrap_or(usize::MAX), "batch");
    let (what, next) =
        if dry_run { ("Would append", "Nothing was changed.") } else { ("Appended", "Start the server.") };
    let place = format!("after batch {} of the log ({} kB)", found.last, found.bytes / 1000);
    Ok(writeln!(io::stdout(), "{what} {lost} {place}, up to batch {}. {next}", head.batch)?)
}

fn detach(data: &Path, i_am_alone: bool, json: bool) -> Result<(), Failure> {
    let (folder, settings) = settings(data)?;
    let head = head(&folder.database())?;
    if !i_am_alone {
        return Err(Failure::refused(format!(
            "this machine would serve its data up to batch {} without the log: if no other member serves or will serve, \
             say --i-am-alone",
            head.batch
        )));
    }
    // Two servers would go on from the same data. A log that does not answer is what this command is for.
    let leader = setup::state(&settings).ok().and_then(|log| {
        let is_other = |leader: &String| *leader != settings.name || !log.is_led_here;
        log.leader.filter(is_other)
    });
    if let Some(leader) = leader {
        return Err(Failure::refused(format!(
            "{leader} leads, and the log holds what it acknowledges: stop its server first, or end this membership with \
             'invigil twin leave'"
        )));
    }
    Settings::remove(folder.path())?;
    forget_tail(folder.path());
    let words = format!("This machine is alone, with batch {}. Start the server.", head.batch);
    Done::at(settings.name, head.batch).print(json, &words)
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
