//! The site's own texts of languages: they override ours one by one, and add languages (`docs/languages.md#translators`).

use crate::{
    app::App,
    domain::{
        Error, Instant, Result, hex,
        language::Language,
        translation::{
            LanguagePack, PackFacts, Readers, SiteLanguages, SourceText, TranslatedText,
            check::{CheckedFile, Coverage, ProblemKind, TranslationProblem, check_file, check_stored, coverage, fits},
            is_of_mail, page_texts, part_and_key,
            po::{self, PoFault},
            read_po, staff_texts,
        },
    },
    mail::{
        templates::Spoken,
        translating::{mail_sources, mail_texts},
    },
    secrets::token,
    service::{actor::SiteOperator, work::Work},
    store::{Read, records::Single},
};
use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
    sync::LazyLock,
};

/// Readers in the order of a file.
const READERS: [Readers; 2] = [Readers::Candidates, Readers::Staff];

/// The texts that can be translated, in the order of a file.
#[must_use]
pub fn sources(readers: Readers) -> Vec<SourceText> {
    match readers {
        Readers::Candidates => page_texts(Language::English).into_iter().chain(mail_sources()).collect(),
        Readers::Staff => staff_texts(Language::English),
    }
}

fn all_sources() -> Vec<SourceText> {
    READERS.into_iter().flat_map(sources).collect()
}

/// Our own texts of a language; none of one that only sites have.
#[must_use]
pub fn ours(language: Language, sources: &[SourceText]) -> Vec<TranslatedText> {
    if !language.is_ours() {
        return Vec::new();
    }
    let english: HashMap<&str, &str> =
        sources.iter().map(|source| (source.context.as_str(), source.english.as_str())).collect();
    let of_pages = page_texts(language).into_iter().chain(staff_texts(language)).filter_map(|text| {
        let english = (*english.get(text.context.as_str())?).to_owned();
        Some(TranslatedText { context: text.context, english, text: text.english })
    });
    of_pages.chain(mail_texts(language)).collect()
}

/// # Errors
/// Storage only.
pub fn of_site(read: &impl Read) -> Result<SiteLanguages> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// # Errors
/// Storage only.
pub fn offered(app: &App) -> Result<Vec<Language>> {
    Ok(of_site(&app.store.read()?)?.offered())
}

/// The language of a field `language`; a blank one chooses none.
///
/// # Errors
/// 422 for one in which candidates cannot be addressed.
pub fn given(app: &App, tag: Option<&str>) -> Result<Option<Language>> {
    let Some(language) = Language::given(tag)? else { return Ok(None) };
    let site = of_site(&app.store.read()?)?;
    if site.offers(language) {
        return Ok(Some(language));
    }
    Err(not_offered(&site))
}

/// Names those that are offered.
#[must_use]
pub fn not_offered(site: &SiteLanguages) -> Error {
    not_among("language", site.offered())
}

fn not_among(field: &str, languages: Vec<Language>) -> Error {
    let codes: Vec<_> = languages.into_iter().map(Language::code).collect();
    Error::field(field, format!("Please choose one of these: {}.", codes.join(", ")))
}

/// The language of a field, for staff; a blank one chooses none.
///
/// # Errors
/// 422 for one that staff cannot read in.
pub fn given_for_staff(app: &App, field: &str, tag: Option<&str>) -> Result<Option<Language>> {
    let Some(tag) = tag.map(str::trim).filter(|tag| !tag.is_empty()) else { return Ok(None) };
    let offered = of_site(&app.store.read()?)?.for_staff();
    match Language::of_tag(tag) {
        Some(language) if offered.contains(&language) => Ok(Some(language)),
        _ => Err(not_among(field, offered)),
    }
}

/// # Errors
/// 422 on `language` for one in which candidates cannot be addressed.
pub fn require(app: &App, language: Option<Language>) -> Result<()> {
    require_each(app, "language", language.into_iter())
}

/// # Errors
/// 422 on the field if candidates cannot be addressed in one of the languages.
pub fn require_each(app: &App, field: &str, languages: impl Iterator<Item = Language>) -> Result<()> {
    let mut added = languages.filter(|language| !language.is_ours()).peekable();
    if added.peek().is_none() {
        return Ok(());
    }
    let site = of_site(&app.store.read()?)?;
    if added.all(|language| site.offers(language)) { Ok(()) } else { Err(not_among(field, site.offered())) }
}

