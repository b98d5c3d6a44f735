use super::*;
use crate::domain::translation::{page_texts, read_po};

fn source(context: &str, english: &str) -> SourceText {
    SourceText { context: context.into(), english: english.into(), note: String::new() }
}

fn kinds(language: &str, english: &str, text: &str) -> Vec<&'static str> {
    let language = Language::of_tag(language).unwrap();
    faults_of(language, "take.x", english, text).into_iter().map(|(kind, _)| kind.code()).collect()
}

#[test]
fn what_a_translation_loses_is_named() {
    assert_eq!(kinds("it", "Question {number} of {total}", "Domanda {number}"), ["placeholder"]);
    assert_eq!(kinds("it", "Question {number}", "Domanda {numero}"), ["placeholder", "placeholder"]);
    assert_eq!(kinds("it", "<b>Note</b> this", "Nota questo"), ["markup"]);
    assert_eq!(kinds("it", "Note this", "Nota <b>questo</b>"), ["markup"]);
    assert_eq!(kinds("it", "Note this", "Nota {questo"), ["malformed"]);
    assert_eq!(kinds("it", "Note this", " Nota"), ["malformed"]);
    let english = "{count, plural, one {# answer} other {# answers}}";
    assert_eq!(kinds("it", english, "{count, plural, one {# risposta} other {# risposte}}"), [""; 0]);
    assert_eq!(kinds("ru", english, "{count, plural, one {# ответ} other {# ответа}}"), ["plural"]);
    assert_eq!(kinds("ja", english, "{count, plural, other {#件}}"), [""; 0]);
    assert_eq!(kinds("it", english, "Risposte: {count}"), [""; 0]);
    assert_eq!(kinds("it", english, "{count, plural, one {una risposta} other {# risposte}}"), [""; 0]);
    assert_eq!(kinds("it", english, "{count} {count, plural, one {risposta} other {risposte}}"), [""; 0]);
    assert_eq!(kinds("it", english, "{count, plural, one {# risposta} other {risposte}}"), ["plural"]);
    let polish = "{count, plural, one {# odpowiedź} few {odpowiedzi} many {# odpowiedzi} other {# odpowiedzi}}";
    assert_eq!(kinds("pl", english, polish), ["plural"]);
    let marked = "{count, plural, one {# a} other {{on, select, yes {#} other {# b}}}} {on, select, yes {x} other {y}}";
    assert_eq!(kinds("it", &format!("{english}{{on, select, yes {{x}} other {{y}}}}"), marked), [""; 0]);
    assert_eq!(kinds("it", "{count, plural, one {It} other {They}}", "{count, plural, one {a} other {b}}"), [""; 0]);
    assert_eq!(kinds("it", "Note this", "Nota \u{202e}questo"), ["malformed"]);
    assert_eq!(kinds("fa", "Note this", "این\u{200c}را"), [""; 0]);
    assert_eq!(kinds("it", "{at, select, a {x} other {y}}", "{at, select, other {y}}"), ["placeholder"]);
    assert_eq!(kinds("it", "Go", "Andiamo tutti insieme"), ["length"]);
    assert_eq!(kinds("it", "This is the English text.", "This is the English text."), ["english"]);
}

#[test]
fn a_file_is_compared_with_the_catalogue() {
    let sources =
        [source("a.one", "One"), source("a.two", "Two"), source("a.three", "Three"), source("mail/x", "Hello")];
    let file = "msgctxt \"a.one\"\nmsgid \"One\"\nmsgstr \"Uno\"\n\n#, fuzzy\nmsgctxt \"a.two\"\nmsgid \"Two\"\nmsgstr \"Due\"\n\n\
        msgctxt \"a.three\"\nmsgid \"3\"\nmsgstr \"Tre\"\n\nmsgctxt \"b.x\"\nmsgid \"X\"\nmsgstr \"X\"\n";
    let language = Language::of_tag("it").unwrap();
    let checked = check_file(language, &read_po(file.as_bytes()).unwrap(), &sources);
    assert_eq!(checked.texts.len(), 1);
    let found: Vec<_> = checked.problems.iter().map(|p| (p.line, p.kind.code(), p.context.as_str())).collect();
    assert_eq!(
        found,
        [
            (Some(7), "fuzzy", "a.two"),
            (Some(11), "changed", "a.three"),
            (Some(15), "unknown", "b.x"),
            (None, "missing", "a.three"),
            (None, "missing", "mail/x"),
        ]
    );
    assert_eq!(checked.coverage, Coverage { page: 1, page_total: 3, mail_total: 1, ..Coverage::default() });
    assert!(!checked.coverage.is_enough());
}

#[test]
fn text_that_is_not_seen_is_no_translation() {
    let file = "msgctxt \"a.one\"\nmsgid \"One\"\nmsgstr \"\u{200b}\u{feff} \"\n";
    let language = Language::of_tag("it").unwrap();
    let checked = check_file(language, &read_po(file.as_bytes()).unwrap(), &[source("a.one", "One")]);
    assert!(checked.texts.is_empty());
    assert_eq!(checked.problems.iter().map(|p| p.kind.code()).collect::<Vec<_>>(), ["missing"]);
}

#[test]
fn stored_texts_survive_an_upgrade_where_they_still_fit() {
    let text = |context: &str, english: &str, text: &str| TranslatedText {
        context: context.into(),
        english: english.into(),
        text: text.into(),
    };
    let sources = [source("a.one", "One {n}"), source("a.two", "Two words"), source("a.same", "Same")];
    let texts = [
        text("a.one", "One", "Uno"),
        text("a.two", "Two", "Due"),
        text("a.same", "Same", "Lo stesso"),
        text("a.old", "Old", "X"),
    ];
    let language = Language::of_tag("it").unwrap();
    let found = check_stored(language, &texts, &sources);
    let found: Vec<_> = found.iter().map(|p| (p.kind.code(), p.context.as_str(), p.message.as_str())).collect();
    assert_eq!(
        found,
        [
            ("changed", "a.one", "No longer used. The English is now: One {n}"),
            ("changed", "a.two", "Still used. The English is now: Two words"),
            ("unknown", "a.old", "There is no longer such a text: Old"),
        ]
    );
}

/// The check agrees with the compiler's and the page's own tests of our languages.
#[test]
fn our_languages_have_no_errors() {
    let sources = page_texts(Language::English);
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        for text in page_texts(language) {
            let source = sources.iter().find(|source| source.context == text.context).unwrap();
            let faults = faults_of(language, &source.context, &source.english, &text.english);
            let errors: Vec<_> = faults.iter().filter(|(kind, _)| kind.is_error()).collect();
            assert!(errors.is_empty(), "{language:?} {}: {errors:?}", text.context);
        }
    }
}
