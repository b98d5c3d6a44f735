use super::*;
use crate::domain::{
    AttemptId, question::QuestionDraft, review::ReviewVerdict, submission::grade_one, test::Question as TestQuestion,
};
use serde_json::{Value, json};
use uuid::Uuid;

const AT: Instant = Instant::EPOCH;

type Scored = (GradeStatus, f64);

fn question(draft: Value) -> TestQuestion {
    let draft: QuestionDraft = serde_json::from_value(draft).unwrap();
    draft.check_alone(0).unwrap()
}

fn choice() -> TestQuestion {
    question(json!({"type": "multiple_choice", "question": "?", "points": 3, "penalty": 1,
        "options": ["A", "B", "C"], "correct_answer": "A"}))
}

fn repair(action: RepairAction, value: Option<&str>) -> Repair {
    Repair {
        id: RepairId(Uuid::from_u128(7)),
        question_id: "q1".into(),
        action,
        value: value.map(Into::into),
        reason: "why".into(),
        by: None,
        at: AT,
        undone: None,
        versions: Vec::new(),
        contents: Vec::new(),
    }
}

fn graded(question: &TestQuestion, repairs: &[Repair], answer: &str) -> Scored {
    let grade = grade_one(AttemptId(Uuid::nil()), TestId(Uuid::nil()), (0, question), repairs, answer, AT);
    (grade.status, grade.earned)
}

#[test]
fn repairs_take_effect_in_their_order() {
    use GradeStatus::{Correct, Void as Out, Wrong};
    use RepairAction::{AlsoAccept, FullMarks, NewKey, Void};
    let (right, wrong, out) = ((Correct, 3.0), (Wrong, -1.0), (Out, 0.0));
    let also = repair(AlsoAccept, Some("B"));
    let new = repair(NewKey, Some("C"));
    let (full, void) = (repair(FullMarks, None), repair(Void, None));
    let elsewhere = repair(NewKey, Some("an option of another version"));
    let undone = Repair { undone: Some(Undone { by: None, at: AT }), ..void.clone() };
    let cases: [(&[&Repair], [Scored; 3]); 10] = [
        (&[], [right, wrong, wrong]),
        (&[&also], [right, right, wrong]),
        (&[&new], [wrong, wrong, right]),
        (&[&new, &also], [wrong, right, right]),
        (&[&also, &new], [wrong, wrong, right]),
        (&[&full], [right, right, right]),
        (&[&full, &also], [right, right, wrong]),
        (&[&also, &void], [out, out, out]),
        (&[&also, &undone], [right, right, wrong]),
        (&[&also, &elsewhere], [right, right, wrong]),
    ];
    for (repairs, expected) in cases {
        let repairs: Vec<Repair> = repairs.iter().map(|repair| (*repair).clone()).collect();
        assert_eq!(["A", "B", "C"].map(|answer| graded(&choice(), &repairs, answer)), expected, "{repairs:?}");
    }
    assert_eq!(graded(&choice(), &[full], ""), right, "a blank answer, too");
    assert_eq!(graded(&choice(), &[also], ""), (Wrong, 0.0));
}

#[test]
fn a_grade_names_the_repair_that_decided_it() {
    let numbered = |id, action, value| Repair { id: RepairId(Uuid::from_u128(id)), ..repair(action, value) };
    let first = numbered(1, RepairAction::AlsoAccept, Some("B"));
    let second = numbered(2, RepairAction::AlsoAccept, Some("C"));
    let again = numbered(3, RepairAction::AlsoAccept, Some("B"));
    let new = numbered(4, RepairAction::NewKey, Some("C"));
    let named = |repairs: &[&Repair], answer: &str| {
        let repairs: Vec<Repair> = repairs.iter().map(|repair| (*repair).clone()).collect();
        let at = (0, &choice());
        let grade = grade_one(AttemptId(Uuid::nil()), TestId(Uuid::nil()), at, &repairs, answer, AT);
        grade.repaired.map(|repaired| repaired.by.0.as_u128())
    };
    let both = [&first, &second, &again];
    assert_eq!(["A", "B", "C"].map(|answer| named(&both, answer)), [None, Some(1), Some(2)]);
    assert_eq!(["A", "B", "C"].map(|answer| named(&[&new, &first], answer)), [Some(4), Some(1), Some(4)]);
}

