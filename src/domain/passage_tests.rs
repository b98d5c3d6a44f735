use super::*;

fn texts(passages: &[(&str, &str)], about: &[(usize, &str)]) -> SectionTexts {
    let passage = |(id, text): &(&str, &str)| PassageDraft {
        id: (*id).into(),
        title: String::new(),
        text: TextDraft { text: (*text).into(), format: RichTextFormat::Markdown },
    };
    SectionTexts {
        instructions: TextDraft::default(),
        passages: passages.iter().map(passage).collect(),
        about: about.iter().map(|(place, id)| (*place, (*id).to_owned())).collect(),
    }
}

fn fields(texts: &SectionTexts) -> Vec<String> {
    let mut check = FieldChecker::default();
    texts.check(2, &mut check);
    check.finish(&[]).err().map(|error| error.fields.into_keys().collect()).unwrap_or_default()
}

#[test]
fn checked_texts_are_drafts_of_the_same_texts() {
    let mut draft = texts(&[("p1", "We move to *Oslo*."), ("p2", "$x^2$")], &[(0, "p1"), (1, "p2"), (3, "p1")]);
    draft.instructions = TextDraft { text: "Read **first**.".into(), format: RichTextFormat::Markdown };
    let CheckedTexts { instructions, passages } = draft.check(0, &mut FieldChecker::default());
    assert_eq!(passages.iter().map(|passage| passage.places.clone()).collect::<Vec<_>>(), [vec![0, 3], vec![1]]);
    assert_eq!(at_place(&passages, 3).map(|passage| passage.id.as_str()), Some("p1"));
    assert_eq!(at_place(&passages, 2), None);
    assert_eq!(SectionTexts::of(instructions.as_ref(), &passages), draft);
    assert_eq!((draft.passage_of(1), draft.passage_of(2)), (Some("p2"), None));
}

#[test]
fn items_that_are_taken_out_move_the_others_up() {
    let mut draft = texts(&[("p1", "a")], &[(0, "p1"), (2, "p1"), (3, "p1")]);
    draft.retain_items(&[true, false, false, true]);
    assert_eq!(draft.about, [(0, "p1".to_owned()), (1, "p1".to_owned())]);
}

#[test]
fn faults_are_named_with_their_field() {
    assert_eq!(fields(&texts(&[("p1", "a")], &[(0, "p1")])), Vec::<String>::new());
    assert_eq!(fields(&texts(&[("p 1", "a")], &[])), ["sections[2].passages[0].id"]);
    assert_eq!(fields(&texts(&[("", "a")], &[])), ["sections[2].passages[0].id"]);
    assert_eq!(fields(&texts(&[("p1", " ")], &[])), ["sections[2].passages[0].text"]);
    assert_eq!(fields(&texts(&[("p1", "a\u{7}")], &[])), ["sections[2].passages[0].text"]);
    let (longest, longer) = ("a".repeat(MAX_PASSAGE), "a".repeat(MAX_PASSAGE + 1));
    assert_eq!(fields(&texts(&[("p1", &longest)], &[])), Vec::<String>::new());
    assert_eq!(fields(&texts(&[("p1", &longer)], &[])), ["sections[2].passages[0].text"]);
    assert_eq!(fields(&texts(&[("p1", "a")], &[(1, "p2")])), ["sections[2].items[1].passage"]);
    let many: Vec<String> = (0..=MAX_PASSAGES).map(|n| format!("p{n}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|id| (id.as_str(), "a")).collect();
    assert_eq!(fields(&texts(&many, &[])), ["sections[2].passages"]);
    assert_eq!(fields(&texts(&many[1..], &[])), Vec::<String>::new());
}
