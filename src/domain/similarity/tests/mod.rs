//! Recall and false alarms, measured on a corpus of honest answers and disguised copies. `INVIGIL_SIMILARITY_EXAMS` sets the
//! number of exams per task.

mod corpus;
mod habits;
mod tasks;

use super::{Corpus, TextKind, line, passages};
use corpus::{DISGUISES, Dice, Disguise, Parts, copy, honest, text};
use tasks::{TASKS, Task};

const AUTHORS: usize = 60;

fn kind(task: &Task) -> TextKind {
    task.language.map_or(TextKind::Words, |language| TextKind::Code(language.to_owned()))
}

struct Scores {
    honest: Vec<f32>,
    copies: Vec<f32>,
}

/// An exam of this task: honest authors, and copies of some of them.
fn exam(task: &Task, dice: &mut Dice) -> Scores {
    let authors: Vec<Parts> = (0..AUTHORS).map(|_| honest(task, dice)).collect();
    let copied: Vec<(usize, Disguise)> = DISGUISES.iter().map(|disguise| (dice.below(AUTHORS), *disguise)).collect();
    let mut corpus = Corpus::new(kind(task), &[task.given.to_owned()]);
    for parts in &authors {
        corpus.add(&text(task, parts));
    }
    for (original, disguise) in &copied {
        corpus.add(&text(task, &copy(task, &authors[*original], *disguise, dice)));
    }
    let weighted = corpus.weighted();
    let mut scores = Scores { honest: Vec::new(), copies: Vec::new() };
    for second in 0..AUTHORS {
        scores.honest.extend(weighted.pairs_of(second, 0.0).iter().map(|pair| pair.score));
    }
    for (number, (original, _)) in copied.iter().enumerate() {
        let pairs = weighted.pairs_of(AUTHORS + number, 0.0);
        let score = pairs.iter().find(|pair| pair.first == *original).map_or(0.0, |pair| pair.score);
        scores.copies.push(score);
    }
    scores
}

fn exams(seed: u64, of_code: bool) -> Vec<Scores> {
    let rounds = std::env::var("INVIGIL_SIMILARITY_EXAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut dice = Dice(seed);
    let tasks: Vec<&Task> = TASKS.iter().filter(|task| task.language.is_some() == of_code).collect();
    (0..rounds).flat_map(|_| tasks.clone()).map(|task| exam(task, &mut dice)).collect()
}

/// The share of copies, and of honest pairs, above the line.
fn rates(exams: &[Scores], line: f32) -> (f64, f64) {
    let share = |scores: Vec<f32>| {
        let above = scores.iter().filter(|score| **score >= line).count();
        f64::from(u32::try_from(above).unwrap()) / f64::from(u32::try_from(scores.len()).unwrap())
    };
    let copies = exams.iter().flat_map(|exam| exam.copies.clone()).collect();
    (share(copies), share(exams.iter().flat_map(|exam| exam.honest.clone()).collect()))
}

/// The seed of the half that the lines and lengths were tuned with is 1.
#[test]
fn copies_are_found_and_honest_pairs_are_not() {
    for (of_code, kind) in [(true, TextKind::Code(String::new())), (false, TextKind::Words)] {
        let (recall, alarms) = rates(&exams(2, of_code), line(&kind));
        println!("{kind:?}: recall {recall:.4}, honest pairs above the line {alarms:.4}");
        assert!(recall >= 0.95 && alarms <= 0.01, "{kind:?}: {recall} {alarms}");
    }
}

/// The control: a comparison that knows no language misses renamed copies.
#[test]
fn code_read_as_words_is_not_enough() {
    let mut dice = Dice(3);
    let task = &TASKS[0];
    let original = honest(task, &mut dice);
    let renamed = copy(task, &original, Disguise::All, &mut dice);
    let score = |kind: TextKind| {
        let mut corpus = Corpus::new(kind, &[task.given.to_owned()]);
        for parts in [&original, &renamed] {
            corpus.add(&text(task, parts));
        }
        corpus.weighted().pairs_of(1, 0.0).first().map_or(0.0, |pair| pair.score)
    };
    assert!(score(kind(task)) > line(&kind(task)));
    assert!(score(TextKind::Words) < line(&TextKind::Words));
}

#[test]
fn short_answers_and_what_was_given_are_not_compared() {
    let task = &TASKS[1];
    let mut corpus = Corpus::new(kind(task), &[task.given.to_owned()]);
    for answer in ["int x = 0;", "int x = 0;", task.given, task.given] {
        corpus.add(answer);
    }
    let weighted = corpus.weighted();
    assert!((0..weighted.len()).all(|place| weighted.pairs_of(place, 0.0).is_empty()));
}

#[test]
fn passages_hold_both_texts_and_mark_what_they_share() {
    let mut dice = Dice(4);
    for task in &TASKS {
        let original = honest(task, &mut dice);
        let copied = copy(task, &original, Disguise::Reordered, &mut dice);
        let (a, b) = (text(task, &original), text(task, &copied));
        let (first, second) = passages(&kind(task), &a, &b);
        let joined = |pieces: &[super::TextPiece]| pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
        assert_eq!((joined(&first), joined(&second)), (a.clone(), b));
        let marked: usize = first.iter().filter(|piece| piece.passage.is_some()).map(|piece| piece.text.len()).sum();
        assert!(marked * 10 > a.len() * 6, "{:?}: {marked} of {}", task.language, a.len());
        let numbers = |pieces: &[super::TextPiece]| {
            let mut numbers: Vec<usize> = pieces.iter().filter_map(|piece| piece.passage).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(numbers(&first), numbers(&second), "each passage stands once on either side");
    }
}

#[test]
fn odd_texts_are_compared_too() {
    let odd = ["", "\0", "\"", "'''", "/*", "\u{1F600}\u{1F600} =", "\r\n\r\n", "((((((((((", "ß ſ İ ŉ"];
    for kind in [
        TextKind::Code("Python".into()),
        TextKind::Code("C++".into()),
        TextKind::Code("Brainfuck".into()),
        TextKind::Words,
    ] {
        for a in odd {
            for b in odd {
                let (x, y) = (a.repeat(300), b.repeat(300));
                let (first, second) = passages(&kind, &x, &y);
                assert_eq!(first.iter().map(|piece| piece.text.len()).sum::<usize>(), x.len());
                assert_eq!(second.iter().map(|piece| piece.text.len()).sum::<usize>(), y.len());
            }
        }
    }
}
