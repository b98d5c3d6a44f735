//! The measurements, by the arguments.

use std::{ffi::OsString, time::Duration};

/// The comparison that is made, beside the table of one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One server, as long as each of its numbers of administrators is measured.
    Table,
    /// The same, with a verdict on the bar of a large site.
    Scale,
    /// Clips off and on, by turns.
    Clips,
    /// Another binary and this one, by turns.
    Against(OsString),
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub mode: Mode,
    /// Candidates who publish live video.
    pub candidates: usize,
    /// Numbers of administrators, each of whom watches all of these.
    pub admins: Vec<usize>,
    /// Candidates who send still frames.
    pub stills: usize,
    /// `None`: as the environment says.
    pub media_threads: Option<String>,
    /// Threads of the generator.
    pub generators: usize,
    pub keeps_clips: bool,
    /// How often each side of a comparison is measured.
    pub rounds: usize,
    pub measured: Duration,
    pub binary: OsString,
}

impl Plan {
    pub fn given(arguments: impl Iterator<Item = OsString>) -> Self {
        let binary = std::env::var_os("INVIGIL_BENCH_OTHER").unwrap_or_else(|| env!("CARGO_BIN_EXE_invigil").into());
        let mut plan = Self {
            mode: Mode::Table,
            candidates: 200,
            admins: Vec::new(),
            stills: 0,
            media_threads: None,
            generators: 1,
            keeps_clips: false,
            rounds: 3,
            measured: Duration::from_secs(15),
            binary,
        };
        let mut arguments = arguments.map(|argument| argument.into_string().expect("arguments are text"));
        let mut numbers = Vec::new();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} needs a value"));
            let number = |text: String| -> usize { text.parse().unwrap_or_else(|_| panic!("'{text}' is no number")) };
            match &*argument {
                "--stills" => (plan.stills, plan.mode) = (number(value()), Mode::Scale),
                "--media-threads" => plan.media_threads = Some(value()),
                "--generators" => plan.generators = number(value()).max(1),
                "--rounds" => plan.rounds = number(value()).max(1),
                "--seconds" => plan.measured = Duration::from_secs(number(value()).max(1) as u64),
                "--clips" => plan.mode = Mode::Clips,
                "--against" => plan.mode = Mode::Against(value().into()),
                // Added by cargo.
                "--bench" => {}
                other => numbers.push(number(other.to_owned())),
            }
        }
        if let [candidates, admins @ ..] = &numbers[..] {
            (plan.candidates, plan.admins) = (*candidates, admins.to_vec());
        } else {
            plan.admins = match plan.mode {
                Mode::Table => vec![1, 4],
                Mode::Scale => vec![1],
                Mode::Clips | Mode::Against(_) => Vec::new(),
            };
        }
        plan
    }

    pub fn most_admins(&self) -> usize {
        self.admins.iter().copied().max().unwrap_or_default()
    }

    /// Open files that the generator and the server need each: a socket of each live stream and of each connection, and a
    /// reserve for walls, calls and the store. One address may have 9/16 of the server's files as connections.
    pub fn open_files(&self) -> usize {
        (self.candidates + self.stills + 2_000).max((self.stills + 500) * 16 / 9)
    }
}
