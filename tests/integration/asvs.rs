//! docs/asvs.md lists every requirement once, and only existing files.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Last requirement of levels 1 and 2 by section of ASVS 5.0.0; numbers start at 1, and level 3 follows.
const SECTIONS: [(&str, u32); 75] = [
    ("1.1", 2),
    ("1.2", 9),
    ("1.3", 11),
    ("1.4", 3),
    ("1.5", 2),
    ("2.1", 3),
    ("2.2", 3),
    ("2.3", 4),
    ("2.4", 1),
    ("3.2", 2),
    ("3.3", 4),
    ("3.4", 6),
    ("3.5", 5),
    ("3.7", 2),
    ("4.1", 3),
    ("4.2", 1),
    ("4.3", 2),
    ("4.4", 4),
    ("5.1", 1),
    ("5.2", 3),
    ("5.3", 2),
    ("5.4", 3),
    ("6.1", 3),
    ("6.2", 12),
    ("6.3", 4),
    ("6.4", 4),
    ("6.5", 5),
    ("6.6", 3),
    ("6.8", 4),
    ("7.1", 3),
    ("7.2", 4),
    ("7.3", 2),
    ("7.4", 5),
    ("7.5", 2),
    ("7.6", 2),
    ("8.1", 2),
    ("8.2", 3),
    ("8.3", 1),
    ("8.4", 1),
    ("9.1", 3),
    ("9.2", 4),
    ("10.1", 2),
    ("10.2", 2),
    ("10.3", 4),
    ("10.4", 11),
    ("10.5", 5),
    ("10.6", 2),
    ("10.7", 3),
    ("11.1", 2),
    ("11.2", 3),
    ("11.3", 3),
    ("11.4", 4),
    ("11.5", 1),
    ("11.6", 1),
    ("12.1", 3),
    ("12.2", 2),
    ("12.3", 4),
    ("13.1", 1),
    ("13.2", 5),
    ("13.3", 2),
    ("13.4", 5),
    ("14.1", 2),
    ("14.2", 4),
    ("14.3", 3),
    ("15.1", 3),
    ("15.2", 3),
    ("15.3", 7),
    ("16.1", 1),
    ("16.2", 5),
    ("16.3", 4),
    ("16.4", 3),
    ("16.5", 3),
    ("17.1", 1),
    ("17.2", 4),
    ("17.3", 2),
];

/// Rows of all tables: requirements, verdict, files.
fn rows(sheet: &str) -> Vec<(Vec<&str>, &str, Vec<&str>)> {
    sheet
        .lines()
        .filter(|line| line.starts_with("| V"))
        .map(|line| {
            let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
            let ids = cells.next().unwrap().split(", ").collect();
            let verdict = cells.next().unwrap();
            // Every second piece between backticks is a path.
            let files = cells.last().unwrap().split('`').skip(1).step_by(2).collect();
            (ids, verdict, files)
        })
        .collect()
}

#[test]
fn every_requirement_has_one_verdict_and_existing_evidence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sheet = std::fs::read_to_string(root.join("docs/asvs.md")).unwrap();
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let mut missing: Vec<PathBuf> = Vec::new();
    for (ids, verdict, files) in rows(&sheet) {
        assert!(matches!(verdict, "met" | "deviates" | "n/a"), "{ids:?}: {verdict}");
        for id in ids {
            *found.entry(id.to_owned()).or_default() += 1;
        }
        missing.extend(files.iter().map(|file| root.join(file)).filter(|file| !file.exists()));
    }
    let expected: BTreeMap<String, u32> =
        SECTIONS.iter().flat_map(|(section, last)| (1..=*last).map(move |n| (format!("V{section}.{n}"), 1))).collect();
    assert_eq!(expected.len(), 253);
    assert_eq!(found, expected);
    assert_eq!(missing, Vec::<PathBuf>::new());
}
