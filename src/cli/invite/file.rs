//! Lists of people to invite, as files.

use crate::{
    cli::failure::Failure,
    service::invite::people_list::{self, ListedPerson, MAX_LIST, PeopleList},
};
use clap::ValueEnum;
use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

/// Encodings that are a guess, which people have to confirm.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConfirmedEncoding {
    #[value(name = "windows-1252")]
    Windows1252,
}

/// Reads the people in line order; says on standard error what of the file is not used.
///
/// # Errors
/// If the file cannot be read or is no list; if its names depend on a guess of the encoding that is not `confirmed`, unless it is
/// only looked at.
pub fn read(path: &Path, confirmed: Option<ConfirmedEncoding>, is_look: bool) -> Result<Vec<ListedPerson>, Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let refused = |why: String| Failure::refused(format!("{name}: {why}"));
    let limit = MAX_LIST as u64;
    let mut bytes = Vec::new();
    let taken = if is_stdin {
        io::stdin().take(limit + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    taken.map_err(|e| refused(e.to_string()))?;
    if bytes.len() as u64 > limit {
        return Err(refused("the list is larger than 16 MiB".into()));
    }
    let list = people_list::read(&bytes).map_err(refused)?;
    if confirmed.is_none()
        && !is_look
        && let Some(why) = doubt(&list)
    {
        return Err(refused(why));
    }
    for note in &list.notes {
        let _ = writeln!(io::stderr(), "{name}: {note}");
    }
    Ok(list.people)
}

/// The names to look at before anything is sent.
fn doubt(list: &PeopleList) -> Option<String> {
    const SHOWN: usize = 10;
    let all: Vec<&ListedPerson> = list.doubtful().collect();
    let shown: Vec<String> =
        all.iter().take(SHOWN).map(|person| format!("{} (line {})", person.name, person.line)).collect();
    let more = all.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!all.is_empty()).then(|| {
        format!(
            "this is not UTF-8. Read as Windows-1252, the names are: {}{more}. If they are right, add --encoding \
             windows-1252; otherwise save the list as 'CSV UTF-8'",
            shown.join(", ")
        )
    })
}
