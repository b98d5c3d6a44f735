//! Draws: the vectors and the program of `docs/draw.md`, and even exposure.

use super::{
    super::draw::{DrawItem, DrawMember, DrawPlan, Drawn, OptionList, PoolTooSmall, SectionPlan, Seed, draw},
    Dice,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeSet, HashMap},
    io::Write,
    process::{Command, Stdio},
};

const PAGE: &str = include_str!("../../../../docs/draw.md");

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().map(|c| u8::try_from(c.to_digit(16).unwrap()).unwrap()).collect();
    digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

fn seed_of(number: u64) -> Seed {
    Sha256::digest(number.to_be_bytes())[..16].try_into().unwrap()
}

fn member(question: String, lists: &[(usize, &[usize])]) -> DrawMember<String> {
    let list = |(count, pinned): &(usize, &[usize])| OptionList { count: *count, pinned: pinned.to_vec() };
    DrawMember { question, lists: lists.iter().map(list).collect() }
}

#[test]
fn the_vectors_of_the_page_are_drawn() {
    let block = hex(&Sha256::digest([b"invigil-draw\x01".as_slice(), &[0; 24]].concat()));
    assert!(PAGE.contains(&block), "{block}");
    let mut count = 0;
    for line in PAGE.lines().filter(|line| line.starts_with("{\"seed\"")) {
        let vector: Value = serde_json::from_str(line).unwrap();
        let seed: Seed = unhex(vector["seed"].as_str().unwrap()).try_into().unwrap();
        let plan: DrawPlan<String> = serde_json::from_value(vector["plan"].clone()).unwrap();
        let paper: Vec<Vec<Drawn<String>>> = serde_json::from_value(vector["paper"].clone()).unwrap();
        assert_eq!(draw(&seed, &plan), Ok(paper), "{line}");
        count += 1;
    }
    assert_eq!(count, 3);
}

/// Questions from a few names, so that pools overlap; now and then a large pool.
fn random_plan(dice: &mut Dice) -> DrawPlan<String> {
    let mut fixed = 0;
    let sections = (0..=dice.below(3)).map(|_| {
        let items = (0..=dice.below(3)).map(|_| {
            let pins = [dice.below(4), dice.below(4)];
            let lists: Vec<(usize, &[usize])> = (0..dice.below(3)).map(|n| (2 + dice.below(19), &pins[..n])).collect();
            if dice.one_in(2) {
                fixed += 1;
                return DrawItem::Fixed(member(format!("f{fixed}"), &lists));
            }
            let (size, names) = if dice.one_in(10) { (300, 2_000) } else { (dice.below(12), 30) };
            let names: BTreeSet<usize> = (0..size).map(|_| dice.below(names)).collect();
            let mut members: Vec<_> = names.iter().map(|n| member(format!("f{n}"), &lists)).collect();
            dice.shuffle(&mut members);
            DrawItem::Pool { draw: dice.below(members.len() + 1), members }
        });
        let items: Vec<_> = items.collect();
        let has_blocks = dice.one_in(2);
        let block = |dice: &mut Dice| Some(dice.below(3)).filter(|block| *block > 0);
        let blocks = items.iter().filter(|_| has_blocks).map(|_| block(dice)).collect();
        SectionPlan { items, shuffle_questions: dice.one_in(2), blocks }
    });
    DrawPlan { sections: sections.collect() }
}

#[test]
fn the_program_of_the_page_draws_the_same_papers() {
    let program = PAGE.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let started = Command::new("python3").args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = started else {
        println!("skipped: there is no python3");
        return;
    };
    let mut dice = Dice(11);
    let plans: Vec<_> = (0..300).map(|n| (seed_of(n), random_plan(&mut dice))).collect();
    let lines = plans.iter().map(|(seed, plan)| json!({"seed": hex(seed), "plan": plan}).to_string() + "\n");
    let lines: String = lines.collect();
    let mut input = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let papers: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(papers.len(), plans.len());
    let mut drawn = 0;
    for ((seed, plan), paper) in plans.iter().zip(papers) {
        let ours = draw(seed, plan).ok();
        drawn += usize::from(ours.is_some());
        assert_eq!(serde_json::to_value(&ours).unwrap(), paper, "{plan:?}");
        let all: Vec<_> = ours.iter().flatten().flatten().map(|question| &question.question).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "a question twice: {plan:?}");
    }
    assert!((100..300).contains(&drawn), "{drawn} papers, the others refused");
}

/// The sum of squared deviations from an even count, over that count.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn chi_square(counts: impl Iterator<Item = usize> + Clone) -> f64 {
    let even = counts.clone().sum::<usize>() as f64 / counts.clone().count() as f64;
    counts.map(|count| (count as f64 - even).powi(2) / even).sum()
}

/// Bounds are the quantiles of 99.9 % of chi-square with 19 and 23 degrees of freedom.
#[test]
fn exposure_is_even_over_ten_thousand_draws() {
    let members: Vec<_> = (0..20).map(|n| member(format!("q{n:02}"), &[(5, &[4])])).collect();
    let item = DrawItem::Pool { draw: 5, members };
    let plan =
        DrawPlan { sections: vec![SectionPlan { shuffle_questions: false, items: vec![item], blocks: Vec::new() }] };
    let (mut chosen, mut first, mut orders) = (HashMap::new(), HashMap::new(), HashMap::new());
    for number in 0..10_000 {
        let paper = draw(&seed_of(number), &plan).unwrap().remove(0);
        *first.entry(paper[0].question.clone()).or_insert(0) += 1;
        *orders.entry(paper[0].orders[0].clone()).or_insert(0) += 1;
        for question in paper {
            *chosen.entry(question.question).or_insert(0) += 1;
        }
    }
    assert_eq!((chosen.len(), first.len(), orders.len()), (20, 20, 24));
    // Draws without replacement vary less than independent ones: by (20 - 5) / (20 - 1).
    let exposure = chi_square(chosen.into_values().collect::<Vec<_>>().into_iter()) * 19.0 / 15.0;
    let (first, orders): (Vec<_>, Vec<_>) = (first.into_values().collect(), orders.into_values().collect());
    let (first, orders) = (chi_square(first.into_iter()), chi_square(orders.into_iter()));
    println!("chi-square: exposure {exposure:.1}, first place {first:.1}, orders of options {orders:.1}");
    assert!(exposure < 43.8 && first < 43.8 && orders < 49.7);
    assert!(exposure > 5.4 && first > 5.4 && orders > 7.5, "too even for chance");
}

#[test]
fn a_pool_that_is_too_small_is_named() {
    let pool = |draw, names: &[&str]| DrawItem::Pool {
        draw,
        members: names.iter().map(|name| member((*name).to_owned(), &[])).collect(),
    };
    let section = |items| SectionPlan { shuffle_questions: true, items, blocks: Vec::new() };
    let plan = DrawPlan {
        sections: vec![
            section(vec![pool(0, &[]), pool(1, &["a", "b"])]),
            section(vec![DrawItem::Fixed(member("b".into(), &[])), pool(1, &["a", "b"])]),
        ],
    };
    assert_eq!(draw(&[7; 16], &plan), Err(PoolTooSmall { section: 1, item: 1, left: 0, draw: 1 }));
}
