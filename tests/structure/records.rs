//! Every stored type is known to the integrity check and to rebuilds.

use super::{files, is_test, root};
use std::{collections::BTreeSet, fs};

/// Types of tables that a migration empties, and of rows that a migration reads in an earlier form.
const FORMER: [&str; 2] = ["SingleEntry", "SingleLogged"];

/// The type that a line implements `Record` for; `None` within a macro, whose types are its arguments.
fn implemented(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("impl Record for ")?.split([' ', '<']).next()?;
    (!name.starts_with('$')).then(|| name.rsplit("::").next().unwrap_or(name))
}

/// The names in `RecordKind::of::<..>`, and those that an import renames to one of them.
fn registered(code: &str) -> BTreeSet<&str> {
    let names = code.split("RecordKind::of::<").skip(1).filter_map(|rest| rest.split('>').next());
    let names: BTreeSet<&str> = names.map(|name| name.rsplit("::").next().unwrap_or(name)).collect();
    let words: Vec<&str> =
        code.split(|c: char| c.is_whitespace() || ",{}".contains(c)).filter(|w| !w.is_empty()).collect();
    let renamed =
        words.windows(3).filter(|w| w[1] == "as" && names.contains(w[2])).map(|w| w[0].rsplit("::").next().unwrap());
    names.iter().copied().chain(renamed).collect()
}

/// The compiler does not notice a record type that is missing in `KINDS`: it would be neither checked nor rebuilt.
#[test]
fn every_record_type_is_registered() {
    let folder = root().join("src/store/records");
    let kinds = fs::read_to_string(folder.join("mod.rs")).unwrap();
    let known = registered(&kinds);
    let mut seen = 0;
    let mut missing = Vec::new();
    for path in files(&folder, &["rs"]).into_iter().filter(|path| !is_test(path)) {
        let text = fs::read_to_string(&path).unwrap();
        for name in text.lines().filter_map(implemented) {
            seen += 1;
            if !known.contains(name) && !FORMER.contains(&name) {
                missing.push(name.to_owned());
            }
        }
    }
    assert!(seen > 50, "the search finds nothing");
    assert!(missing.is_empty(), "add to KINDS in src/store/records/mod.rs: {missing:?}");
}

/// The control.
#[test]
fn record_types_are_found_in_every_spelling() {
    assert_eq!(implemented("impl Record for timeline::TimelineEvent {"), Some("TimelineEvent"));
    assert_eq!(implemented("        impl Record for $name {"), None);
    let code = "use a::{Picture as Drawn, b};\nconst KINDS: &[K] = &[RecordKind::of::<Drawn>(\"p\"), RecordKind::of::<x::User>(\"u\")];";
    assert_eq!(registered(code).into_iter().collect::<Vec<_>>(), ["Drawn", "Picture", "User"]);
}
