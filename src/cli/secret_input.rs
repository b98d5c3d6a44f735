//! Input of passwords: never from an argument, which every user of the machine could read in the process list.

use super::failure::Failure;
use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::Path,
};

/// Longest input in bytes: a password is one line, so a longer input is the wrong file.
const MAX_BYTES: u64 = 4096;

/// Sources of a password, in order: standard input if requested, the file named by a variable, the terminal.
pub struct SecretInput {
    pub from_stdin: bool,
    /// Environment variable that contains the path of a file.
    pub file_variable: &'static str,
    /// Kind of secret, as in the flag `--password-stdin`.
    pub what: &'static str,
}

impl SecretInput {
    /// Reads standard input or the file, if either was given.
    pub fn given(&self) -> Result<Option<String>, Failure> {
        if self.from_stdin {
            return line(io::stdin(), "standard input", self.what).map(Some);
        }
        match std::env::var_os(self.file_variable).filter(|v| !v.is_empty()) {
            Some(path) => file(Path::new(&path), self.what).map(Some),
            None => Ok(None),
        }
    }

    /// Like [`Self::given`], else prompts twice on a terminal.
    pub fn required(&self, prompt: &str) -> Result<String, Failure> {
        if let Some(secret) = self.given()? {
            return Ok(secret);
        }
        if !io::stdin().is_terminal() {
            return Err(Failure::refused(format!(
                "a {what} is required: pass it on standard input with --{what}-stdin, or in the file named by {}",
                self.file_variable,
                what = self.what
            )));
        }
        let first = ask(&format!("{prompt}: "))?;
        if ask("Repeat: ")? != first {
            return Err(Failure::refused(format!("the two {}s do not match", self.what)));
        }
        Ok(first)
    }

    /// Prompts once on a terminal, for a secret that was set before.
    pub fn once(&self, prompt: &str) -> Result<String, Failure> {
        let answer = ask(prompt)?;
        if answer.is_empty() { Err(Failure::refused(format!("no {} was given", self.what))) } else { Ok(answer) }
    }

    /// Like [`Self::given`], else prompts once on a terminal; `None` for an empty input and without a terminal.
    pub fn optional(&self, prompt: &str) -> Result<Option<String>, Failure> {
        match self.given()? {
            None if io::stdin().is_terminal() => Ok(Some(ask(prompt)?).filter(|s| !s.is_empty())),
            given => Ok(given),
        }
    }
}

/// Reads the one line of a secret's file. `what` names the secret in error messages.
pub fn file(path: &Path, what: &str) -> Result<String, Failure> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| Failure::refused(format!("{name}: {e}")))?;
    line(file, &name, what)
}

fn ask(prompt: &str) -> Result<String, Failure> {
    rpassword::prompt_password(prompt).map_err(|e| Failure::refused(format!("cannot read from the terminal: {e}")))
}

fn line(from: impl Read, name: &str, what: &str) -> Result<String, Failure> {
    let mut text = String::new();
    from.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(|e| Failure::refused(format!("{name}: {e}")))?;
    let secret = text.strip_suffix('\n').unwrap_or(&text);
    let secret = secret.strip_suffix('\r').unwrap_or(secret);
    if secret.is_empty() {
        return Err(Failure::refused(format!("{name} is empty: it must contain the {what} on one line")));
    }
    if secret.contains('\n') || text.len() as u64 > MAX_BYTES {
        return Err(Failure::refused(format!("{name} contains more than the {what} on one line")));
    }
    Ok(secret.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_one_line_without_its_line_ending() {
        let read = |text: &str| line(text.as_bytes(), "x", "token").ok();
        assert_eq!(read("pass word \r\n").as_deref(), Some("pass word "));
        assert_eq!(read("secret").as_deref(), Some("secret"));
        for bad in ["", "\n", "one\ntwo\n", &"x".repeat(5000)] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
        let Err(Failure::Refused(message)) = line("\n".as_bytes(), "x", "metrics token") else { panic!() };
        assert_eq!(message, "x is empty: it must contain the metrics token on one line");
    }
}
