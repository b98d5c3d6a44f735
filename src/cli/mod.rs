//! The command line. Each command has one file: its grammar, what it resolves to, and how that is carried out.
//!
//! A command that works on data is resolved by its own process, which reads files, standard input and the terminal,
//! into an [`op::Op`]; [`op::execute`] carries that out, either here on the opened data folder or, while a server
//! has the folder open, inside that server ([`remote`]). So both ways cannot differ.

mod admin;
mod applicant;
mod audit;
mod backup;
mod check;
mod doctor;
mod failure;
mod folder;
mod invite;
mod json;
mod op;
mod owner;
mod remote;
mod request;
mod restore;
mod results;
mod run;
mod secret_input;
mod serve;
mod settings;
mod shell;
mod sink;
mod smtp;
mod test;
mod test_import;
mod text;
mod theme;
mod tls;

use clap::{
    CommandFactory, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use failure::Failure;
use op::Op;
use std::{ffi::OsString, path::PathBuf, process::ExitCode};

/// Secure pre-interview assessments with live monitoring, in one self-hosted binary.
#[derive(Parser)]
#[command(
    name = "invigil",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Every command works while the server runs, too.
Exit codes: 0 done; 1 refused or failed, with one line on standard error; 2 wrong grammar;
70 a server that got no further and ended itself.

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
    /// Administrator accounts
    #[command(subcommand)]
    Admin(admin::Command),
    /// People who were invited or signed up
    #[command(subcommand)]
    Applicant(applicant::Command),
    /// Tests: import, list, export
    #[command(subcommand)]
    Test(test::Command),
    /// Invites: create, import, list, revoke
    #[command(subcommand)]
    Invite(invite::Command),
    /// Results of taken tests
    #[command(subcommand)]
    Results(results::Command),
    /// Outgoing mail
    #[command(subcommand)]
    Smtp(smtp::Command),
    /// The look of all pages
    #[command(subcommand)]
    Theme(theme::Command),
    /// The local certificate authority
    #[command(subcommand)]
    Tls(tls::Command),
    /// What administrators have set
    #[command(subcommand)]
    Settings(settings::Command),
    /// Who did what, when
    #[command(subcommand)]
    Audit(audit::Command),
    /// Write all data to a file, while the server runs or not
    Backup(backup::Args),
    /// Put a backup in the place of the data
    Restore(restore::Args),
    /// Prove that the stored data is consistent
    Check(check::Args),
    /// Look at what this installation stands on
    Doctor(Box<doctor::Args>),
    /// Write the completions of a shell
    Completions(shell::Completions),
    /// Write manual pages
    Man(shell::Man),
}

/// Runs the command line of this process and answers its exit code.
#[must_use]
pub fn main() -> ExitCode {
    // Installed before anything can open a connection. It fails only if it is there already, which is as good.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misread(&error),
    };
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
        // Above, since it has a default folder of its own.
        Command::Doctor(_) => return Ok(()),
        Command::Completions(args) => return args.write(Cli::command()),
        Command::Man(args) => return args.write(Cli::command()),
        Command::Backup(args) => {
            return args.run(&folder, |request, sink| run::into(&folder, request.map(Op::Backup), sink));
        }
        Command::Restore(args) => return args.run(&folder),
        Command::Audit(command) => return command.run(|request| run::run(&folder, request.map(Op::Audit))),
        Command::Admin(command) => command.resolve()?.map(Op::Admin),
        Command::Applicant(command) => command.resolve()?.map(Op::Applicant),
        Command::Invite(command) => command.resolve()?.map(Op::Invite),
        Command::Settings(command) => command.resolve().map(Op::Settings),
        Command::Test(test::Command::Import(args)) if args.dry_run => return args.rehearse(&mut std::io::stdout()),
        Command::Test(command) => command.resolve()?.map(Op::Test),
        Command::Results(command) => command.resolve()?.map(Op::Results),
        Command::Smtp(command) => command.resolve()?.map(Op::Smtp),
        Command::Theme(command) => command.resolve()?.map(Op::Theme),
        Command::Tls(command) => return command.run(&folder),
        Command::Check(args) => args.resolve().map(Op::Check),
    };
    run::run(&folder, request)
}

/// Help goes to standard output. A value that will not do is a refusal (exit code 1); only grammar is 2.
fn misread(error: &clap::Error) -> ExitCode {
    if is_bad_value(error) {
        let text = error.to_string();
        let said: Vec<&str> = text.lines().map(str::trim).take_while(|l| !l.is_empty()).collect();
        return Failure::refused(said.join(" ").trim_start_matches("error: ")).report();
    }
    // Nobody is left to tell if this cannot be written.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// A missing value ("--port" at the end) has the same kind as a bad one, but is grammar.
fn is_bad_value(error: &clap::Error) -> bool {
    let given = || matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(v)) if !v.is_empty());
    matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) && given()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_sound_and_every_command_teaches_by_example() {
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
