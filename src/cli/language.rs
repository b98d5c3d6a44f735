//! `invigil language`: texts of pages and mails for translators.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{
    app::App,
    domain::{
        language::Language,
        translation::{
            Readers,
            check::{CheckedFile, Coverage, TranslationProblem},
            po::MAX_PO_BYTES,
        },
    },
    service::{actor::SiteOperator, settings::languages},
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

#[derive(Subcommand)]
pub enum Command {
    /// List the languages with how much of the texts there is in each
    #[command(after_help = "Example:\n  invigil language list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the texts of a language to a PO file for translators
    #[command(after_help = "\
Without data, the file has the texts of Invigil alone.

Examples:
  invigil language export it -o it.po
  invigil language export it --staff -o it-staff.po")]
    Export {
        /// Tag of the language, such as it
        language: String,
        /// The texts of staff's rooms, instead of those of candidates' pages and emails
        #[arg(long)]
        staff: bool,
        /// File to write instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Check a PO file; needs no data
    #[command(after_help = "\
Exit codes: 0 no errors, though texts may be missing; 1 errors, which 'import' refuses, or a file that cannot be read.

Examples:
  invigil language check it.po
  invigil language check it.po --json | jq '.problems[] | select(.kind == \"missing\")'")]
    Check {
        /// PO file, or - for standard input
        file: PathBuf,
        /// Tag of the language, if it is not that of the file's header
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Use the texts of a PO file where they differ from those of Invigil
    #[command(after_help = "\
Replaces what was imported of this language: the texts for candidates, those of staff's rooms, or both, as the file has them.
Candidates are offered a new language once it has 95 % of the texts of pages and all texts of emails, and staff once it has 95 % of
those of staff's rooms.

Example:
  invigil language import it.po")]
    Import {
        /// PO file, or - for standard input
        file: PathBuf,
        /// Tag of the language, if it is not that of the file's header
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
    },
    /// Remove the imported texts of a language
    #[command(after_help = "Example:\n  invigil language remove it")]
    Remove {
        /// Tag of the language, such as it
        language: String,
    },
}

#[derive(Serialize, Deserialize)]
pub enum LanguageOp {
    List { json: bool },
    Export { language: String, staff: bool },
    Import { file: String, language: Option<String> },
    Remove { language: String },
}

impl Command {
    /// Runs the command, with `run` for what needs data.
    pub fn run(
        self,
        data: &Path,
        run: impl FnOnce(CliRequest<LanguageOp>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self {
            Self::List { json } => run(CliRequest::new(LanguageOp::List { json })),
            Self::Export { language, staff, output } => {
                if !data.exists() && output.is_none() {
                    let text = languages::template(languages::translatable(&language)?, readers(staff));
                    return Ok(io::stdout().write_all(text.as_bytes())?);
                }
                if let (false, Some(path)) = (data.exists(), &output) {
                    let text = languages::template(languages::translatable(&language)?, readers(staff));
                    let failed = |error: io::Error| Failure::refused(format!("{}: {error}", path.display()));
                    return File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed);
                }
                run(CliRequest { output, ..CliRequest::new(LanguageOp::Export { language, staff }) })
            }
            Self::Check { file, language, json } => check(&file, language.as_deref(), json),
            Self::Import { file, language } => {
                let not_text = |_| Failure::refused(format!("{}: not in UTF-8: save it in UTF-8", file.display()));
                let text = String::from_utf8(bytes_of(&file)?).map_err(not_text)?;
                run(CliRequest::creating(LanguageOp::Import { file: text, language }))
            }
            Self::Remove { language } => run(CliRequest::new(LanguageOp::Remove { language })),
        }
    }
}

const fn readers(staff: bool) -> Readers {
    if staff { Readers::Staff } else { Readers::Candidates }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    // One byte more than is allowed, for the refusal.
    let limit = u64::try_from(MAX_PO_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?;
    Ok(bytes)
}

fn check(path: &Path, language: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let (language, checked) = languages::check(&bytes_of(path)?, language)?;
    let errors = checked.problems.iter().filter(|problem| problem.kind.is_error()).count();
    let mut out = io::stdout().lock();
    if as_json {
        serde_json::to_writer_pretty(&mut out, &report(language, &checked, errors))?;
        writeln!(out)?;
    } else {
        for problem in &checked.problems {
            writeln!(out, "{}", line_of(&path.display().to_string(), problem))?;
        }
        if language.is_some() {
            writeln!(out, "{}", in_words(checked.coverage))?;
        }
    }
    out.flush()?;
    match errors {
        0 => Ok(()),
        1 => Err(Failure::refused(format!("{}: 1 error", path.display()))),
        _ => Err(Failure::refused(format!("{}: {errors} errors", path.display()))),
    }
}

fn report(language: Option<Language>, checked: &CheckedFile, errors: usize) -> serde_json::Value {
    json!({
        "language": language.map(Language::code),
        "errors": errors,
        "percent": checked.coverage.percent(),
        "coverage": checked.coverage,
        "would_be_offered": language.is_some_and(Language::is_ours) || (errors == 0 && checked.coverage.is_enough()),
        "problems": checked.problems,
    })
}

/// "it.po:12: missing take.start: Not translated: Start".
fn line_of(file: &str, problem: &TranslationProblem) -> String {
    let place = problem.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    let context = if problem.context.is_empty() { String::new() } else { format!(" {}", problem.context) };
    super::text::one_line(&format!("{place}: {}{context}: {}", problem.kind.code(), problem.message))
}

fn in_words(coverage: Coverage) -> String {
    let Coverage { page, page_total, mail, mail_total, staff, staff_total } = coverage;
    let percent = coverage.percent();
    match (page_total, staff_total) {
        (0, _) => format!("{percent} %: {staff} of {staff_total} texts of staff's rooms"),
        (_, 0) => format!("{percent} %: {page} of {page_total} texts of pages, {mail} of {mail_total} of emails"),
        _ => format!(
            "{percent} %: {page} of {page_total} texts of pages, {mail} of {mail_total} of emails; {} %: {staff} of {staff_total} \
             of staff's rooms",
            coverage.staff_percent()
        ),
    }
}

/// # Errors
/// Refusals of the use case; writing.
pub async fn execute(app: &App, by: &SiteOperator, op: LanguageOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        LanguageOp::List { json } => list(app, by, json, out),
        LanguageOp::Export { language, staff } => {
            let text = languages::export(app, languages::translatable(&language)?, readers(staff))?;
            Ok(out.write_all(text.as_bytes())?)
        }
        LanguageOp::Import { file, language } => {
            let done = languages::import(app, by, file.as_bytes(), language.as_deref()).await?;
            let (name, code) = (done.language.name(), done.language.code());
            writeln!(out, "{name} ({code}): {}.", in_words(done.coverage))?;
            let own = if done.own == 1 { "1 text".to_owned() } else { format!("{} texts", done.own) };
            writeln!(out, "Texts of your own from now on: {own}.")?;
            if !done.is_offered && done.coverage.page_total > 0 {
                writeln!(
                    out,
                    "Candidates are not offered it yet: that needs 95 % of the texts of pages and all of emails."
                )?;
            }
            let left = done.problems.len();
            if left > 0 {
                writeln!(out, "The file has {left} notes: see 'invigil language check'.")?;
            }
            Ok(())
        }
        LanguageOp::Remove { language } => {
            let language = languages::translatable(&language)?;
            languages::remove(app, by, language).await?;
            Ok(writeln!(out, "The imported texts of {} are removed.", language.name())?)
        }
    }
}

fn list(app: &App, by: &SiteOperator, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let states = languages::list(app, by)?;
    if as_json {
        let rows: Vec<_> = states
            .iter()
            .map(|state| {
                json!({
                    "language": state.language.code(),
                    "name": state.language.name(),
                    "percent": state.coverage.percent(),
                    "coverage": state.coverage,
                    "own": state.own,
                    "offered": state.is_offered,
                    "imported_at": state.imported_at.map(|at| at.to_string()),
                    "problems": state.problems,
                })
            })
            .collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        return Ok(writeln!(out)?);
    }
    for state in &states {
        let offered = if state.is_offered { "offered" } else { "not offered" };
        let own = if state.own == 0 { String::new() } else { format!(", {} of your own", state.own) };
        let (code, percent) = (state.language.code(), state.coverage.percent());
        let staff = state.coverage.staff_percent();
        writeln!(out, "{code:<6} {percent:>3} %  {offered}{own}; staff's rooms {staff} %")?;
        for problem in &state.problems {
            writeln!(out, "  {}", line_of(state.language.code(), problem))?;
        }
    }
    Ok(())
}
