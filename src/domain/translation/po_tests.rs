use super::{super::read_po as read, *};
use proptest::prelude::*;

fn faults(file: &str) -> Vec<(usize, String)> {
    read(file.as_bytes()).unwrap_err().into_iter().map(|fault| (fault.line, fault.reason)).collect()
}

fn texts() -> (Vec<SourceText>, Vec<TranslatedText>) {
    let source = |context: &str, english: &str| SourceText {
        context: context.into(),
        english: english.into(),
        note: "A button.\nShort.".into(),
    };
    let sources = vec![source("take.start", "Start \"now\"\\\n\tplease"), source("take.next", "Next")];
    let text = TranslatedText { context: "take.next".into(), english: "Next".into(), text: "Weiter".into() };
    (sources, vec![text])
}

#[test]
fn a_catalogue_is_read_as_it_was_written() {
    let (sources, translated) = texts();
    let written = write(Language::Polish, &sources, &translated);
    assert!(written.contains("\"X-Plural-Categories: few many one\\n\""), "{written}");
    assert!(written.contains("#. A button.\n#. Short.\nmsgctxt \"take.start\""), "{written}");
    let file = read(written.as_bytes()).unwrap();
    assert_eq!(file.language.as_deref(), Some("pl"));
    let found: Vec<_> = file.entries.iter().map(|entry| (entry.id.as_str(), entry.text.as_str())).collect();
    assert_eq!(found, [(sources[0].english.as_str(), ""), ("Next", "Weiter")]);
}

#[test]
fn strings_of_several_lines_flags_comments_and_obsolete_entries_are_understood() {
    let file = "\u{feff}# Ada\r\nmsgid \"\"\r\nmsgstr \"\"\r\n\"Language: it\\n\"\r\n\r\n#: a.ts:1\n#, c-format, fuzzy\n#| msgid \"Old\"\n\
        msgctxt \"a.b\"\nmsgid \"\"\n\"One \"\n\"two\"\nmsgstr \"Uno \"\n  \"due\"\n#~ msgid \"Gone\"\n#~ msgstr \"Via\"\n\nmsgid \"x\"\nmsgstr \"\"\n";
    let file = read(file.as_bytes()).unwrap();
    assert_eq!(file.language.as_deref(), Some("it"));
    let [first, second] = file.entries.as_slice() else { panic!("{file:?}") };
    assert_eq!((first.id.as_str(), first.text.as_str(), first.is_fuzzy), ("One two", "Uno due", true));
    assert_eq!((second.context.as_str(), second.is_fuzzy), ("", false));
}

#[test]
fn lines_end_as_each_program_writes_them() {
    let (sources, translated) = texts();
    let written = write(Language::Polish, &sources, &translated);
    for end in ["\n", "\r\n", "\r"] {
        let file = read(written.replace('\n', end).as_bytes()).unwrap();
        assert_eq!(file.language.as_deref(), Some("pl"), "{end:?}");
        assert_eq!(file.entries.len(), 2, "{end:?}");
    }
    let cut = read(b"msgid \"a\"\rmsgstr \"b\r").unwrap_err();
    assert_eq!(cut[0].line, 2);
}

#[test]
fn every_fault_is_named_with_its_line() {
    let cut = |text: &str| faults(text).remove(0);
    assert_eq!(cut("msgid \"a\"\nmsgstr \"b").0, 2);
    assert!(cut("msgid \"a\"\nmsgstr \"b").1.contains("cut off"));
    assert!(cut("msgctxt \"c\"\nmsgid \"a\"\n").1.contains("no msgstr"));
    assert!(cut("msgid \"a\"\nmsgstr \"\\q\"").1.contains("\\q"));
    assert!(cut("msgid \"a\"\nmsgstr \"a\" b\"").1.contains("after the string"));
    assert!(cut("<html>").1.contains("<html>"));
    assert!(cut("\"alone\"").1.contains("belongs to no"));
    assert!(cut("msgstr \"alone\"").1.contains("no msgid"));
    assert!(cut("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"").1.contains("ICU"));
    let twice = "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n";
    let (line, said) = cut(twice);
    assert!(line == 4 && said.starts_with("This entry stands twice, first on line 1."), "{line}: {said}");
    assert!(said.contains("no msgctxt"), "{said}");
    let same = "msgctxt \"x\"\nmsgid \"a\"\nmsgstr \"b\"\n\n".repeat(2);
    assert_eq!(cut(&same), (6, "This entry stands twice, first on line 2.".into()));
    let latin = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n";
    assert!(cut(latin).1.contains("ISO-8859-1"));
    assert_eq!(read(b"msgid \"a\"\nmsgstr \"\xe4\"\n").unwrap_err()[0].line, 2);
    assert_eq!(faults(&"nonsense\n".repeat(10_000)).len(), MAX_PO_FAULTS);
    assert_eq!(read(&vec![b'#'; MAX_PO_BYTES + 1]).unwrap_err().len(), 1);
    let many: String =
        (0..MAX_PO_ENTRIES + 5).map(|at| format!("msgid \"{at}\"\nmsgstr \"\"\n")).collect::<Vec<_>>().concat();
    assert!(faults(&many)[0].1.contains("too many"));
}

proptest! {
    #[test]
    fn nothing_ends_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn nothing_that_resembles_a_file_ends_the_reader(
        lines in proptest::collection::vec("(msgid|msgstr|msgctxt|#,|#~|#|)[ \"a-zä\\\\{}<>]{0,12}\"?", 0..30)
    ) {
        let _ = read(lines.join("\n").as_bytes());
    }

    #[test]
    fn every_text_survives(context in ".{1,20}", english in "[^\u{0}]{1,60}", text in "[^\u{0}]{0,60}") {
        let source = SourceText { context: context.clone(), english: english.clone(), note: String::new() };
        let own = TranslatedText { context, english, text };
        let file = read(write(Language::German, &[source], std::slice::from_ref(&own)).as_bytes()).unwrap();
        let entry = &file.entries[0];
        prop_assert_eq!((&entry.context, &entry.id, &entry.text), (&own.context, &own.english, &own.text));
    }
}
