use super::*;
use crate::domain::{
    Instant, TestId,
    attempt::EndedBy,
    history::HistoryMode,
    rich_text::RichTextFormat,
    submission::ScoringStatus,
    test::{Question, QuestionDraft, Test},
};
use uuid::Uuid;

fn question(id: &str, points: u32) -> Question {
    let draft = QuestionDraft {
        id: Some(id.into()),
        points: points.into(),
        ..QuestionDraft::new(QuestionKind::Essay, format!("What is {id}?"))
    };
    draft.check_alone(0).unwrap()
}

fn paper(questions: &[(&str, u32)]) -> Paper {
    let at = Instant::EPOCH;
    Paper::of(&Test {
        id: TestId(Uuid::nil()),
        title: "T".into(),
        description: String::new(),
        duration_minutes: 60,
        questions: questions.iter().map(|(id, points)| question(id, *points)).collect(),
        created_at: at,
        updated_at: at,
        require_fullscreen: false,
        history: HistoryMode::Saves,
        version: 1,
        updated_by: None,
        description_format: RichTextFormat::Plain,
        description_tree: None,
        language: None,
        translations: crate::domain::test_translation::Translations::default(),
    })
}

/// Adds a submission with these points by question; `None` means pending review.
fn add(tally: &mut StatisticsTally, paper: &Paper, earned: &[Option<f64>]) {
    add_timed(tally, paper, earned, &[]);
}

/// The same, with the seconds that questions were in view.
fn add_timed(tally: &mut StatisticsTally, paper: &Paper, earned: &[Option<f64>], seconds: &[(&str, u32)]) {
    let id = Uuid::nil();
    let at = Instant::EPOCH;
    let grades: Vec<_> = (0..)
        .zip(paper.questions.iter().zip(earned))
        .map(|(place, (question, earned))| Grade {
            submission_id: id.into(),
            place,
            test_id: paper.test_id,
            question_id: question.id.clone(),
            is_written: true,
            submitted_at: at,
            status: if earned.is_some() { GradeStatus::Partial } else { GradeStatus::Pending },
            earned: earned.unwrap_or_default(),
            manual_score: *earned,
            comments: None,
            reviewed_at: earned.map(|_| at),
            reviewed_by: None,
            version: 1,
            by_ai: false,
            ai: None,
            repaired: None,
        })
        .collect();
    let submission = submission(paper, &grades);
    let blank =
        |id: &str| grades.iter().any(|g| g.question_id == id && g.earned == 0.0 && g.status != GradeStatus::Pending);
    let spent = |(question, seconds): &(&str, u32)| TimeSpent {
        attempt_id: id.into(),
        question_id: (*question).into(),
        seconds: *seconds,
    };
    let time_spent: Vec<_> = seconds.iter().map(spent).collect();
    tally.add(&submission, paper, &grades, &time_spent, |id| (!blank(id)).then_some("text"));
}

fn submission(paper: &Paper, grades: &[Grade]) -> Submission {
    let (id, at) = (Uuid::nil(), Instant::EPOCH);
    let mut submission = Submission {
        id: id.into(),
        invite_id: id.into(),
        test_id: paper.test_id,
        applicant_id: id.into(),
        applicant_name: String::new(),
        applicant_email: String::new(),
        test_title: String::new(),
        paper: paper.hash,
        started_at: at,
        submitted_at: at,
        ended_by: EndedBy::Candidate,
        is_monitored: false,
        answers_stored: 0,
        total_points: 0,
        auto_earned: 0.0,
        manual_earned: None,
        status: ScoringStatus::AutoOnly,
        manual_questions: 0,
        pending_reviews: 0,
        pending_points: 0,
        judging: crate::domain::judging::JudgingCounts::default(),
        alias: None,
    };
    submission.tally(paper, grades);
    submission
}

fn asked(questions: &[Question]) -> Vec<MeasuredQuestion> {
    let asked = |(number, question): (u64, &Question)| MeasuredQuestion {
        number,
        question: question.clone(),
        keys: Vec::new(),
        others: Vec::new(),
    };
    (1..).zip(questions).map(asked).collect()
}

