//! Judges a job: compiles the source code, runs every test in the sandbox, and decides the verdicts.

use super::{
    job::{Job, JobTest, Limits, Outcome, ProgramOutput, TestOutcome, Verdict},
    language::{Language, filled},
    sandbox::{
        Cancel, Sandbox,
        cell::{CellProgram, CellReport, Killed, SandboxCell},
        error::{During, Result},
        scratch::{JobFolder, Scratch},
        watch,
    },
};
use nix::sys::signal::Signal;
use std::{fs, os::unix::fs::MetadataExt, path::Path};

const COMPILE_CPU_MS: u64 = 30_000;
const COMPILE_WALL_MS: u64 = 60_000;
const COMPILE_MEMORY_MB: u64 = 1_024;
const COMPILE_THREADS: u64 = 64;
const COMPILE_FILE_MB: u64 = 64;
const COMPILE_SCRATCH_MB: u64 = 256;
const COMPILE_SCRATCH_FILES: u64 = 10_000;
/// Largest part of the compiler's messages that is kept, in bytes.
const COMPILER_BYTES: u64 = 64 << 10;

/// Largest output of all tests of a job that is reported, in bytes.
const MAX_OUTPUT: usize = 8 << 20;
/// The note of a compile error that the messages of the compiler explain.
pub const NOT_COMPILED: &str = "The source code does not compile.";
/// The note of source code that compiles, and is no program.
const NO_PROGRAM: &str = "The source code compiles, but there is no program to run";
/// Permission of the owner, by whom it is run.
const EXECUTABLE: u32 = 0o100;
/// A test's scratch folder.
const SCRATCH_MB: u64 = 16;
const SCRATCH_FILES: u64 = 1_000;
/// Wall clock limit: a program may wait, but not forever.
const WALL_FACTOR: u64 = 3;
const WALL_MS: u64 = 1_000;
/// Longest time to the end of the compiler, on a machine that hardly lets it run.
pub const LONGEST_COMPILE_MS: u64 = watch::longest_ms(COMPILE_WALL_MS);
/// A program that fails with this part of its memory in use, in percent, failed for lack of memory.
const FULL_MEMORY_PERCENT: u64 = 95;

/// Wall clock limit of a test.
const fn wall_ms(cpu_ms: u64) -> u64 {
    cpu_ms * WALL_FACTOR + WALL_MS
}

/// Longest time to the end of a test, on a machine that hardly lets it run.
#[must_use]
pub const fn longest_ms(cpu_ms: u64) -> u64 {
    watch::longest_ms(wall_ms(cpu_ms))
}

/// A job of which some tests have been run.
#[derive(Debug)]
pub struct BegunJob {
    folder: JobFolder,
    outcome: Outcome,
    /// Bytes of output that may still be reported.
    left: usize,
}

/// How far a job has come.
#[derive(Debug)]
pub enum JudgeStep {
    Done(Outcome),
    /// Other jobs go first; it continues with its next test.
    Paused(Box<BegunJob>),
}

/// The programs of a job's candidate, in the sandbox.
#[derive(Debug)]
pub struct Judge {
    pub sandbox: Sandbox,
    scratch: Scratch,
}

impl Judge {
    pub const fn new(sandbox: Sandbox, scratch: Scratch) -> Self {
        Self { sandbox, scratch }
    }

    /// Removes the folders of jobs, at a stop.
    pub fn close(&self) {
        self.scratch.remove();
    }

    /// Judges a job in `language`, or continues with one that was `begun`, as long as `goes_on` says so after a test. A
    /// failure of the runner itself is the verdict `IE`.
    pub fn judge(
        &self,
        language: &Language,
        job: &Job,
        begun: Option<Box<BegunJob>>,
        cancel: &Cancel,
        goes_on: impl Fn() -> bool,
    ) -> JudgeStep {
        self.try_judge(language, job, begun, cancel, goes_on).unwrap_or_else(|error| {
            if !cancel.is_cancelled() {
                tracing::error!(job = %job.id, %error, "a job could not be judged");
            }
            JudgeStep::Done(Outcome::untested(Verdict::Ie, format!("The runner failed: {error}.")))
        })
    }

    /// Judges a job without a pause.
    pub fn judge_whole(&self, language: &Language, job: &Job, cancel: &Cancel) -> Outcome {
        let mut begun = None;
        loop {
            match self.judge(language, job, begun, cancel, || true) {
                JudgeStep::Done(outcome) => return outcome,
                JudgeStep::Paused(paused) => begun = Some(paused),
            }
        }
    }

