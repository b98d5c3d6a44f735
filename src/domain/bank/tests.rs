use super::*;
use uuid::Uuid;

fn draft(text: &str) -> BankDraft {
    let question =
        QuestionDraft { tags: vec!["SQL".into(), "joins".into()], ..QuestionDraft::new(QuestionKind::Essay, text) };
    BankDraft { labels: Labels { title: " ".into(), ..Labels::default() }, question }
}

const ID: QuestionId = QuestionId(Uuid::from_u128(7));

fn stored(text: &str) -> (BankQuestion, QuestionVersion) {
    draft(text).check(ID).unwrap().into_new(ID, Instant::EPOCH, None)
}

#[test]
fn a_question_is_named_by_its_title_or_the_beginning_of_its_text() {
    let (mut head, version) = stored("Why?\n\n  Because.");
    assert_eq!((head.name(), head.state, head.version), ("Why? Because.", AuthoringState::Draft, 1));
    assert_eq!(version.question.id, ID.to_string());
    head.title = "Reasons".into();
    assert_eq!(head.name(), "Reasons");
    assert_eq!(stored(&"x ".repeat(500)).0.summary.chars().count(), MAX_SUMMARY);
}

#[test]
fn only_a_changed_content_makes_a_version() {
    let (mut head, version) = stored("Why?");
    let same = draft("Why?").check(ID).unwrap();
    assert!(!head.change(&same, &version.question, Instant::EPOCH, None));
    assert_eq!((head.version, head.revision), (1, 1));
    let titled = CheckedBankQuestion { labels: Labels { title: "T".into(), ..Labels::default() }, ..same };
    assert!(head.change(&titled, &version.question, Instant::EPOCH, None));
    assert_eq!((head.version, head.revision), (1, 2));
    let other = draft("Why not?").check(ID).unwrap();
    assert!(head.change(&other, &version.question, Instant::EPOCH, None));
    assert_eq!((head.version, head.revision, &*head.summary), (2, 3, "Why not?"));
}

#[test]
fn tags_are_compared_without_case() {
    let (head, _) = stored("Why?");
    assert!(head.has_tags(&["sql".into(), "Joins".into()]));
    assert!(!head.has_tags(&["sql".into(), "indexes".into()]));
}
