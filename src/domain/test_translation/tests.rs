use super::*;
use crate::domain::{
    question::{
        Choice, MatchingKey, MultipleResponseKey, OrderingKey, Question, QuestionContent, QuestionDraft, QuestionKind,
        QuestionTexts, render::translated_answer,
    },
    rich_text::RichTextFormat::{self, Plain},
};
use std::collections::BTreeMap;

fn question(json: serde_json::Value) -> (QuestionDraft, Question) {
    let draft: QuestionDraft = serde_json::from_value(json).unwrap();
    (draft.clone(), draft.check_alone(0).unwrap())
}

fn choice() -> (QuestionDraft, Question) {
    question(serde_json::json!({
        "id": "q1", "type": "multiple_choice", "question": "2 + 2?", "options": ["three", "four"],
        "correct_answer": "four",
    }))
}

fn gaps() -> (QuestionDraft, Question) {
    question(serde_json::json!({
        "id": "q2", "type": "gaps", "question": "A [[g1]] has [[g2]] legs.",
        "gaps": [
            {"id": "g1", "kind": "choice", "options": [{"id": "a", "text": "cat"}, {"id": "b", "text": "bird"}],
             "correct_answer": "a"},
            {"id": "g2", "kind": "number", "correct_number": "4"},
        ],
    }))
}

fn sources(questions: &[Question]) -> Sources<'_> {
    let mut sources = Sources::new("Sums", ("", Plain));
    sources.questions(questions);
    sources
}

/// Translations of all originals by the words of a list; what is not in it is left out.
fn by_words(sources: &Sources<'_>, words: &[(&str, &str)]) -> Vec<TextDraft> {
    let text = |source: &SourceText<'_>| {
        let (_, text) = words.iter().find(|(original, _)| *original == source.text)?;
        Some(TextDraft { place: source.place.clone(), source: source.digest(), text: (*text).into() })
    };
    sources.iter().filter_map(text).collect()
}

const WORDS: [(&str, &str); 7] = [
    ("Sums", "Summen"),
    ("2 + 2?", "Wie viel ist 2 + 2?"),
    ("three", "drei"),
    ("four", "vier"),
    ("A [[g1]] has [[g2]] legs.", "Auf [[g2]] Beinen läuft: [[g1]]."),
    ("cat", "die Katze"),
    ("bird", "der Vogel"),
];

fn translated(questions: &[Question], words: &[(&str, &str)]) -> Translations {
    let sources = sources(questions);
    let (texts, misfits) = checked(by_words(&sources, words), &sources);
    assert_eq!(misfits, []);
    let mut translations = Translations::default();
    translations.put(Language::German, texts, Instant::EPOCH, None);
    translations
}

fn message(sources: &Sources<'_>, drafts: Vec<TextDraft>) -> BTreeMap<String, String> {
    let field = |misfit: Misfit| (format!("texts[{}].{}", misfit.number, misfit.field), misfit.message);
    checked(drafts, sources).1.into_iter().map(field).collect()
}

#[test]
fn a_question_is_read_in_a_language_if_all_of_it_is_translated() {
    let questions = [choice().1, gaps().1];
    let whole = translated(&questions, &WORDS).for_paper(&sources(&questions));
    assert_eq!(whole[0].texts.len(), WORDS.len());
    assert!(whole[0].has_question("q1") && whole[0].has_question("q2"));
    let without: Vec<_> = WORDS.into_iter().filter(|(original, _)| *original != "bird").collect();
    let partial = translated(&questions, &without).for_paper(&sources(&questions));
    assert!(partial[0].has_question("q1") && !partial[0].has_question("q2"));
    assert!(partial[0].texts.iter().all(|text| text.place.of != "q2"), "no text of half a question");
    assert_eq!(translated(&questions, &[]).for_paper(&sources(&questions)), []);
}

#[test]
fn a_text_counts_until_its_original_changes_and_wherever_it_moves() {
    let (draft, stored) = choice();
    let questions = [stored];
    let translations = translated(&questions, &WORDS);
    let translation = translations.of(Language::German).unwrap();

    let mut moved = draft.clone();
    moved.options.reverse();
    let moved = [moved.check_alone(0).unwrap()];
    let usable = translations.for_paper(&sources(&moved)).remove(0);
    let first = usable.text(&Place::new(Part::Option, "q1", "0"), "four", Plain).unwrap();
    assert_eq!(first.text, "vier", "not the one that had this place");

    let mut changed = draft;
    changed.text = "2 + 3?".into();
    let changed = [changed.check_alone(0).unwrap()];
    assert!(!translations.for_paper(&sources(&changed))[0].has_question("q1"));
    let sources = sources(&changed);
    let state =
        sources.iter().find(|source| source.place.part == Part::Question).map(|source| translation.state(source));
    assert!(matches!(state, Some(State::Changed(text)) if text.text == "Wie viel ist 2 + 2?"));
    assert_eq!(translation.unused(&sources), Vec::<&TranslatedText>::new());
    assert_eq!(translation.unused(&Sources::new("Sums", ("", Plain))).len(), 3);
}