/// A language with the site's texts of its mails.
///
/// # Errors
/// Storage only.
pub fn spoken(read: &impl Read, language: Language) -> Result<Spoken> {
    if !of_site(read)?.packs.iter().any(|pack| pack.language == language) {
        return Ok(language.into());
    }
    let pack: Option<LanguagePack> = read.get(language.code())?;
    let texts = pack.map(|pack| pack.texts).unwrap_or_default();
    Ok(Spoken { language, texts: texts.into_iter().filter(|text| is_of_mail(&text.context)).collect() })
}

/// A language as a list names it.
#[derive(Clone, Debug)]
pub struct LanguageState {
    pub language: Language,
    /// The coverage of ours and the site's texts together.
    pub coverage: Coverage,
    /// Texts that the site has of its own.
    pub own: usize,
    pub is_offered: bool,
    pub imported_at: Option<Instant>,
    /// Problems of the site's texts, since the English was changed.
    pub problems: Vec<TranslationProblem>,
}

/// All languages that there are texts of.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &SiteOperator) -> Result<Vec<LanguageState>> {
    states(app)
}

fn states(app: &App) -> Result<Vec<LanguageState>> {
    let read = app.store.read()?;
    let (sources, site) = (all_sources(), of_site(&read)?);
    let added = site.packs.iter().map(|pack| pack.language).filter(|language| !language.is_ours());
    Language::ALL
        .into_iter()
        .chain(added)
        .map(|language| {
            let pack: Option<LanguagePack> = read.get(language.code())?;
            let own = pack.as_ref().map_or(0, |pack| pack.texts.len());
            let stored = pack.as_ref().map(|pack| pack.texts.as_slice()).unwrap_or_default();
            Ok(LanguageState {
                language,
                coverage: coverage(&sources, &merged(language, stored, &sources)),
                own,
                is_offered: site.offers(language),
                imported_at: pack.as_ref().map(|pack| pack.imported_at),
                problems: check_stored(language, stored, &sources),
            })
        })
        .collect()
}

/// The site's languages with texts whose English has changed, with how many.
///
/// # Errors
/// Storage only.
pub fn outdated(app: &App) -> Result<Vec<(Language, usize)>> {
    if of_site(&app.store.read()?)?.packs.is_empty() {
        return Ok(Vec::new());
    }
    let states = states(app)?.into_iter().filter(|state| !state.problems.is_empty());
    Ok(states.map(|state| (state.language, state.problems.len())).collect())
}

/// Our texts with those of a site in their place, as far as they fit the English of today.
fn merged(language: Language, own: &[TranslatedText], sources: &[SourceText]) -> Vec<TranslatedText> {
    let mut texts: BTreeMap<(String, String), TranslatedText> = BTreeMap::new();
    let by_context: HashMap<&str, &SourceText> =
        sources.iter().filter(|source| !source.is_of_mail()).map(|source| (source.context.as_str(), source)).collect();
    for text in ours(language, sources).into_iter().chain(own.iter().cloned()) {
        let english = match by_context.get(text.context.as_str()) {
            Some(source) if fits(language, source, &text) => source.english.clone(),
            None if is_of_mail(&text.context) => text.english.clone(),
            _ => continue,
        };
        texts.insert((text.context.clone(), english.clone()), TranslatedText { english, ..text });
    }
    texts.into_values().collect()
}

/// The file of a language for translators, with all texts for these readers that there are of it.
///
/// # Errors
/// Storage only.
pub fn export(app: &App, language: Language, readers: Readers) -> Result<String> {
    let pack: Option<LanguagePack> = app.store.read()?.get(language.code())?;
    let sources = sources(readers);
    let own = pack.map(|pack| pack.texts).unwrap_or_default();
    Ok(po::write(language, &sources, &merged(language, &own, &sources)))
}

/// The file of a language with our own texts alone: for translators who have no server.
#[must_use]
pub fn template(language: Language, readers: Readers) -> String {
    let sources = sources(readers);
    po::write(language, &sources, &ours(language, &sources))
}

/// The language for a file of translators, by its tag.
///
/// # Errors
/// 422 on `language`: unknown, or English, from which all others are translated.
pub fn translatable(tag: &str) -> Result<Language> {
    let language = Language::of_tag(tag).ok_or_else(|| {
        let known: Vec<_> =
            Language::ALL.into_iter().skip(1).map(Language::code).chain(Language::known_tags()).collect();
        Error::field("language", format!("'{tag}' is no language that Invigil knows; there are {}.", known.join(", ")))
    })?;
    if language == Language::English {
        return Err(Error::field("language", "English is the language that all others are translated from."));
    }
    Ok(language)
}

