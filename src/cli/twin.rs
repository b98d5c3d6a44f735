//! `invigil twin`: a second machine that takes over. With `--json` a refusal is JSON on standard output, too.

use super::{
    failure::Failure,
    folder::{self, DropPrivileges, Folder},
    text,
    twin_join::{self, JoinArgs},
    twin_member::{self, CACHE_BYTES, Done, LogFlags, head, settings},
    twin_status,
};
use crate::{
    store::{Checksum, Follower},
    twin::{
        DEFAULT_LEASE, Settings, forget_tail, promotion, repair,
        setup::{self, NotCreated},
    },
};
use clap::Subcommand;
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
  invigil twin leave --dry-run
  invigil twin leave
  invigil twin leave b")]
    Leave {
        /// Name of another member, which the log then does not wait for
        member: Option<String>,
        /// Say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
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
  invigil twin detach --dry-run
  invigil twin detach --i-am-alone")]
    Detach {
        /// No other member serves, or will serve
        #[arg(long)]
        i_am_alone: bool,
        /// Say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        match self {
            // Prints what it knows without the log, too.
            Self::Status { json: true } => twin_status::print_json(data),
            command if command.prints_json() => command.execute(data).map_err(twin_member::as_json),
            command => command.execute(data),
        }
    }

    const fn prints_json(&self) -> bool {
        match self {
            Self::Join(args) => args.json,
            Self::Init { json, .. }
            | Self::Token { json }
            | Self::Status { json }
            | Self::Rows { json }
            | Self::Promote { json, .. }
            | Self::Leave { json, .. }
            | Self::Repair { json, .. }
            | Self::Detach { json, .. } => *json,
        }
    }

    fn execute(self, data: &Path) -> Result<(), Failure> {
        match self {
            Self::Init { log, lease, json } => init(data, &log.settings(Duration::from_secs(lease))?, json),
            Self::Token { json } => twin_join::token(data, json),
            Self::Join(args) => args.run(data),
            Self::Repair { dry_run, json } => repair(data, dry_run, json),
            Self::Status { .. } => twin_status::print_words(data),
            Self::Rows { json } => rows(data, json),
            Self::Promote { member, json } => promote(data, member, json),
            Self::Leave { member, dry_run, json } => leave(data, member, dry_run, json),
            Self::Detach { i_am_alone, dry_run, json } => detach(data, i_am_alone, dry_run, json),
        }
    }
}

fn init(data: &Path, settings: &Settings, json: bool) -> Result<(), Failure> {
    let folder = Folder::find(data, false, DropPrivileges::Temporarily)?;
    let begun = folder.twin()?;
    if let Some(Settings { name, log, .. }) =
        begun.as_ref().filter(|begun| (&begun.name, &begun.log) != (&settings.name, &settings.log))
    {
        return Err(Failure::refused(format!(
            "this machine is the member '{name}' of the log {log}: if no member serves, say 'invigil twin detach \
             --i-am-alone' before it begins another one"
        )));
    }
    let head = head(&folder.database())?;
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

fn promote(data: &Path, member: Option<String>, json: bool) -> Result<(), Failure> {
    let settings = settings(data)?.1;
    let member = member.unwrap_or_else(|| settings.name.clone());
    let took = promotion::promote(&settings, &member, PROMOTION_LIMIT).map_err(Failure::refused)?;
    let words = match took {
        Some(took) => format!("{member} leads, after {} ms.", took.as_millis()),
        None => format!("{member} leads already: nothing was changed."),
    };
    let took_ms = u64::try_from(took.unwrap_or_default().as_millis()).ok();
    Done { took_ms, ..Done::of(member) }.print(json, &words)
}

fn leave(data: &Path, other: Option<String>, dry_run: bool, json: bool) -> Result<(), Failure> {
    let (folder, settings) = settings(data)?;
    if let Some(other) = other.filter(|other| *other != settings.name) {
        if dry_run {
            setup::may_forget(&settings, &other).map_err(Failure::refused)?;
            let words = format!("The log would not wait for {other} any more. Nothing was changed.");
            return Done { dry_run, ..Done::of(other) }.print(json, &words);
        }
        setup::forget(&settings, &other).map_err(Failure::refused)?;
        let words = format!("The log does not wait for {other} any more.");
        return Done::of(other).print(json, &words);
    }
    // Before it asks for a stop of the server, which may be the one that leads.
    setup::may_leave(&settings).map_err(Failure::refused)?;
    let head = head(&folder.database())?;
    let left = folder.path().join(format!("{}{}", folder::LEFT, head.batch));
    if left.exists() {
        return Err(Failure::refused(format!(
            "{} is there already, and may be the only copy of its last saves: move it to another place first",
            left.display()
        )));
    }
    if dry_run {
        let words = format!(
            "The data of this machine, up to batch {}, would be moved to {}, which no server opens. Nothing was changed.",
            head.batch,
            left.display()
        );
        return Done { dry_run, ..Done::at(settings.name, head.batch) }.print(json, &words);
    }
    setup::forget(&settings, &settings.name).map_err(Failure::refused)?;
    let moved = fs::rename(folder.database(), &left);
    moved.map_err(|e| Failure::refused(format!("{}: {e}", left.display())))?;
    Settings::remove(folder.path())?;
    forget_tail(folder.path());
    let words = format!(
        "This machine is no member any more. Its data is in {}; its server does not start beside it.",
        left.display()
    );
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

fn detach(data: &Path, i_am_alone: bool, dry_run: bool, json: bool) -> Result<(), Failure> {
    let (folder, settings) = settings(data)?;
    let head = head(&folder.database())?;
    if !i_am_alone && !dry_run {
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
    if dry_run {
        let words = format!("This machine would be alone, with batch {}. Nothing was changed.", head.batch);
        return Done { dry_run, ..Done::at(settings.name, head.batch) }.print(json, &words);
    }
    Settings::remove(folder.path())?;
    forget_tail(folder.path());
    let words = format!("This machine is alone, with batch {}. Start the server.", head.batch);
    Done::at(settings.name, head.batch).print(json, &words)
}
