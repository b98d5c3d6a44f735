//! Lists of people to invite, as files and as pasted text (`docs/behaviour/invites.md#lists-of-people`). Page, command
//! line and server read a list with [`read`], so that all find the same people, and say the same.
//!
//! | step | room |
//! |---|---|
//! | the sheet of a workbook with addresses, as text | [`sheet`] |
//! | dates in its cells | [`dates`] |
//! | headings over several cells | [`merged`] |
//! | the XML of its parts | [`parts`] |
//! | bytes to text: UTF-8, UTF-16, Windows-1252 | [`decode`] |
//! | text to rows: separators, quotation marks, line numbers | [`table`] |
//! | what each column holds, in nine languages | [`heading`] |
//! | rows to people, with what is odd about each | [`people`] |
//! | `Lovelace, Ada` as `Ada Lovelace` | [`last_first`] |
//! | `1. Ada Lovelace (ada@example.org)` | [`written`] |
//! | `JÃ¶rg` as `Jörg` | [`damaged`] |

mod damaged;
mod dates;
mod heading;
mod heading_words;
mod last_first;
mod merged;
#[cfg(test)]
mod merged_tests;
mod parts;
mod people;
#[cfg(test)]
mod people_tests;
mod sheet;
mod table;
mod written;
#[cfg(test)]
mod written_tests;

pub use crate::service::import::Encoding;
pub use people::ListedPerson;
pub use table::MAX_LIST;

use super::{
    bulk::{InviteLine, LineChecker},
    invites::deactivated,
};
use crate::{
    app::App,
    domain::{Error, Result, user},
    service::{
        actor::Inviter,
        import::{decode, sentence, with_usual_ends},
        query::person::by_email,
    },
};
use bytes::Bytes;

/// Maximum size of a list that is sent to the server for a look, in bytes.
pub const MAX_PREVIEW: usize = 4 << 20;
/// Maximum number of people of a list that is sent to the server for a look.
const MAX_PREVIEWED: usize = 10_000;

/// A list, as it was read.
#[derive(Debug)]
pub struct PeopleList {
    pub encoding: Encoding,
    /// People in the order of the lines.
    pub people: Vec<ListedPerson>,
    /// Sentences on all that was not used, was removed or guessed: nothing is left out in silence.
    pub notes: Vec<String>,
    /// The list as text: decoded, or made of a sheet's rows, one line for each.
    pub text: String,
}

impl PeopleList {
    /// People whose names or addresses depend on a guess of the encoding.
    pub fn doubtful(&self) -> impl Iterator<Item = &ListedPerson> {
        let is_guess = self.encoding == Encoding::Windows1252;
        self.people.iter().filter(move |person| is_guess && !(person.name.is_ascii() && person.email.is_ascii()))
    }
}

/// Reads a list. Pure: whether its people can be invited is decided by [`preview`], or when they are.
///
/// # Errors
/// A sentence, if the bytes are no such list, or nothing in it can be distinguished.
pub fn read(bytes: &[u8]) -> Result<PeopleList, String> {
    let (text, encoding, mut notes) = if let Some(sheet) = sheet::read(bytes)? {
        (sheet.text, Encoding::Utf8, sheet.notes)
    } else {
        let (text, encoding) = decode(bytes)?;
        if let Some(why) = foreign(&text) {
            return Err(why.into());
        }
        (with_usual_ends(text), encoding, Vec::new())
    };
    if text.len() > MAX_LIST {
        return Err("the list is larger than 16 MiB".into());
    }
    let people = people::read(&text, &mut notes)?;
    let mut list = PeopleList { encoding, people, notes, text };
    if encoding == Encoding::Windows1252 {
        let doubt = if list.doubtful().next().is_some() {
            "Read as Windows-1252: check the names."
        } else {
            "Read as Windows-1252."
        };
        list.notes.insert(0, doubt.into());
    }
    Ok(list)
}

/// The advice for a text that is no list.
fn foreign(text: &str) -> Option<&'static str> {
    let begin: String = text.trim_start().chars().take(20).collect::<String>().to_ascii_lowercase();
    if ["<?xml", "<!doctype", "<html", "<table"].iter().any(|mark| begin.starts_with(mark)) {
        return Some(
            "this is a web page or XML; open it in Excel or LibreOffice and save it as .xlsx or as 'CSV UTF-8'",
        );
    }
    begin.starts_with("begin:vcard").then_some("these are contacts (vCard); save them as 'CSV UTF-8'")
}

/// Reads a list, and checks each of its people as the invitation does: who has a fault cannot be invited.
///
/// # Errors
/// 422 for bytes that are no list, and for a list that is too long.
pub async fn preview(app: &App, by: &Inviter, bytes: Bytes) -> Result<PeopleList> {
    let by = by.clone();
    app.blocking(move |app: &App| checked(app, &by, &bytes)).await
}

fn checked(app: &App, by: &Inviter, bytes: &[u8]) -> Result<PeopleList> {
    let mut list = read(bytes).map_err(|why| Error::field("list", sentence(&why)))?;
    if list.people.len() > MAX_PREVIEWED {
        let words = format!("This list has {} people; {MAX_PREVIEWED} can be read at once.", list.people.len());
        return Err(Error::field("list", words));
    }
    list.people = check(app, by, list.people)?;
    Ok(list)
}

/// People with the fault of each who cannot be invited.
///
/// # Errors
/// Storage only.
pub fn check(app: &App, _: &Inviter, mut people: Vec<ListedPerson>) -> Result<Vec<ListedPerson>> {
    let (store, now) = (app.store.read()?, app.now());
    let mut checker = LineChecker::default();
    for person in &mut people {
        person.fault = checker.check(&InviteLine::from(&*person), now).err().map(|error| error.detail);
        let known = by_email(&store, &user::normalise_email(&person.email))?;
        if person.fault.is_none() && known.is_some_and(|user| !user.is_active) {
            person.fault = Some(deactivated().detail);
        }
    }
    Ok(people)
}

impl From<&ListedPerson> for InviteLine {
    fn from(person: &ListedPerson) -> Self {
        let (name, email) = (person.name.clone(), person.email.clone());
        let line = Self::new(person.line, name, email, person.extra_minutes, None);
        let line = line.within(person.opens_at, person.closes_at).speaking(person.language.as_deref());
        Self { fault: person.fault.clone().or(line.fault), ..line }
    }
}
