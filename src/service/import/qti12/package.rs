//! Packages of QTI 1.2: Canvas (a common cartridge or an export of quizzes), Blackboard and others.

use super::{
    ROOT,
    file::{FileReader, Settings},
    is_root,
    limits::time_limit,
    pool, read_root,
};
use crate::{
    domain::PictureHash,
    service::import::{
        html::ForeignText,
        lost::Lost,
        name_order::by_number,
        package::{Package, is_hidden},
        pictures::Pictures,
        plan::{Parsed, Position},
        qti::{
            self, MANIFEST,
            reader::PictureSource,
            unread::{Vocabulary, unread_but},
            xml::{self, XmlElement},
        },
        unread_files::name_unread,
    },
};
use std::{borrow::Cow, collections::HashSet};

/// Types of resources in a manifest.
const TYPES: [&str; 4] = ["imsqti_xmlv1p2", "imsqti_xmlv1p1", "x-bb-qti-", "x-bb-pool"];
/// The files of Canvas that hold all of a test; beside them are files for other programs, which hold less.
const WHOLE: &str = "non_cc_assessments/";
/// How texts name files of the package.
const BASES: [&str; 5] = [
    "$IMS-CC-FILEBASE$",
    "%24IMS-CC-FILEBASE%24",
    "$IMS_CC_FILE_BASE$",
    "%24IMS_CC_FILE_BASE%24",
    "@X@EmbeddedFile.requestUrlStub@X@",
];

/// Settings of a test of Canvas that may be passed over, with the reason.
const SETTINGS: Vocabulary = Vocabulary {
    passed_over: &[
        ("points_possible", "the sum of the points"),
        ("quiz_type", "of the course"),
        ("assignment", "of the course"),
        ("assignment_group_identifierref", "of the course"),
        ("assignment_overrides", "of the course"),
        ("due_at", "dates are those of an invitation"),
        ("lock_at", "dates are those of an invitation"),
        ("unlock_at", "dates are those of an invitation"),
        ("show_correct_answers_at", "when results are shown is a rule of the site"),
        ("hide_correct_answers_at", "when results are shown is a rule of the site"),
        ("show_correct_answers", "when results are shown is a rule of the site"),
        ("show_correct_answers_last_attempt", "when results are shown is a rule of the site"),
        ("hide_results", "when results are shown is a rule of the site"),
        ("one_time_results", "when results are shown is a rule of the site"),
        ("scoring_policy", "of further attempts, which a test does not have"),
        ("allowed_attempts", "of further attempts, which a test does not have"),
        ("build_on_last_attempt", "of further attempts, which a test does not have"),
        ("one_question_at_a_time", "named where it is set"),
        ("cant_go_back", "named where it is set"),
        ("available", "a state of the course"),
        ("could_be_locked", "a state of the course"),
        ("module_locked", "a state of the course"),
        ("only_visible_to_overrides", "a state of the course"),
        ("anonymous_submissions", "of surveys"),
        ("require_lockdown_browser", "of a browser of its own"),
        ("require_lockdown_browser_for_results", "of a browser of its own"),
        ("require_lockdown_browser_monitor", "of a browser of its own"),
        ("lockdown_browser_monitor_data", "of a browser of its own"),
        ("show_results", "when results are shown is a rule of the site"),
    ],
    optional: &["access_code", "ip_filter"],
    attributes: &[("identifier", "an id")],
};

/// Whether the manifest of a package names files of this version, and none of a later one. What a manifest does not say, its
/// files do.
pub fn is_in(package: &mut Package<'_>) -> bool {
    let name = package.at_top(MANIFEST);
    let bytes = package.bytes(&name).unwrap_or_default();
    let text = xml::text(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes));
    if text.contains("imsqti_item_xmlv") || text.contains("imsqti_test_xmlv") {
        return false;
    }
    TYPES.iter().any(|kind| text.contains(kind))
        || qti::has_root(package, &[ROOT, pool::ROOT]) && !qti::has_items(package)
}

pub fn packaged(mut package: Package<'_>, title: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let mut pictures = Pictures::default();
    let names = files(&mut package, &mut parsed);
    let wholes: HashSet<String> = names.iter().filter_map(|name| stem(name)).collect();
    for name in &names {
        if parsed.is_full() {
            break;
        }
        let is_less = name.split('/').rev().nth(1).is_some_and(|folder| wholes.contains(folder));
        if is_less {
            package.pass_over(name);
            continue;
        }
        let root = match package
            .bytes(name)
            .map_err(|why| (None, why))
            .and_then(|bytes| xml::parse(&bytes).map_err(|(line, why)| (Some(line), why)))
        {
            Ok(root) => root,
            Err((line, why)) => {
                parsed.left_out_of_file(Position { entry: Some(name.clone()), line }, Lost::scores(why));
                continue;
            }
        };
        if !is_root(&root) {
            package.forget(name);
            continue;
        }
        let settings = settings(&mut package, name, &mut pictures, &mut parsed);
        let mut of = InPackage { package: &mut package, pictures: &mut pictures, file: name };
        let mut reader = FileReader { title, entry: Some(name), pictures: &mut of, parsed: &mut parsed };
        read_root(&mut reader, &root, &settings);
    }
    parsed.drop_empty();
    name_unread(&package, "", &qti::FILES, &mut parsed);
    parsed.pictures = pictures.found;
    parsed
}

