//! Errors of a command.

use crate::{domain::Error, secrets::SecretError, service::export::export_error};
use std::{collections::BTreeSet, io, process::ExitCode};

pub enum Failure {
    /// A refusal or a fault, as one line for the operator.
    Refused(String),
    /// The result could not be written; the operation itself may be done.
    Output(String),
    /// The reader of the output has closed the pipe (`| head`): not an error, and there is no one to report it to.
    BrokenPipe,
}

/// Exit code that a shell reports for a program killed by SIGPIPE.
const SIGPIPE_EXIT_CODE: u8 = 128 + 13;

impl Failure {
    pub fn refused(message: impl AsRef<str>) -> Self {
        Self::Refused(super::text::one_line(message.as_ref()))
    }

    /// Adds what to do about an operation whose result was lost.
    pub fn or_undo(self, advice: &str) -> Self {
        match self {
            Self::Output(message) => Self::Output(format!("{message}. {advice}")),
            other => other,
        }
    }

    /// Writes the line to standard error.
    pub fn report(&self) -> ExitCode {
        match self {
            Self::Refused(message) | Self::Output(message) => {
                use io::Write;
                // Standard error may be closed; the exit code still reports the failure.
                let _ = writeln!(io::stderr(), "error: {message}");
                ExitCode::FAILURE
            }
            Self::BrokenPipe => ExitCode::from(SIGPIPE_EXIT_CODE),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        // The operator may see the cause; browsers never do.
        if let Some(source) = &error.source {
            return Self::refused(source.to_string());
        }
        let mut seen = BTreeSet::from([error.detail.as_str()]);
        let mut line = error.detail.clone();
        for message in error.fields.values() {
            if seen.insert(message) {
                line = format!("{}; {message}", line.trim_end_matches('.'));
            }
        }
        Self::refused(line)
    }
}

impl From<SecretError> for Failure {
    fn from(error: SecretError) -> Self {
        Self::refused(error.to_string())
    }
}

/// Reports a failed write of output: code that opens other files names them in its message.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Output(super::text::one_line(&format!("cannot write the output: {error}"))),
        }
    }
}

impl From<export_error::Failed> for Failure {
    fn from(failed: export_error::Failed) -> Self {
        match failed {
            export_error::Failed::Refused(error) => error.into(),
            export_error::Failed::Output(error) => error.into(),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{password_policy::PasswordPolicy, user};

    #[test]
    fn all_input_errors_are_reported_in_one_line() {
        let error = user::check_new_account("not-an-address", "short", "\n", &PasswordPolicy::lowest()).unwrap_err();
        let Failure::Refused(message) = Failure::from(error) else { panic!("not a refusal") };
        assert_eq!(
            message,
            "A name is required; This is not a valid email address: the @ is missing; Password must be at least 6 characters long"
        );
    }

    #[test]
    fn a_broken_pipe_is_not_reported_as_an_error() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(matches!(failure, Failure::BrokenPipe));
    }
}
