//! Where passwords come from: never an argument, which every user of the machine could read in the process list.

use super::failure::Failure;
use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::Path,
};

/// A password is one line; more than this is a wrong file.
const MAX: u64 = 4096;

/// A password's ways in, in order: standard input if asked for, a file named by a variable, the terminal.
pub struct SecretInput {
    pub from_stdin: bool,
    /// Environment variable with the path of a file.
    pub file_variable: &'static str,
    /// What it is, as in the flag `--password-stdin`.
    pub what: &'static str,
}

impl SecretInput {
    /// From standard input or the file, if either was given.
    pub fn given(&self) -> Result<Option<String>, Failure> {
        if self.from_stdin {
            return line(io::stdin(), "standard input", self.what).map(Some);
        }
        match std::env::var_os(self.file_variable).filter(|v| !v.is_empty()) {
            Some(path) => file(Path::new(&path), self.what).map(Some),
            None => Ok(None),
        }
    }

    /// As [`Self::given`], or asked for twice on a terminal.
    pub fn required(&self, prompt: &str) -> Result<String, Failure> {
        if let Some(secret) = self.given()? {
            return Ok(secret);
        }
        if !io::stdin().is_terminal() {
            return Err(Failure::refused(format!(
                "a {what} is needed: give it on standard input with --{what}-stdin, or in a file named by {}",
                self.file_variable,
                what = self.what
            )));
        }
        let first = ask(&format!("{prompt}: "))?;
        if ask("The same again: ")? != first {
            return Err(Failure::refused(format!("the two {}s differ", self.what)));
        }
        Ok(first)
    }

    /// Asked for once on a terminal, for what was set before.
    pub fn once(&self, prompt: &str) -> Result<String, Failure> {
        let answer = ask(prompt)?;
        if answer.is_empty() { Err(Failure::refused(format!("no {} was given", self.what))) } else { Ok(answer) }
    }

    /// As [`Self::given`], or asked for once on a terminal; `None` for an empty answer and without a terminal.
    pub fn optional(&self, prompt: &str) -> Result<Option<String>, Failure> {
        match self.given()? {
            None if io::stdin().is_terminal() => Ok(Some(ask(prompt)?).filter(|s| !s.is_empty())),
            given => Ok(given),
        }
    }
}

/// The one line of a secret's file. `what` it holds is said where it does not.
pub fn file(path: &Path, what: &str) -> Result<String, Failure> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| Failure::refused(format!("{name}: {e}")))?;
    line(file, &name, what)
}

fn ask(prompt: &str) -> Result<String, Failure> {
    rpassword::prompt_password(prompt).map_err(|e| Failure::refused(format!("the terminal cannot be read: {e}")))
}

fn line(from: impl Read, name: &str, what: &str) -> Result<String, Failure> {
    let mut text = String::new();
    from.take(MAX + 1).read_to_string(&mut text).map_err(|e| Failure::refused(format!("{name}: {e}")))?;
    let secret = text.strip_suffix('\n').unwrap_or(&text);
    let secret = secret.strip_suffix('\r').unwrap_or(secret);
    if secret.is_empty() {
        return Err(Failure::refused(format!("{name} is empty: it must hold the {what}, on one line")));
    }
    if secret.contains('\n') || text.len() as u64 > MAX {
        return Err(Failure::refused(format!("{name} holds more than the {what} on one line")));
    }
    Ok(secret.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_one_line_without_its_end() {
        let read = |text: &str| line(text.as_bytes(), "x", "token").ok();
        assert_eq!(read("pass word \r\n").as_deref(), Some("pass word "));
        assert_eq!(read("secret").as_deref(), Some("secret"));
        for bad in ["", "\n", "one\ntwo\n", &"x".repeat(5000)] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
        let Err(Failure::Refused(fault)) = line("\n".as_bytes(), "x", "token for the metrics") else { panic!() };
        assert_eq!(fault, "x is empty: it must hold the token for the metrics, on one line");
    }
}