/// Reads and checks a file. `tag`: the language, where it is not that of the file's header.
///
/// # Errors
/// 422 on `language`: the file does not say which, or an unknown one. Faults of the file are problems of the result.
pub fn check(file: &[u8], tag: Option<&str>) -> Result<(Option<Language>, CheckedFile)> {
    let read = match read_po(file) {
        Ok(read) => read,
        Err(faults) => {
            let problem = |PoFault { line, reason }: PoFault| TranslationProblem {
                line: Some(line),
                kind: ProblemKind::Syntax,
                context: String::new(),
                message: reason,
            };
            return Ok((
                None,
                CheckedFile { problems: faults.into_iter().map(problem).collect(), ..CheckedFile::default() },
            ));
        }
    };
    let tag = tag.or(read.language.as_deref()).ok_or_else(|| {
        Error::field("language", "The file does not say its language: its header needs the line \"Language: it\\n\".")
    })?;
    let language = translatable(tag)?;
    let mut readers = readers_of(read.entries.iter().map(|entry| entry.context.as_str()));
    if readers.is_empty() {
        // A file without any entry lacks the texts for candidates.
        readers.push(Readers::Candidates);
    }
    let sources: Vec<_> = readers.into_iter().flat_map(sources).collect();
    Ok((Some(language), check_file(language, &read, &sources)))
}

/// Result of an import.
#[derive(Clone, Debug)]
pub struct ImportedLanguage {
    pub language: Language,
    /// Texts that are not ours.
    pub own: usize,
    pub coverage: Coverage,
    pub is_offered: bool,
    pub problems: Vec<TranslationProblem>,
}

/// Stores the texts of a file that differ from ours, instead of those for the same readers that the site had of this language.
///
/// # Errors
/// 422 `invalid` for a file with errors, or one without a text of its own: nothing is stored.
pub async fn import(app: &App, by: &SiteOperator, file: &[u8], tag: Option<&str>) -> Result<ImportedLanguage> {
    let (language, checked) = check(file, tag)?;
    let errors: Vec<_> = checked.problems.iter().filter(|problem| problem.kind.is_error()).collect();
    let refused = errors.first().map(|first| {
        let line = first.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let more = errors.len() - 1;
        let more = if more == 0 { String::new() } else { format!(" ({more} more: see 'invigil language check')") };
        Error::field("file", format!("The file has errors; nothing was imported. {line}{}{more}", first.message))
    });
    let language = match (refused, language) {
        (Some(refused), _) => return Err(refused),
        (None, Some(language)) => language,
        (None, None) => return Err(Error::field("file", "The file cannot be read.")),
    };
    let sources = all_sources();
    let known: HashMap<(String, String), String> =
        ours(language, &sources).into_iter().map(|text| ((text.context, text.english), text.text)).collect();
    let CheckedFile { texts, problems, .. } = checked;
    let differs = |text: &TranslatedText| known.get(&(text.context.clone(), text.english.clone())) != Some(&text.text);
    let of_file = readers_of(texts.iter().map(|text| text.context.as_str()));
    let texts: Vec<_> = texts.into_iter().filter(differs).collect();
    if texts.is_empty() {
        return Err(Error::field("file", "The file has no text that differs from ours."));
    }
    let sources: Vec<_> =
        sources.into_iter().filter(|source| of_file.contains(&Readers::of(&source.context))).collect();
    let coverage = coverage(&sources, &merged(language, &texts, &sources));
    let own = texts.len();
    let is_offered = app.write(by, move |w| replace(w, language, texts, (&of_file, coverage))).await?;
    Ok(ImportedLanguage { language, own, coverage, is_offered, problems })
}

/// The readers of the texts with these contexts.
fn readers_of<'a>(contexts: impl Iterator<Item = &'a str>) -> Vec<Readers> {
    let found: Vec<_> = contexts.map(Readers::of).collect();
    READERS.into_iter().filter(|readers| found.contains(readers)).collect()
}

