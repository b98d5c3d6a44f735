//! Why a command ends without having done what it was asked for.

use crate::{domain::Error, secrets::SecretError, service::export::failed};
use std::{collections::BTreeSet, io, process::ExitCode};

pub enum Failure {
    /// One line for a person.
    Refused(String),
    /// Whoever read the output has left (`| head`): nothing is wrong, and nobody is there to be told.
    ReaderLeft,
}

/// What a shell reports for a program that SIGPIPE ended.
const READER_LEFT: u8 = 128 + 13;

impl Failure {
    pub fn refused(words: impl AsRef<str>) -> Self {
        Self::Refused(super::text::one_line(words.as_ref()))
    }

    /// Writes the line to standard error.
    pub fn report(&self) -> ExitCode {
        match self {
            Self::Refused(words) => {
                use io::Write;
                // Standard error may be closed; the exit code still tells.
                let _ = writeln!(io::stderr(), "error: {words}");
                ExitCode::FAILURE
            }
            Self::ReaderLeft => ExitCode::from(READER_LEFT),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        // The operator may know what browsers are not told.
        if let Some(source) = &error.source {
            return Self::refused(source.to_string());
        }
        let mut said = BTreeSet::from([error.detail.as_str()]);
        let mut words = error.detail.clone();
        for message in error.fields.values() {
            if said.insert(message) {
                words = format!("{}; {message}", words.trim_end_matches('.'));
            }
        }
        Self::refused(words)
    }
}

impl From<SecretError> for Failure {
    fn from(error: SecretError) -> Self {
        Self::refused(error.to_string())
    }
}

/// For output only: other files are named in the message where they are opened.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderLeft,
            _ => Self::refused(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<failed::Failed> for Failure {
    fn from(failed: failed::Failed) -> Self {
        match failed {
            failed::Failed::Refused(error) => error.into(),
            failed::Failed::Output(error) => error.into(),
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
    use crate::domain::user;

    #[test]
    fn all_faults_of_the_input_stand_in_one_line() {
        let error = user::check_new_account("nobody", "short", "\n").unwrap_err();
        let Failure::Refused(words) = Failure::from(error) else { panic!("not a refusal") };
        assert_eq!(
            words,
            "A name is required; This is not a valid e-mail address; Password must be at least 6 characters long"
        );
    }

    #[test]
    fn a_reader_that_left_is_no_error_to_speak_of() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(matches!(failure, Failure::ReaderLeft));
    }
}