/// The name of a whole test of Canvas, by which its other files are named, too.
fn stem(name: &str) -> Option<String> {
    let (_, file) = name.split_once(WHOLE)?;
    file.split('.').next().map(str::to_owned)
}

/// Files that may hold items, those of the manifest first.
fn files(package: &mut Package<'_>, parsed: &mut Parsed) -> Vec<String> {
    let manifest = package.at_top(MANIFEST);
    let mut names = Vec::new();
    let read = package.bytes(&manifest).map_err(|why| (None, why));
    let read = read.and_then(|bytes| xml::parse(&bytes).map_err(|(line, why)| (Some(line), why)));
    let is_whole = read.is_ok();
    match read {
        Ok(root) => {
            for resource in root.all("resource") {
                let files = resource.children().filter(|child| child.name == "file");
                let hrefs =
                    resource.attribute("href").into_iter().chain(files.filter_map(|file| file.attribute("href")));
                // Blackboard names its file by an attribute of its own.
                let hrefs = hrefs.chain(resource.attribute("bb:file")).chain(resource.attribute("file"));
                names.extend(hrefs.filter_map(|href| package.find(&manifest, href)));
            }
        }
        Err(why) if package.has(&manifest) => qti::unreadable(&manifest, why, parsed),
        Err(_) => {}
    }
    let is_file = |name: &String| {
        let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        matches!(ending.as_str(), "xml" | "qti" | "dat")
            && !name.ends_with(MANIFEST)
            && !name.ends_with("assessment_meta.xml")
    };
    let mut all = package.names();
    all.sort_by_cached_key(|name| by_number(name));
    names.extend(all.into_iter().filter(|name| !is_whole && !is_hidden(name) || name.contains(WHOLE)));
    let mut known = HashSet::new();
    names.retain(|name| is_file(name) && package.has(name) && known.insert(name.clone()));
    names
}

/// The settings that Canvas keeps of the test in this file.
fn settings(package: &mut Package<'_>, name: &str, pictures: &mut Pictures, parsed: &mut Parsed) -> Settings {
    let folder = stem(name).or_else(|| name.rsplit_once('/').map(|(folder, _)| folder.to_owned()));
    let meta = folder.map(|folder| format!("{}{folder}/assessment_meta.xml", before(name)));
    let Some(meta) = meta.filter(|meta| package.has(meta)) else { return Settings::default() };
    let root = package.bytes(&meta).ok().and_then(|bytes| xml::parse(&bytes).ok());
    let Some(root) = root else { return Settings::default() };
    let text = |name: &str| root.child(name).map(XmlElement::text).filter(|text| !text.is_empty());
    let description = root.child("description").map(|element| ForeignText::auto(&element.raw_text(), element.line));
    let (description, description_format, mut lost) = description
        .map(|text| text.described(root.line, &mut InPackage { package, pictures, file: &meta }))
        .unwrap_or_default();
    let (minutes, limit) = text("time_limit").map_or((None, None), |given| time_limit(&given));
    let settings = Settings {
        title: text("title"),
        description,
        description_format,
        minutes,
        shuffles_options: text("shuffle_answers").as_deref() == Some("true"),
    };
    root.mark();
    lost.extend(unread_but(&root, &SETTINGS));
    lost.extend(limit.map(|what| (root.line, what)));
    for (name, what) in [
        ("one_question_at_a_time", "Candidates see one question at a time there."),
        ("cant_go_back", "Candidates cannot go back to a question there."),
    ] {
        if text(name).as_deref() == Some("true") {
            lost.push((root.line, Lost::reads(what)));
        }
    }
    for (line, lost) in lost {
        parsed.left_out_of_file(Position { entry: Some(meta.clone()), line: Some(line) }, lost);
    }
    settings
}

/// The folder in which a whole test lies beside its settings.
fn before(name: &str) -> &str {
    name.split_once(WHOLE).map_or("", |(before, _)| before)
}

struct InPackage<'r, 'b> {
    package: &'r mut Package<'b>,
    pictures: &'r mut Pictures,
    file: &'r str,
}

impl PictureSource for InPackage<'_, '_> {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let Self { package, pictures, file } = self;
        if let Some(found) = pictures.within(source) {
            return found;
        }
        let based = BASES.iter().find_map(|base| source.strip_prefix(base));
        let path = based.unwrap_or(source).trim_start_matches('/').split(['?', '#']).next().unwrap_or_default();
        let manifest = package.at_top(MANIFEST);
        let mut found = None;
        for (from, path) in [
            (manifest.as_str(), Cow::Owned(format!("web_resources/{path}"))),
            (manifest.as_str(), Cow::Borrowed(path)),
            (*file, Cow::Borrowed(path)),
        ] {
            found = found.or_else(|| package.find(from, &path).filter(|name| package.has(name)));
        }
        let shown: String = source.chars().filter(|c| !c.is_control()).take(80).collect();
        let name = found.ok_or_else(|| format!("The picture {shown} is not in the package."))?;
        pictures.get(&name, || package.bytes(&name))
    }
}
