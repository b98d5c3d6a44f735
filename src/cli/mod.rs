//! The command line. Each command has one file: its arguments, the operation they resolve to, and its execution.
//!
//! The process of a command that works on data reads files, standard input and the terminal, and resolves the command
//! into an [`op::Op`]. [`op::execute`] runs it, either here on the opened data folder or, while a server has the folder
//! open, inside that server ([`remote`]). Both paths run the same code, so they cannot differ.

mod admin;
mod api_token;
mod applicant;
mod audit;
mod backup;
mod check;
mod consent;
mod doctor;
mod evidence;
mod failure;
mod folder;
mod given_roles;
mod invite;
mod json;
mod language;
mod ldap;
mod lti;
mod oidc;
mod op;
mod owner;
mod pages;
mod panel_calendar;
mod question;
mod rehearse;
mod remote;
mod request;
mod restore;
mod results;
mod retention;
mod run;
mod runner;
mod secret_input;
mod serve;
mod settings;
mod shell;
mod sign_in;
mod sink;
mod smtp;
mod test;
mod test_import;
mod text;
mod theme;
mod tls;
mod twin;
mod twin_join;
mod twin_member;
mod twin_status;
mod webhook;

use clap::{
    CommandFactory, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use failure::Failure;
use op::Op;
use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

/// Secure pre-interview assessments with live monitoring, in one self-hosted binary.
#[derive(Parser)]
#[command(
    name = "invigil",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Every command also works while the server runs.
Exit codes: 0 success; 1 refused or failed, or an invalid value of an option, with one line on standard error;
2 usage error: an unknown or missing command or option; 70 the watchdog ended a server that hung;
141 the reader of the output has left.

Examples:
  invigil admin create --email ada@example.org --name 'Ada Lovelace'
  invigil serve --listen 0.0.0.0:8443 --tls-self-signed --public-url https://tests.example.org:8443
  invigil results export --format csv -o results.csv"
)]
struct Cli {
    /// Data folder [default: ./invigil-data]
    #[arg(long, global = true, env = "INVIGIL_DATA", value_name = "DIR", hide_env_values = true)]
    data: Option<OsString>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve(Box<serve::Args>),
    /// Manage administrator accounts
    #[command(subcommand)]
    Admin(admin::Command),
    /// Manage tokens of programs that call the API
    #[command(subcommand)]
    Token(api_token::Command),
    /// Look at webhooks and their deliveries
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Manage applicants: people who were invited or signed up
    #[command(subcommand)]
    Applicant(applicant::Command),
    /// Import, list, export, copy and archive tests
    #[command(subcommand)]
    Test(test::Command),
    /// Import, list and export the questions of the bank
    #[command(subcommand)]
    Question(question::Command),
    /// Create, import, list and revoke invitations
    #[command(subcommand)]
    Invite(invite::Command),
    /// Export results, or score them again
    #[command(subcommand)]
    Results(results::Command),
    /// Play candidates against a running server, the day before a session
    Rehearse(Box<rehearse::Args>),
    /// Configure and test outgoing email
    #[command(subcommand)]
    Smtp(smtp::Command),
    /// Choose the theme of the web pages
    #[command(subcommand)]
    Theme(theme::Command),
    /// Export the local certificate authority
    #[command(subcommand)]
    Tls(tls::Command),
    /// Set up a second machine that takes over
    #[command(subcommand)]
    Twin(twin::Command),
    /// Show the settings of site, company, email, AI and theme, or change those of links
    #[command(subcommand)]
    Settings(settings::Command),
    /// Translate candidates' pages and emails
    #[command(subcommand)]
    Language(language::Command),
    /// Rules for passwords, and who has to have a second factor
    #[command(subcommand)]
    SignIn(sign_in::Command),
    /// Have candidates accept a text before their test starts
    #[command(subcommand)]
    Consent(consent::Command),
    /// Delete data after some days
    #[command(subcommand)]
    Retention(retention::Command),
    /// Keep data although their time is over
    #[command(subcommand)]
    Hold(retention::HoldCommand),
    /// Set up and test the company's directory, which is asked by LDAP
    #[command(subcommand)]
    Ldap(ldap::Command),
    /// Set up and test the company's identity providers
    #[command(subcommand)]
    Oidc(oidc::Command),
    /// Let learning platforms such as Moodle and Canvas use tests (LTI 1.3)
    #[command(subcommand)]
    Lti(lti::Command),
    /// Offer slots around the busy times of a test's panel
    #[command(subcommand)]
    PanelCalendar(panel_calendar::Command),
    /// Export and verify the audit log
    #[command(subcommand)]
    Audit(audit::Command),
    /// Export and verify signed evidence of results
    #[command(subcommand)]
    Evidence(evidence::Command),
    /// Back up all data to a file, with or without a running server
    Backup(backup::Args),
    /// Restore data from a backup
    Restore(restore::Args),
    /// Check the integrity of the stored data
    Check(check::Args),
    /// Diagnose the installation
    Doctor(Box<doctor::Args>),
    /// Run candidates' programs in a sandbox, beside the server or on another machine
    Runner(runner::Args),
    /// Print shell completions
    Completions(shell::Completions),
    /// Generate manual pages
    Man(shell::Man),
}