    fn try_judge(
        &self,
        language: &Language,
        job: &Job,
        begun: Option<Box<BegunJob>>,
        cancel: &Cancel,
        goes_on: impl Fn() -> bool,
    ) -> Result<JudgeStep> {
        let mut begun = match begun {
            Some(begun) => begun,
            None => match self.begin(language, job, cancel)? {
                Ok(begun) => Box::new(begun),
                Err(outcome) => return Ok(JudgeStep::Done(outcome)),
            },
        };
        let limits = job.limits.clamped();
        while let Some(test) = job.tests.get(begun.outcome.tests.len()) {
            let BegunJob { folder, outcome, left } = &mut *begun;
            folder.write("in", test.input.as_bytes())?;
            let cell = self.run_cell(folder, language, &limits);
            let report = self.run(folder, &cell, cancel)?;
            if let Some(why) = report.not_executed {
                return Ok(JudgeStep::Done(without_program(outcome, language, &format!(" ({why})"))));
            }
            let mut tested = tested(folder, language, job, test, &limits, &cell, &report)?;
            let is_first = outcome.tests.is_empty();
            if is_first && tested.verdict == Verdict::Rte && !language.check.is_empty() {
                // Of a program that did not begin: the same, whichever test is the first.
                let said = messages(folder)?;
                if self.has_syntax_error(folder, language, &cell, cancel)? {
                    outcome.compiler = said;
                    outcome.note = language.advised(NOT_COMPILED.to_owned(), &outcome.compiler);
                    outcome.verdict = Verdict::Ce;
                    return Ok(JudgeStep::Done(begun.outcome));
                }
            }
            tested.output = tested.output.map(|output| bounded(output, left));
            let is_over = job.stops_at_failure && tested.verdict != Verdict::Ac;
            outcome.tests.push(tested);
            if is_over {
                break;
            }
            if outcome.tests.len() < job.tests.len() && !goes_on() {
                return Ok(JudgeStep::Paused(begun));
            }
        }
        let mut outcome = begun.outcome;
        if let Some(first) = outcome.tests.iter().find(|test| test.verdict != Verdict::Ac) {
            (outcome.verdict, outcome.note) = (first.verdict, first.note.clone());
        }
        Ok(JudgeStep::Done(outcome))
    }

    /// Compiles; returns the outcome of what needs no test.
    fn begin(&self, language: &Language, job: &Job, cancel: &Cancel) -> Result<std::result::Result<BegunJob, Outcome>> {
        let refuse = |note: &str| Ok(Err(Outcome::untested(Verdict::Ce, note)));
        if job.source.contains('\0') {
            // Interpreters disagree about it, as do versions of one.
            return refuse("The source code contains a NUL character.");
        }
        if job.source.trim().is_empty() {
            return refuse("The source code is empty.");
        }
        let folder = self.scratch.job()?;
        for (name, text) in [(&language.file, &job.source)].into_iter().chain(&language.beside) {
            folder.write(&format!("build/{name}"), text.as_bytes())?;
        }
        let mut outcome = Outcome::untested(Verdict::Ac, "");
        if !language.compile.is_empty() {
            let report = self.run(&folder, &self.compile_cell(&folder, language), cancel)?;
            outcome.compile_ms = report.wall_ms;
            outcome.compiler = messages(&folder)?;
            if !report.is_success() {
                let note = language.advised(compile_note(&report), &outcome.compiler);
                (outcome.verdict, outcome.note) = (Verdict::Ce, note);
                return Ok(Err(outcome));
            }
            if !has_program(&folder, language) {
                return Ok(Err(without_program(&outcome, language, "")));
            }
        }
        Ok(Ok(BegunJob { folder, outcome, left: MAX_OUTPUT }))
    }

    /// Whether the interpreter refuses the source code as a whole, so that nothing of it ran.
    fn has_syntax_error(
        &self,
        folder: &JobFolder,
        language: &Language,
        cell: &SandboxCell,
        cancel: &Cancel,
    ) -> Result<bool> {
        folder.write("in", b"")?;
        let program = CellProgram::Command(language.check.clone());
        let report = self.run(folder, &SandboxCell { program, ..cell.clone() }, cancel)?;
        Ok(report.killed.is_none() && report.exit.is_some_and(|code| code != 0))
    }

    /// A full disk must not look like the candidate's fault.
    fn run(&self, folder: &JobFolder, cell: &SandboxCell, cancel: &Cancel) -> Result<CellReport> {
        let report = self.sandbox.run(cell, cancel)?;
        folder.check_space()?;
        Ok(report)
    }

    /// Output of a command of the toolchain.
    ///
    /// # Errors
    /// If it could not be run.
    pub fn print(&self, language: &Language, command: &[String], cancel: &Cancel) -> Result<String> {
        let folder = self.scratch.job()?;
        let cell = self.compile_cell(&folder, language);
        let cell = SandboxCell { program: CellProgram::Command(command.to_vec()), ..cell };
        self.sandbox.run(&cell, cancel)?;
        messages(&folder)
    }