/// Keeps the texts of other readers. Returns whether candidates are offered the language from now on.
fn replace(
    w: &mut Work<'_, '_>,
    language: Language,
    mut texts: Vec<TranslatedText>,
    (of_file, coverage): (&[Readers], Coverage),
) -> Result<bool> {
    let own = texts.len();
    let before: Option<LanguagePack> = w.get(language.code())?;
    let kept = before.map(|pack| pack.texts).unwrap_or_default();
    texts.extend(kept.into_iter().filter(|text| !of_file.contains(&Readers::of(&text.context))));
    let mut site = of_site(&**w)?;
    let known = site.packs.iter().position(|pack| pack.language == language).map(|place| site.packs.swap_remove(place));
    let was = |state: fn(&PackFacts) -> bool| known.as_ref().is_some_and(state);
    let enough =
        if of_file.contains(&Readers::Candidates) { coverage.is_enough() } else { was(|pack| pack.is_offered) };
    let is_for_staff =
        if of_file.contains(&Readers::Staff) { coverage.is_enough_for_staff() } else { was(|pack| pack.is_for_staff) };
    let is_offered = language.is_ours() || enough;
    let hash = hash_of(&texts);
    let (imported_at, imported_by) = (w.now, w.by.account());
    w.put(&LanguagePack { language, texts, is_offered, hash: hash.clone(), imported_at, imported_by })?;
    site.packs.push(PackFacts { language, hash, is_offered, is_for_staff });
    site.packs.sort_by_key(|pack| pack.language);
    keep(w, &site, language, &format!("{own} texts"))?;
    Ok(is_offered)
}

/// Removes the site's texts of a language: ours are shown again, and one of the site's own is no longer offered.
///
/// # Errors
/// 404 without any.
pub async fn remove(app: &App, by: &SiteOperator, language: Language) -> Result<()> {
    app.write(by, move |w| {
        let mut site = of_site(&**w)?;
        let before = site.packs.len();
        site.packs.retain(|pack| pack.language != language);
        if site.packs.len() == before {
            return Err(Error::absent("There are no imported texts of this language."));
        }
        w.delete::<LanguagePack>(language.code())?;
        keep(w, &site, language, "removed")
    })
    .await
}

fn keep(w: &mut Work<'_, '_>, site: &SiteLanguages, language: Language, note: &str) -> Result<()> {
    w.put(site)?;
    w.audit("settings.language", language.code(), note)
}

fn hash_of(texts: &[TranslatedText]) -> String {
    let mut all = String::new();
    for TranslatedText { context, english, text } in texts {
        let _ = write!(all, "{context}\0{english}\0{text}\0");
    }
    hex::encode(&token::hash(&all))
}

/// A language of the site for its pages.
#[derive(Clone, Debug)]
pub struct SiteCatalogue {
    pub language: Language,
    pub is_offered: bool,
    pub is_for_staff: bool,
    /// The name of the file with its texts for candidates, below `/assets/`: another one after each import and each upgrade.
    /// That for staff has its name after `languages/staff-`.
    pub file: String,
}

/// The languages of the site, as each page names them.
///
/// # Errors
/// Storage only.
pub fn catalogues(app: &App) -> Result<Vec<SiteCatalogue>> {
    let site = of_site(&app.store.read()?)?;
    let named = |PackFacts { language, hash, is_offered, is_for_staff }: PackFacts| SiteCatalogue {
        language,
        is_offered,
        is_for_staff,
        file: file_of(language, &hash),
    };
    Ok(site.packs.into_iter().map(named).collect())
}

fn file_of(language: Language, hash: &str) -> String {
    // An upgrade may change what of the stored texts is used.
    let hash = hex::encode(&token::hash(&format!("{hash} {}", env!("CARGO_PKG_VERSION"))));
    format!("languages/{}-{}.json", language.code(), hash.get(..16).unwrap_or_default())
}

/// Our texts of pages by their context, for every browser that asks for a language's file.
static ENGLISH: LazyLock<HashMap<String, SourceText>> =
    LazyLock::new(|| all_sources().into_iter().map(|source| (source.context.clone(), source)).collect());

/// The texts of a language's file, by part and key; `None` where there is no such file, or no longer.
///
/// # Errors
/// Storage only.
pub fn catalogue(app: &App, file: &str) -> Result<Option<BTreeMap<String, BTreeMap<String, String>>>> {
    let read = app.store.read()?;
    let site = of_site(&read)?;
    let (readers, file) = match file.strip_prefix("languages/staff-") {
        Some(rest) => (Readers::Staff, format!("languages/{rest}")),
        None => (Readers::Candidates, file.to_owned()),
    };
    let Some(facts) = site.packs.iter().find(|pack| file_of(pack.language, &pack.hash) == file) else {
        return Ok(None);
    };
    let Some(pack) = read.get::<LanguagePack>(facts.language.code())? else { return Ok(None) };
    let mut parts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for text in pack.texts.into_iter().filter(|text| Readers::of(&text.context) == readers) {
        let is_used = ENGLISH.get(&text.context).is_some_and(|source| fits(pack.language, source, &text));
        if let Some((part, key)) = part_and_key(&text.context).filter(|_| is_used) {
            parts.entry(part.to_owned()).or_default().insert(key.to_owned(), text.text);
        }
    }
    Ok(Some(parts))
}