#[test]
fn scores_are_distributed_over_ten_buckets() {
    let paper = paper(&[("a", 10)]);
    let mut tally = StatisticsTally::default();
    for earned in [0.0, 0.5, 1.0, 5.5, 9.5, 10.0] {
        add(&mut tally, &paper, &[Some(earned)]);
    }
    let figures = tally.figures(&asked(&paper.questions));
    assert_eq!(figures.settled.distribution, [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    assert_eq!((figures.submissions, figures.waiting), (6, 0));
    // (0 + 5 + 10 + 55 + 95 + 100) / 6, and the midpoint of 10 and 55.
    assert_eq!((figures.settled.average.mean, figures.settled.average.median), (Some(44.17), Some(32.5)));
    assert_eq!((figures.questions[0].answered, figures.questions[0].share_correct), (5, Some(0.44)));
    assert_eq!(figures.questions[0].discrimination, None, "the test has no other question");
}

#[test]
fn a_discriminating_question_correlates_with_the_rest() {
    let paper = paper(&[("follows", 1), ("against", 1), ("same", 1), ("rest", 4)]);
    let mut tally = StatisticsTally::default();
    for (follows, rest) in [(0.0, 0.0), (0.0, 1.0), (1.0, 2.0), (0.0, 2.0), (1.0, 3.0), (1.0, 4.0)] {
        add(&mut tally, &paper, &[Some(follows), Some(1.0 - follows), Some(1.0), Some(rest)]);
    }
    let figures = tally.figures(&asked(&paper.questions));
    let found: Vec<_> = figures.questions.iter().map(|q| q.discrimination).collect();
    // The others earn 2, 3, 3, 4, 4 and 5 of six points: r = (6*12 - 3*21) / sqrt((6*3 - 9) * (6*79 - 441)).
    assert_eq!(found[0], Some(0.52));
    assert!(found[1].is_some_and(|r| r < -0.5), "{found:?}");
    assert_eq!(found[2], None, "all answers are right");
    assert_eq!(found[3], None, "the other questions always yield two points");
}

#[test]
fn few_answers_yield_no_correlation_and_pending_ones_are_excluded() {
    let paper = paper(&[("a", 2), ("b", 2)]);
    let mut tally = StatisticsTally::default();
    for earned in [0.0, 1.0, 2.0, 2.0] {
        add(&mut tally, &paper, &[Some(earned), Some(earned)]);
    }
    for _ in 0..3 {
        add(&mut tally, &paper, &[Some(2.0), None]);
    }
    let figures = tally.figures(&asked(&paper.questions));
    assert_eq!((figures.submissions, figures.waiting), (7, 3));
    assert_eq!((figures.settled.count, figures.settled.average.mean), (4, Some(62.5)), "a pending score is no verdict");
    assert_eq!((figures.so_far.count, figures.so_far.average.mean), (7, Some(57.14)));
    let [a, b] = [&figures.questions[0], &figures.questions[1]];
    assert_eq!((a.share_correct, b.share_correct), (Some(0.79), Some(0.63)));
    assert_eq!((a.discrimination, b.discrimination), (None, None), "four pairs are too few");
    assert_eq!(b.answered, 6, "a pending answer is an answer");
}

#[test]
fn outcomes_and_options_are_counted() {
    let drafts: Vec<QuestionDraft> = serde_json::from_value(serde_json::json!([
        {"type": "multiple_choice", "question": "?", "options": ["A", "B"], "correct_answer": "B"},
        {"type": "multiple_response", "question": "?", "scoring": "partial", "correct_answers": ["o1"],
            "options": [{"id": "o1", "text": "A"}, {"id": "o2", "text": "B"}, {"id": "o3", "text": "C"}]},
    ]))
    .unwrap();
    let mut paper = paper(&[]);
    paper.questions = drafts.into_iter().enumerate().map(|(n, draft)| draft.check_alone(n).unwrap()).collect();
    let mut tally = StatisticsTally::default();
    let answers = [["B", r#"["o1"]"#], ["A", r#"["o1","o2"]"#], ["", r#"["o3"]"#], ["B", "[]"], ["B", "o1"]];
    for given in answers {
        let texts = (0..2).map(|n| (format!("q{}", n + 1), given[n].to_owned())).collect();
        let grades = crate::domain::submission::grade(Uuid::nil().into(), &paper, &[], &texts, Instant::EPOCH);
        let submission = submission(&paper, &grades);
        tally.add(&submission, &paper, &grades, &[], |id| texts.get(id).map(String::as_str));
    }
    let figures = tally.figures(&asked(&paper.questions));
    let [one, several] = figures.questions.as_slice() else { panic!("{figures:?}") };
    assert_eq!(one.outcomes, GradeCounts { correct: 3, partial: 0, wrong: 1, blank: 1 });
    assert_eq!(several.outcomes, GradeCounts { correct: 1, partial: 1, wrong: 2, blank: 1 });
    let counts = |options: &[OptionCount]| options.iter().map(|o| (o.is_correct, o.count)).collect::<Vec<_>>();
    assert_eq!(counts(&one.options), [(false, 1), (true, 3)]);
    assert_eq!(counts(&several.options), [(true, 2), (false, 1), (false, 1)]);
    assert_eq!((one.answered, several.answered, several.share_correct), (4, 4, Some(0.3)));
}

#[test]
fn options_in_markdown_are_named_without_its_marks() {
    let draft: QuestionDraft = serde_json::from_value(serde_json::json!({
        "type": "multiple_choice", "question": "?", "format": "markdown",
        "options": ["All calls share `to`", "**None**"], "correct_answer": "**None**",
    }))
    .unwrap();
    let figures = StatisticsTally::default().figures(&asked(&[draft.check_alone(0).unwrap()]));
    let options = &figures.questions[0].options;
    let shown: Vec<_> = options.iter().map(|option| (option.line.as_str(), option.is_correct)).collect();
    assert_eq!(shown, [("All calls share to", false), ("None", true)]);
}

#[test]
fn a_question_without_submissions_has_no_statistics() {
    let figures = StatisticsTally::default().figures(&asked(&paper(&[("a", 1)]).questions));
    assert_eq!(
        (figures.settled.average, figures.time, figures.submissions),
        (Average::default(), Average::default(), 0)
    );
    assert_eq!((figures.questions[0].answered, figures.questions[0].share_correct), (0, None));
}

#[test]
fn papers_of_different_lengths_are_compared_by_shares() {
    let (long, short) = (paper(&[("a", 1), ("b", 4)]), paper(&[("a", 1), ("b", 1)]));
    let mut tally = StatisticsTally::default();
    for (a, rest) in [(0.0, 0.0), (1.0, 1.0), (0.0, 0.25), (1.0, 0.75)] {
        add(&mut tally, &long, &[Some(a), Some(rest * 4.0)]);
        add(&mut tally, &short, &[Some(a), Some(rest)]);
    }
    let figures = tally.figures(&asked(&long.questions));
    assert_eq!((figures.questions[1].points, figures.questions[1].share_correct), (4, Some(0.5)));
    assert!(figures.questions[0].discrimination.is_some_and(|r| r > 0.9));
}

#[test]
fn time_averages_only_submissions_with_time_data() {
    let paper = paper(&[("a", 1), ("b", 1), ("c", 1)]);
    let mut tally = StatisticsTally::default();
    let right = [Some(1.0); 3];
    add_timed(&mut tally, &paper, &right, &[("a", 10), ("b", 20)]);
    add_timed(&mut tally, &paper, &right, &[("a", 61)]);
    add_timed(&mut tally, &paper, &right, &[("a", 100), ("b", 40)]);
    add(&mut tally, &paper, &right);
    let figures = tally.figures(&asked(&paper.questions));
    let average = |mean, median| Average { mean: Some(mean), median: Some(median) };
    assert_eq!((figures.submissions, figures.time), (4, average(77.0, 61.0)));
    let found: Vec<_> = figures.questions.iter().map(|q| q.time).collect();
    assert_eq!(found, [average(57.0, 61.0), average(30.0, 30.0), Average::default()]);
}

#[test]
fn a_wrong_option_that_strong_candidates_choose_points_at_the_key() {
    let drafts: Vec<QuestionDraft> = serde_json::from_value(serde_json::json!([
        {"type": "multiple_choice", "question": "?", "options": ["A", "B", "C"], "correct_answer": "A"},
        {"type": "multiple_choice", "question": "?", "options": ["A", "B", "C"], "correct_answer": "B"},
        {"type": "numeric", "question": "?", "correct_number": "1", "points": 4},
    ]))
    .unwrap();
    let mut paper = paper(&[]);
    paper.questions = drafts.into_iter().enumerate().map(|(n, draft)| draft.check_alone(n).unwrap()).collect();
    let tallied = |repairs: &[crate::domain::repair::Repair]| {
        let mut tally = StatisticsTally::default();
        for candidate in 0..20 {
            let strong = candidate % 2 == 0;
            let given = if strong { ["B", "B", "1"] } else { [["A", "C"][candidate / 2 % 2], "C", "2"] };
            let texts = (0..3).map(|n| (format!("q{}", n + 1), given[n].to_owned())).collect();
            let grades = crate::domain::submission::grade(Uuid::nil().into(), &paper, repairs, &texts, Instant::EPOCH);
            tally.add(&submission(&paper, &grades), &paper, &grades, &[], |id| texts.get(id).map(String::as_str));
        }
        tally
    };
    let figures = |repairs: &[crate::domain::repair::Repair]| tallied(repairs).figures(&asked(&paper.questions));
    // What is right in another version is no reason for doubt.
    let mut versions = asked(&paper.questions);
    versions[0].others = serde_json::from_value::<Vec<QuestionDraft>>(serde_json::json!([
        {"id": "q1", "type": "multiple_choice", "question": "?", "options": ["B", "D"], "correct_answer": "B"},
    ]))
    .unwrap()
    .into_iter()
    .map(|draft| draft.check_alone(0).unwrap())
    .collect();
    let both = &tallied(&[]).figures(&versions).questions[0];
    assert_eq!((both.check_key, both.versions), (false, 2));
    let right: Vec<_> = both.options.iter().map(|option| (option.text.as_str(), option.is_correct)).collect();
    assert_eq!(right, [("A", true), ("B", true), ("C", false), ("D", false)]);
    let found = figures(&[]);
    let suspects: Vec<bool> = found.questions.iter().map(|question| question.check_key).collect();
    assert_eq!(suspects, [true, false, false]);
    let by_option: Vec<_> = found.questions[0].options.iter().map(|o| o.discrimination).collect();
    assert!(by_option[1] > Some(0.9) && by_option[0] < Some(-0.3), "{by_option:?}");
    let repair = crate::domain::repair::Repair {
        id: Uuid::nil().into(),
        question_id: "q1".into(),
        action: crate::domain::repair::RepairAction::NewKey,
        value: Some("B".into()),
        reason: "B is right".into(),
        by: None,
        at: Instant::EPOCH,
        undone: None,
        versions: Vec::new(),
        contents: Vec::new(),
    };
    assert!(!figures(&[repair]).questions[0].check_key);
}