    fn compile_cell(&self, folder: &JobFolder, language: &Language) -> SandboxCell {
        self.sandbox.cell(SandboxCell {
            dir: folder.path().to_owned(),
            program: command(&language.compile, COMPILE_MEMORY_MB),
            env: self.environment(folder, language, COMPILE_MEMORY_MB, true),
            read: language.readable_to_compile(),
            is_compile: true,
            may_fork: true,
            cpu_ms: COMPILE_CPU_MS,
            wall_ms: COMPILE_WALL_MS,
            memory_mb: COMPILE_MEMORY_MB + language.overhead_mb,
            limits_address_space: false,
            only_nice: !language.bears_idle,
            threads: COMPILE_THREADS,
            file_mb: COMPILE_FILE_MB,
            scratch_mb: COMPILE_SCRATCH_MB,
            scratch_files: COMPILE_SCRATCH_FILES,
            has_namespaces: false,
            landlock_abi: 0,
            cgroup: None,
            is_idle: false,
            sabotage: Vec::new(),
        })
    }

    fn run_cell(&self, folder: &JobFolder, language: &Language, limits: &Limits) -> SandboxCell {
        let cpu_ms = limits.cpu_ms * language.factor;
        self.sandbox.cell(SandboxCell {
            dir: folder.path().to_owned(),
            program: command(&language.run, limits.memory_mb),
            env: self.environment(folder, language, limits.memory_mb, false),
            read: language.readable(),
            is_compile: false,
            may_fork: language.may_fork,
            cpu_ms,
            wall_ms: wall_ms(cpu_ms),
            memory_mb: limits.memory_mb + language.overhead_mb,
            limits_address_space: language.limits_address_space,
            only_nice: !language.bears_idle,
            threads: language.threads,
            // One more than the output, so that it is found to be too long.
            file_mb: SCRATCH_MB.max(limits.stdout_kb.div_ceil(1_024) + 1),
            scratch_mb: SCRATCH_MB,
            scratch_files: SCRATCH_FILES,
            has_namespaces: false,
            landlock_abi: 0,
            cgroup: None,
            is_idle: false,
            sabotage: Vec::new(),
        })
    }