#[test]
fn a_replaced_repair_no_longer_counts() {
    let numbered = |id, action, value| Repair { id: RepairId(Uuid::from_u128(id)), ..repair(action, value) };
    let also = numbered(1, RepairAction::AlsoAccept, Some("B"));
    let counts = |later: &Repair| in_force(&[also.clone(), later.clone()], &choice()).unwrap().counts(also.id);
    assert!(counts(&numbered(2, RepairAction::AlsoAccept, Some("C"))));
    for (action, value) in
        [(RepairAction::NewKey, Some("C")), (RepairAction::FullMarks, None), (RepairAction::Void, None)]
    {
        assert!(!counts(&numbered(2, action, value)), "{action:?}");
    }
}

#[test]
fn a_persons_score_takes_precedence_but_a_void_question_leaves_the_total() {
    let essay = question(json!({"type": "essay", "question": "?", "points": 4}));
    let (full, void) = (repair(RepairAction::FullMarks, None), repair(RepairAction::Void, None));
    let mut grade = grade_one(AttemptId(Uuid::nil()), TestId(Uuid::nil()), (0, &essay), &[], "text", AT);
    grade.repair(in_force(std::slice::from_ref(&full), &essay).as_ref(), "text");
    assert_eq!((grade.status, grade.earned, grade.own_status()), (GradeStatus::Correct, 4.0, GradeStatus::Pending));
    grade.review(ReviewVerdict::Partial(1.5), 4, None, None, AT);
    assert_eq!(grade.repaired, None);
    let person = grade.clone();
    grade.repair(in_force(&[full], &essay).as_ref(), "text");
    assert_eq!(grade, person);
    grade.repair(in_force(&[void], &essay).as_ref(), "text");
    assert_eq!((grade.status, grade.earned, grade.manual_score), (GradeStatus::Void, 0.0, Some(1.5)));
    grade.repair(None, "text");
    assert_eq!(grade, person);
}

#[test]
fn an_ai_gives_way_to_a_repair() {
    let essay = question(json!({"type": "essay", "question": "?", "points": 4}));
    let mut grade = grade_one(AttemptId(Uuid::nil()), TestId(Uuid::nil()), (0, &essay), &[], "text", AT);
    grade.review_by_ai(ReviewVerdict::Wrong, 4, "no".into(), false, AT);
    grade.repair(in_force(&[repair(RepairAction::FullMarks, None)], &essay).as_ref(), "text");
    assert_eq!((grade.status, grade.earned), (GradeStatus::Correct, 4.0));
}

#[test]
fn each_fault_of_a_draft_has_a_sentence() {
    let asked = [choice()];
    let essay = [question(json!({"type": "essay", "question": "?"}))];
    let draft = |action, value: Option<&str>, reason: &str| RepairDraft {
        question_id: "q1".into(),
        action,
        value: value.map(Into::into),
        reason: reason.into(),
        versions: Vec::new(),
    };
    let faults = |draft: RepairDraft, asked: &[TestQuestion]| {
        draft.check(asked.iter()).unwrap_err().fields.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(faults(draft(RepairAction::Void, None, "why"), &[]), ["question_id"]);
    assert_eq!(faults(draft(RepairAction::Void, None, " "), &asked), ["reason"]);
    assert_eq!(faults(draft(RepairAction::Void, None, &"x".repeat(501)), &asked), ["reason"]);
    assert_eq!(faults(draft(RepairAction::NewKey, None, "why"), &asked), ["value"]);
    assert_eq!(faults(draft(RepairAction::AlsoAccept, Some("D"), "why"), &asked), ["value"]);
    assert_eq!(faults(draft(RepairAction::AlsoAccept, Some("D"), "why"), &essay), ["action", "value"]);
    let fine = draft(RepairAction::FullMarks, Some("left over"), " why ").check(asked.iter()).unwrap();
    assert_eq!(fine.draft, draft(RepairAction::FullMarks, None, "why"));
}

#[test]
fn a_repair_is_about_the_versions_that_were_asked() {
    let draft = RepairDraft {
        question_id: "q1".into(),
        action: RepairAction::FullMarks,
        value: None,
        reason: "why".into(),
        versions: Vec::new(),
    };
    let (asked, mut later) = (choice(), choice());
    let repair = draft.check([&asked].into_iter()).unwrap().into_repair(RepairId(Uuid::nil()), None, AT);
    later.text = "Another one?".into();
    let repairs = [repair];
    assert_eq!(graded(&asked, &repairs, "B"), (GradeStatus::Correct, 3.0));
    assert_eq!(graded(&later, &repairs, "B"), (GradeStatus::Wrong, -1.0));
    let shuffled = question(json!({"type": "multiple_choice", "question": "?", "points": 2, "penalty": 1,
        "options": ["C", "A", "B"], "correct_answer": "A", "tags": ["sql"]}));
    assert_eq!(graded(&shuffled, &repairs, "B"), (GradeStatus::Correct, 2.0), "the same version");
}
