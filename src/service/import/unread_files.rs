//! Files of a zip that no rule has read: a finding each, so that nothing is left out in silence.

use super::{
    lost::Lost,
    package::{Package, is_hidden},
    pictures::is_picture,
    plan::{Parsed, Position},
};

/// Files that are named one by one.
const MAX_UNREAD: usize = 20;

/// The finding about files of a kind.
pub type SaidOf = fn() -> Lost;

/// Files that may be passed over, by the beginning of their path below the top, or by the end of their name, with the reason.
pub struct FileVocabulary {
    pub folders: &'static [(&'static str, &'static str)],
    pub endings: &'static [(&'static str, &'static str)],
    /// The folder of files by which an answer is scored.
    pub scoring: Option<&'static str>,
    /// Files whose loss has a sentence of its own, by the beginning of their path.
    pub named: &'static [(&'static str, SaidOf)],
}

/// Names the files of a zip that no rule has read; `top` is the folder that holds everything.
pub fn name_unread(package: &Package<'_>, top: &str, known: &FileVocabulary, parsed: &mut Parsed) {
    let is_passed_over = |name: &str| {
        let below = name.strip_prefix(top).unwrap_or(name);
        let lower = name.to_ascii_lowercase();
        is_hidden(name)
            || name.ends_with('/')
            || known.folders.iter().any(|(folder, _)| below.starts_with(folder))
            || known.endings.iter().any(|(ending, _)| lower.ends_with(ending))
    };
    let mut names = package.unread();
    names.retain(|name| !is_passed_over(name));
    // Texts first: one of them may hold questions.
    names.sort_by_key(|name| (is_picture(name), !name.to_ascii_lowercase().ends_with(".xml"), name.clone()));
    for (folder, lost) in known.named {
        let of_folder = |name: &String| name.strip_prefix(top).unwrap_or(name).starts_with(folder);
        if names.iter().any(of_folder) {
            let place = Position { entry: Some(format!("{top}{folder}")), line: None };
            parsed.left_out_of_file(place, lost().unread(*folder));
            names.retain(|name| !of_folder(name));
        }
    }
    let more = names.len().saturating_sub(MAX_UNREAD);
    for name in names.into_iter().take(MAX_UNREAD) {
        let what = if is_picture(&name) { "This picture is shown by no question." } else { "This file is not read." };
        let below = name.strip_prefix(top).unwrap_or(&name);
        let is_scoring = !is_drawn(&name) && known.scoring.is_some_and(|folder| below.starts_with(folder));
        let lost = if is_scoring { Lost::scores(what) } else { Lost::looks(what) }.unread(&name);
        parsed.left_out_of_file(Position { entry: Some(name), line: None }, lost);
    }
    if more > 0 {
        parsed.left_out_of_file(Position::default(), Lost::looks(format!("{more} more files are not read.")));
    }
}

fn is_drawn(name: &str) -> bool {
    is_picture(name) || name.to_ascii_lowercase().ends_with(".svg")
}