    fn environment(
        &self,
        folder: &JobFolder,
        language: &Language,
        memory_mb: u64,
        is_compile: bool,
    ) -> Vec<(String, String)> {
        // Without a file system of its own, a compiler uses its folder, and a program has no scratch folder.
        let scratch = match (self.sandbox.has_namespaces, is_compile) {
            (true, _) => "/tmp".to_owned(),
            (false, true) => folder.path().join("build").display().to_string(),
            (false, false) => "/nonexistent".to_owned(),
        };
        let common = [("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("HOME", &scratch), ("TMPDIR", &scratch)];
        let common = common.into_iter().chain([("GOCACHE", scratch.as_str())]);
        let common = common.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let own = language.env.iter().map(|(name, value)| (name.clone(), filled(value, memory_mb)));
        common.chain(own).collect()
    }
}

fn command(argv: &[String], memory_mb: u64) -> CellProgram {
    CellProgram::Command(argv.iter().map(|argument| filled(argument, memory_mb)).collect())
}

/// Messages of a compiler, from both outputs.
fn messages(folder: &JobFolder) -> Result<String> {
    let (mut bytes, _) = folder.read("err", COMPILER_BYTES)?;
    let (out, _) = folder.read("out", COMPILER_BYTES - bytes.len() as u64)?;
    bytes.extend(out);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a compiler that reports success has made a program. A library, or nothing, is the source code's fault.
fn has_program(folder: &JobFolder, language: &Language) -> bool {
    if language.program.is_empty() {
        return true;
    }
    let is_executed = language.run.first().is_some_and(|first| Path::new(first).is_relative());
    let made = fs::symlink_metadata(folder.path().join("build").join(&language.program));
    made.is_ok_and(|made| made.is_file() && (!is_executed || made.mode() & EXECUTABLE != 0))
}

/// The outcome of source code that compiles to something else than a program.
fn without_program(outcome: &Outcome, language: &Language, why: &str) -> Outcome {
    let note = format!("{NO_PROGRAM}{why}. {}", language.no_program);
    Outcome { verdict: Verdict::Ce, note: note.trim_end().to_owned(), tests: Vec::new(), ..outcome.clone() }
}

fn compile_note(report: &CellReport) -> String {
    match report.killed {
        Some(Killed::Cpu | Killed::Wall | Killed::Starved) => "The compiler was stopped: it took too long.".to_owned(),
        Some(Killed::Memory) => "The compiler was stopped: it used too much memory.".to_owned(),
        None => NOT_COMPILED.to_owned(),
    }
}

fn tested(
    folder: &JobFolder,
    language: &Language,
    job: &Job,
    test: &JobTest,
    limits: &Limits,
    cell: &SandboxCell,
    report: &CellReport,
) -> Result<TestOutcome> {
    let (stdout, stdout_length) = folder.read("out", limits.stdout_kb << 10).during("output")?;
    let (stderr, stderr_length) = folder.read("err", limits.stderr_kb << 10).during("output")?;
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    let ended = EndedProgram {
        report,
        cell,
        out_of_memory: !language.out_of_memory.is_empty() && stderr.contains(&language.out_of_memory),
        is_flooded: stdout_length > limits.stdout_kb << 10 || stderr_length >= cell.file_mb << 20,
    };
    let failure = ended.verdict().map(|(verdict, note)| (verdict, language.advised(note, &stderr)));
    let (verdict, note) = failure.unwrap_or_else(|| answer(job, test, &stdout));
    let is_truncated = stdout_length > limits.stdout_kb << 10 || stderr_length > limits.stderr_kb << 10;
    let output = test.report_output.then(|| ProgramOutput {
        stdout: String::from_utf8_lossy(&stdout).into_owned(),
        stderr,
        is_truncated,
    });
    let CellReport { cpu_ms, wall_ms, memory_kb, .. } = *report;
    Ok(TestOutcome { verdict, note, cpu_ms, wall_ms, memory_kb, output })
}

/// Empties an output that does not fit into what is `left`.
fn bounded(output: ProgramOutput, left: &mut usize) -> ProgramOutput {
    let length = output.stdout.len() + output.stderr.len();
    match left.checked_sub(length) {
        Some(rest) => {
            *left = rest;
            output
        }
        None => ProgramOutput { is_truncated: true, ..ProgramOutput::default() },
    }
}

/// Verdict on the output of a program that ended well.
fn answer(job: &Job, test: &JobTest, stdout: &[u8]) -> (Verdict, String) {
    let is_right = test.expected.as_ref().is_none_or(|expected| job.checker.accepts(expected.as_bytes(), stdout));
    if is_right && test.expected.is_some() {
        return (Verdict::Ac, String::new());
    }
    let note = if stdout.is_empty() {
        "The program printed nothing."
    } else if std::str::from_utf8(stdout).is_err() {
        "The output is not valid UTF-8."
    } else if stdout.contains(&0) {
        "The output contains NUL characters."
    } else {
        ""
    };
    (if is_right { Verdict::Ac } else { Verdict::Wa }, note.to_owned())
}

/// How a program ended.
struct EndedProgram<'a> {
    report: &'a CellReport,
    cell: &'a SandboxCell,
    out_of_memory: bool,
    is_flooded: bool,
}

impl EndedProgram<'_> {
    /// `None` if it ended well.
    fn verdict(&self) -> Option<(Verdict, String)> {
        let CellReport { exit, signal, killed, cpu_ms, memory_kb, .. } = *self.report;
        let has_failed = exit != Some(0);
        let is_full = memory_kb * 100 > (self.cell.memory_mb << 10) * FULL_MEMORY_PERCENT;
        let is = |expected: Signal| signal == Some(expected as i32);
        if killed == Some(Killed::Memory) || has_failed && (self.out_of_memory || is_full) {
            return Some((Verdict::Mle, "The program used more memory than allowed.".to_owned()));
        }
        if killed == Some(Killed::Wall) {
            return Some((Verdict::Tle, "The program did not end in time, though it used little CPU time.".to_owned()));
        }
        if killed == Some(Killed::Cpu) || cpu_ms > self.cell.cpu_ms || is(Signal::SIGXCPU) {
            return Some((Verdict::Tle, format!("The program used more than {} ms of CPU time.", self.cell.cpu_ms)));
        }
        if self.is_flooded || is(Signal::SIGXFSZ) {
            return Some((Verdict::Ole, "The program printed more than allowed.".to_owned()));
        }
        match (exit, signal) {
            (Some(0), _) => None,
            (_, Some(number)) => Some((Verdict::Rte, signal_note(number))),
            (code, None) => Some((Verdict::Rte, format!("The program ended with exit code {}.", code.unwrap_or(-1)))),
        }
    }
}

fn signal_note(number: i32) -> String {
    match Signal::try_from(number) {
        Ok(Signal::SIGSEGV) => {
            "The program was ended by SIGSEGV: invalid memory access, or too deep recursion.".to_owned()
        }
        Ok(Signal::SIGFPE) => {
            "The program was ended by SIGFPE: invalid arithmetic, such as a division by zero.".to_owned()
        }
        Ok(signal) => format!("The program was ended by {}.", signal.as_str()),
        Err(_) => format!("The program was ended by signal {number}."),
    }
}
