use super::*;
use uuid::Uuid;

fn id(n: u128) -> RubricItemId {
    RubricItemId(Uuid::from_u128(n))
}

fn item(n: u128, points: f64) -> RubricItem {
    RubricItem { id: id(n), text: format!("item {n}"), points: Thousandths::nearest(points) }
}

fn entered(id: Option<RubricItemId>, points: f64) -> DraftItem {
    DraftItem { id, text: " It says why. ".into(), points }
}

fn draft(items: Vec<DraftItem>) -> RubricDraft {
    RubricDraft {
        mode: RubricMode::Add,
        items,
        model_answer: String::new(),
        notes: String::new(),
        snippets: Vec::new(),
    }
}

fn fields(draft: RubricDraft) -> Vec<String> {
    draft.check(5, &[item(1, 1.0)], || id(9)).map_or_else(|error| error.fields.into_keys().collect(), |_| Vec::new())
}

#[test]
fn chosen_items_add_or_deduct_within_the_points_of_the_question() {
    let items = [item(1, 1.5), item(2, 2.0), item(3, 4.0)];
    for (mode, chosen, expected) in [
        (RubricMode::Add, vec![], 0.0),
        (RubricMode::Add, vec![1, 2], 3.5),
        (RubricMode::Add, vec![1, 2, 3], 5.0),
        (RubricMode::Add, vec![1, 1, 8], 1.5),
        (RubricMode::Deduct, vec![], 5.0),
        (RubricMode::Deduct, vec![1, 2], 1.5),
        (RubricMode::Deduct, vec![1, 2, 3], 0.0),
    ] {
        let chosen: Vec<_> = chosen.into_iter().map(id).collect();
        assert_eq!(points(mode, &items, &chosen, 5), Thousandths::nearest(expected), "{mode:?} {chosen:?}");
    }
}

#[test]
fn drafts_are_checked_in_all_their_fields() {
    let pair = || vec![entered(Some(id(1)), 1.0), entered(None, 5.0)];
    assert!(fields(draft(pair())).is_empty() && fields(draft(Vec::new())).is_empty());
    assert_eq!(fields(draft(vec![entered(None, 1.0)])), ["items"]);
    assert_eq!(fields(draft((0..21).map(|_| entered(None, 1.0)).collect())), ["items"]);
    for wrong in [0.0, -1.0, 5.5, 0.25, 0.5001, f64::NAN, f64::INFINITY] {
        assert_eq!(fields(draft(vec![entered(None, 1.0), entered(None, wrong)])), ["items[1].points"], "{wrong}");
    }
    assert_eq!(fields(draft(vec![entered(None, 1.0), entered(Some(id(7)), 1.0)])), ["items[1].id"]);
    assert_eq!(fields(draft(vec![entered(Some(id(1)), 1.0), entered(Some(id(1)), 1.0)])), ["items[1].id"]);
    let blank = DraftItem { text: "  ".into(), ..entered(None, 1.0) };
    assert_eq!(fields(draft(vec![entered(None, 1.0), blank])), ["items[1].text"]);
    assert_eq!(fields(RubricDraft { model_answer: "a".repeat(20_001), ..draft(pair()) }), ["model_answer"]);
    assert_eq!(fields(RubricDraft { notes: "a\u{0}".into(), ..draft(pair()) }), ["notes"]);
    assert_eq!(fields(RubricDraft { snippets: vec!["Good.".into(), " ".into()], ..draft(pair()) }), ["snippets[1]"]);
    assert_eq!(fields(RubricDraft { snippets: vec!["Good.".into(); 51], ..draft(pair()) }), ["snippets"]);
}

#[test]
fn a_checked_draft_keeps_the_ids_of_its_items() {
    let checked = draft(vec![entered(None, 0.5), entered(Some(id(1)), 2.0)]).check(5, &[item(1, 1.0)], || id(9));
    let stored: Vec<_> = checked.unwrap().items.into_iter().map(|i| (i.id, i.text, i.points.0)).collect();
    assert_eq!(stored, [(id(9), "It says why.".to_owned(), 500), (id(1), "It says why.".to_owned(), 2_000)]);
}