#[test]
fn a_paper_takes_what_its_questions_need() {
    let questions = [choice().1, gaps().1];
    let whole = translated(&questions, &WORDS).for_paper(&sources(&questions)).remove(0);
    let drawn = whole.of(&questions[1..], &[]);
    assert!(!drawn.has_question("q1") && drawn.has_question("q2"));
    assert!(drawn.text(&Place::new(Part::Title, "", ""), "Sums", Plain).is_some());
}

#[test]
fn an_answer_is_read_in_the_words_of_a_translation() {
    let questions = [choice().1, gaps().1];
    let paper = translated(&questions, &WORDS).for_paper(&sources(&questions)).remove(0);
    let said = |place: usize, answer: &str| {
        translated_answer(&questions[place], &paper.question(&questions[place]).unwrap(), answer)
    };
    assert_eq!(said(0, "four").as_deref(), Some("vier"));
    assert_eq!(said(1, r#"{"g1":"b","g2":"2"}"#).as_deref(), Some("g1: der Vogel; g2: 2"));
    for (place, other) in [(0, ""), (0, "five"), (1, ""), (1, "no form")] {
        assert_eq!(said(place, other), None, "{other}");
    }
}

#[test]
fn each_kind_is_read_with_its_texts_and_without_its_key() {
    let listed = |list: [(&str, &str); 2]| list.map(|(id, text)| Choice { id: id.into(), text: text.into() }).to_vec();
    let animals = serde_json::json!([{"id": "a", "text": "cat"}, {"id": "b", "text": "bird"}]);
    let legs = serde_json::json!([{"id": "p", "text": "three"}, {"id": "r", "text": "four"}]);
    let options = || listed([("a", "die Katze"), ("b", "der Vogel")]);
    let prompts = listed([("p", "drei"), ("r", "vier")]);
    let matching = MatchingKey { prompts, options: options(), pairs: BTreeMap::new() };
    let response = MultipleResponseKey { options: options(), correct_answers: Vec::new() };
    let cases: [(_, QuestionContent, _); 7] = [
        (serde_json::json!({"options": animals, "correct_answers": ["a"]}), response.into(), (0, 2)),
        (
            serde_json::json!({"options": animals, "order": ["b", "a"]}),
            OrderingKey { options: options(), order: Vec::new() }.into(),
            (0, 2),
        ),
        (
            serde_json::json!({"options": animals, "prompts": legs, "pairs": {"p": "a", "r": "b"}}),
            matching.into(),
            (2, 2),
        ),
        (serde_json::json!({"correct_number": "4"}), QuestionContent::Essay, (0, 0)),
        (serde_json::json!({"accepted": ["four"]}), QuestionContent::Essay, (0, 0)),
        (serde_json::json!({}), QuestionContent::Essay, (0, 0)),
        (serde_json::json!({}), QuestionContent::Essay, (0, 0)),
    ];
    let kinds = ["multiple_response", "ordering", "matching", "numeric", "short_text", "essay", "coding"];
    for (kind, (mut draft, body, (of_prompts, of_options))) in kinds.into_iter().zip(cases) {
        draft["id"] = "q1".into();
        draft["type"] = kind.into();
        draft["question"] = "2 + 2?".into();
        draft["format"] = "markdown".into();
        let questions = [question(draft).1];
        let paper = translated(&questions, &WORDS).for_paper(&sources(&questions)).remove(0);
        let read = paper.question(&questions[0]).unwrap();
        assert_eq!(read.body, body, "{kind}");
        let trees = read.trees.unwrap();
        assert_eq!((trees.prompts.len(), trees.options.len()), (of_prompts, of_options), "{kind}");
    }
}

#[test]
fn texts_that_cannot_say_the_same_are_refused() {
    let questions = [choice().1, gaps().1];
    let sources = sources(&questions);
    let place = |part, of: &str, at: &str| Place::new(part, of, at);
    let (text, option) = (place(Part::Question, "q2", ""), |at: &str| place(Part::Option, "q1", at));
    let draft = |place: Place, text: &str| TextDraft { place, source: [0; 8], text: text.into() };
    for (wrong, said) in [
        (draft(text.clone(), "Auf [[g2]] Beinen"), "has no [[g1]]"),
        (draft(text.clone(), "[[g1]] [[g2]] [[g2]]"), "[[g2]] more than once"),
        (draft(text, &"x".repeat(20_001)), "20000 characters at most"),
        (draft(option("0"), "\u{7}"), "control characters"),
        (draft(place(Part::Title, "", ""), "Summen\nund mehr"), "on one line"),
    ] {
        let found = message(&sources, vec![wrong]);
        assert!(found["texts[0].text"].contains(said), "{found:?}");
    }
    let same = message(&sources, vec![draft(option("0"), "vier"), draft(option("1"), " vier ")]);
    assert_eq!(same["texts[1].text"], "Another option of this question reads the same.");
    let twice = message(&sources, vec![draft(option("0"), "vier"), draft(option("0"), "drei")]);
    assert!(twice.contains_key("texts[1].at"));
    // Of a question that was deleted meanwhile, and blank ones.
    let none = vec![draft(place(Part::Question, "gone", ""), "Weg"), draft(option("1"), " ")];
    assert_eq!(message(&sources, none), BTreeMap::new());
}

#[test]
fn markdown_is_read_as_its_original_is() {
    let (mut draft, _) = choice();
    draft.format = RichTextFormat::Markdown;
    draft.text = "**2 + 2**?".into();
    let questions = [draft.check_alone(0).unwrap()];
    let sources = sources(&questions);
    let place = Place::new(Part::Question, "q1", "");
    let with = |text: &str| {
        let draft = TextDraft { place: place.clone(), source: [0; 8], text: text.into() };
        let (texts, misfits) = checked(vec![draft], &sources);
        if misfits.is_empty() { Ok(texts) } else { Err(misfits) }
    };
    assert!(with("**Summe**").unwrap()[0].tree.is_some());
    with("[a]: https://example.org/").unwrap_err();
    with("$\\frac{1$").unwrap_err();
}

#[test]
fn files_have_the_texts_beside_their_originals_whatever_their_ids() {
    let (draft, stored) = question(serde_json::json!({
        "id": "q3", "type": "ordering", "question": "Order them.", "options": ["first", "second", "third"],
        "order": ["o1", "o2", "o3"],
    }));
    let texts = QuestionTexts {
        question: "Ordnen Sie.".into(),
        options: ["eins", "zwei", "drei"].map(str::to_owned).into(),
        ..QuestionTexts::default()
    };
    let placed = places(&texts, &draft, &stored).unwrap();
    let sources_of = [stored.clone()];
    let sources = sources(&sources_of);
    for (original, text) in [("first", "eins"), ("second", "zwei"), ("third", "drei")] {
        let source = sources.iter().find(|source| source.text == original).unwrap();
        assert_eq!(placed.iter().find(|found| found.place == source.place).unwrap().text, text);
    }
    let (drafts, without) = FileTexts { questions: placed, ..FileTexts::default() }.drafts(&sources);
    assert_eq!(without, []);
    let mut translations = Translations::default();
    let (texts, _) = checked(drafts, &sources);
    translations.put(Language::French, texts, Instant::EPOCH, None);
    let again = translations.list[0].question_texts(&stored).unwrap();
    let exported = QuestionDraft::from(&stored);
    let at = |word: &str| exported.options.iter().position(|option| option.text() == word).unwrap();
    assert_eq!(again.options[at("second")], "zwei");
    let more = QuestionTexts { options: vec!["x".into(); 4], ..QuestionTexts::default() };
    assert_eq!(places(&more, &draft, &stored).unwrap_err(), "it has 4 texts for a list of 3");
    let gap = QuestionTexts { gaps: BTreeMap::from([("g9".into(), vec![])]), ..QuestionTexts::default() };
    assert!(places(&gap, &draft, &stored).unwrap_err().contains("g9"));
    assert_eq!(exported.kind, QuestionKind::Ordering);
}

#[test]
fn each_change_has_a_new_number() {
    let questions = [choice().1];
    let mut translations = translated(&questions, &WORDS);
    let texts = translations.list[0].texts.clone();
    translations.put(Language::French, texts.clone(), Instant::EPOCH, None);
    assert_eq!(translations.list.iter().map(|of| of.version).collect::<Vec<_>>(), [1, 2]);
    translations.put(Language::German, Vec::new(), Instant::EPOCH, None);
    translations.put(Language::German, texts, Instant::EPOCH, None);
    assert_eq!(translations.of(Language::German).unwrap().version, 4, "a stale page does not take it for the old one");
}
