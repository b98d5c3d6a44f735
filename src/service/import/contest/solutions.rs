//! Programs of a package: accepted ones have to pass here, too, wrong ones must not.

use super::problem::Note;
use crate::{
    domain::question::code::{MAX_PART, SolutionDraft},
    service::import::{lost::Lost, package::Package},
};
use std::collections::BTreeMap;

const MAX: usize = 12;
/// All programs together, in bytes.
const MAX_TOTAL: usize = 100 << 10;

/// Endings of files by language.
const LANGUAGES: [(&str, &str); 17] = [
    ("py", "Python"),
    ("py3", "Python"),
    ("js", "JavaScript"),
    ("java", "Java"),
    ("cpp", "C++"),
    ("cc", "C++"),
    ("cxx", "C++"),
    ("cs", "C#"),
    ("rb", "Ruby"),
    ("go", "Go"),
    ("rs", "Rust"),
    ("php", "PHP"),
    ("swift", "Swift"),
    ("kt", "Kotlin"),
    ("ts", "TypeScript"),
    ("c++", "C++"),
    ("mjs", "JavaScript"),
];

/// Reads the programs in languages of the question.
pub fn read(
    package: &mut Package<'_>,
    folder: &str,
    languages: &[String],
    notes: &mut Vec<Note>,
) -> (Vec<SolutionDraft>, Vec<SolutionDraft>) {
    let mut left = MAX_TOTAL;
    let mut of = |kind: &str| {
        let place = format!("{folder}submissions/{kind}/");
        let (found, lost) = programs(package, &place, languages, &mut left);
        if lost > 0 {
            let what = format!(
                "{lost} of the programs are not imported: they have several files, another language, or are too many."
            );
            notes.push(Note { entry: Some(place), lost: Lost::looks(what) });
        }
        found
    };
    (of("accepted"), of("wrong_answer"))
}

fn programs(
    package: &mut Package<'_>,
    place: &str,
    languages: &[String],
    left: &mut usize,
) -> (Vec<SolutionDraft>, usize) {
    let is_possible = |name: &str| languages.iter().any(|language| language == name);
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut lost = 0;
    for name in package.names() {
        let Some(file) = name.strip_prefix(place).filter(|file| !file.is_empty() && !file.ends_with('/')) else {
            continue;
        };
        let language = file.rsplit_once('.').and_then(|(_, ending)| LANGUAGES.iter().find(|(one, _)| *one == ending));
        let language = language.filter(|(_, name)| is_possible(name));
        // Python 2 has another syntax.
        match language.filter(|_| !file.contains('/') && !file.contains("py2")) {
            Some((_, language)) => {
                files.insert(name, (*language).to_owned());
            }
            None => lost += 1,
        }
    }
    let mut found = Vec::new();
    for (name, language) in files {
        let source = package.bytes(&name).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        match source
            .filter(|source| !source.trim().is_empty() && source.len() <= MAX_PART.min(*left) && found.len() < MAX)
        {
            Some(source) => {
                *left -= source.len();
                found.push(SolutionDraft { language, source });
            }
            None => lost += 1,
        }
    }
    (found, lost)
}