/// Runs the command line of this process and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    // Before everything else: a stage of the sandbox is started for every program that runs.
    if let Some(code) = crate::runner::sandbox::stage::dispatch(std::env::args_os()) {
        return code;
    }
    if let Some(code) = runner::serving::dispatch(std::env::args_os()) {
        return code;
    }
    // Before any connection can be opened. Fails only if a provider is installed already, which is fine.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_parse_error(&error),
    };
    if let Command::Rehearse(args) = cli.command {
        return args.run();
    }
    match dispatch(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(cli: Cli) -> Result<(), Failure> {
    let data: Option<PathBuf> = cli.data.filter(|d| !d.is_empty()).map(Into::into);
    if let Command::Doctor(args) = cli.command {
        let (folder, request) = args.resolve(data)?;
        return run::run(&folder, request.map(Op::Doctor));
    }
    let folder = data.clone().unwrap_or_else(|| folder::DEFAULT.into());
    let request = match cli.command {
        Command::Serve(args) => return serve::run(data, *args),
        // Handled above: one has its own default folder, the other its own exit codes.
        Command::Doctor(_) | Command::Rehearse(_) => return Ok(()),
        Command::Runner(args) => return args.run(&folder, |request| run::run(&folder, request.map(Op::RunnerToken))),
        Command::Completions(args) => return args.write(Cli::command()),
        Command::Man(args) => return args.write(Cli::command()),
        Command::Backup(args) => {
            return args.run(&folder, |request, sink| run::into(&folder, request.map(Op::Backup), sink));
        }
        Command::Restore(args) => return args.run(&folder),
        Command::Language(command) => {
            return command.run(&folder, |request| run::run(&folder, request.map(Op::Language)));
        }
        Command::Audit(command) => return command.run(|request| run::run(&folder, request.map(Op::Audit))),
        Command::Evidence(command) => return command.run(|request| run::run(&folder, request.map(Op::Evidence))),
        Command::Admin(command) => command.resolve()?.map(Op::Admin),
        Command::Token(command) => command.request().map(Op::ApiToken),
        Command::Webhook(command) => command.request().map(Op::Webhook),
        Command::Applicant(command) => command.resolve()?.map(Op::Applicant),
        Command::Invite(command) => command.resolve()?.map(Op::Invite),
        Command::Settings(command) => command.resolve()?.map(Op::Settings),
        Command::Consent(command) => command.resolve()?.map(Op::Consent),
        Command::Retention(command) => command.resolve()?.map(Op::Retention),
        Command::Hold(command) => command.resolve().map(Op::Retention),
        Command::Ldap(command) => command.resolve()?.map(Op::Ldap),
        Command::Oidc(command) => command.resolve()?.map(Op::Oidc),
        Command::Lti(command) => command.resolve().map(Op::Lti),
        Command::PanelCalendar(command) => command.resolve()?.map(Op::PanelCalendar),
        Command::SignIn(command) => command.resolve()?.map(Op::SignIn),
        Command::Test(test::Command::Import(args)) if args.dry_run => return args.dry_run(&mut std::io::stdout()),
        Command::Test(command) => command.resolve()?.map(Op::Test),
        Command::Question(command) => command.resolve()?.map(Op::Question),
        Command::Results(command) => command.resolve()?.map(Op::Results),
        Command::Smtp(command) => command.resolve()?.map(Op::Smtp),
        Command::Theme(command) => command.resolve()?.map(Op::Theme),
        Command::Tls(command) => return command.run(&folder),
        Command::Twin(command) => return command.run(&folder),
        Command::Check(args) => args.resolve().map(Op::Check),
    };
    run::run(&folder, request)
}

/// Prints help to standard output. An invalid value exits with 1 like any refusal, only a usage error with 2
/// (`docs/behaviour/calls.md#calls`).
fn report_parse_error(error: &clap::Error) -> ExitCode {
    if is_bad_value(error) {
        let text = error.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).take_while(|l| !l.is_empty()).collect();
        return Failure::refused(lines.join(" ").trim_start_matches("error: ")).report();
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        // Help and version are output. If an error cannot be written, there is no other place to report it.
        Err(failed) if !error.use_stderr() => Failure::from(failed).report(),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// A missing value ("--port" at the end) has the same kind as an invalid one, but is a usage error.
fn is_bad_value(error: &clap::Error) -> bool {
    let given = || matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(v)) if !v.is_empty());
    matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) && given()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_definition_is_valid_and_every_command_has_an_example() {
        let root = Cli::command();
        root.clone().debug_assert();
        let mut open = vec![root];
        while let Some(command) = open.pop() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                command.has_subcommands() || help.contains("Example"),
                "{} has no example in its help",
                command.get_name()
            );
            open.extend(command.get_subcommands().cloned());
        }
    }
}
