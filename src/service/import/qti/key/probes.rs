//! Answers with which a file's points are compared with ours.

use super::parts::{Form, Given, Part};
use std::collections::HashSet;

/// Answers tried for an item: more say nothing new.
pub const MAX_PROBES: usize = 600;
/// Answers tried for an item that names as many, and in all of them together the answers to its parts.
const MAX_NAMED: usize = 4_000;
const MAX_NAMED_PARTS: usize = 200_000;
/// Choices of which all sets are tried, and those of which all orders are.
const ALL_SETS: usize = 8;
const ALL_ORDERS: usize = 4;
/// Answers to several parts that are tried together.
const MAX_TOGETHER: usize = 150;

/// Answers to one interaction; `texts` are those that its rules name.
pub fn alternatives(part: &Part<'_>, right: &Given, texts: &[String]) -> Vec<Given> {
    let all = part.ids.len();
    let mut found = match &part.form {
        Form::One => (0..all).map(|place| Given::Chosen(vec![place])).collect(),
        Form::Several { most } => sets(all, *most, right),
        Form::Order => orders(all, right),
        Form::Pairs { most } => pairs(all, most, right),
        // First those that are named, then what is nearly them.
        Form::Text | Form::Essay => {
            let near = texts.iter().flat_map(|text| near_texts(text));
            texts.iter().cloned().chain(near).map(Given::Text).collect()
        }
        Form::Number { .. } => texts.iter().cloned().map(Given::Text).collect(),
    };
    found.truncate(MAX_PROBES);
    found
}

fn sets(all: usize, most: usize, right: &Given) -> Vec<Given> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    if all <= ALL_SETS {
        for bits in 1..1_usize << all {
            sets.push((0..all).filter(|place| bits >> place & 1 == 1).collect());
        }
    } else {
        let right: Vec<usize> = if let Given::Chosen(places) = right { places.clone() } else { Vec::new() };
        sets.push((0..all).collect());
        for place in 0..all {
            sets.push(vec![place]);
            let mut other = right.clone();
            if let Some(at) = other.iter().position(|known| *known == place) {
                other.remove(at);
            } else {
                other.push(place);
                other.sort_unstable();
            }
            sets.push(other);
            let right_and_this = right.first().copied().into_iter().chain([place]);
            let mut two: Vec<usize> = right_and_this.collect();
            two.sort_unstable();
            two.dedup();
            sets.push(two);
        }
    }
    sets.retain(|set| !set.is_empty() && set.len() <= most.max(1));
    sets.into_iter().map(Given::Chosen).collect()
}

fn orders(all: usize, right: &Given) -> Vec<Given> {
    let right: Vec<usize> = match right {
        Given::Chosen(places) if places.len() == all => places.clone(),
        Given::Nothing | Given::Chosen(_) | Given::Pairs(_) | Given::Text(_) => (0..all).collect(),
    };
    let mut found = Vec::new();
    if all <= ALL_ORDERS {
        permutations(&right, &mut Vec::new(), &mut found);
    } else {
        for at in 1..all {
            let mut swapped = right.clone();
            swapped.swap(at - 1, at);
            found.push(swapped);
            let mut turned = right.clone();
            turned.rotate_left(at);
            found.push(turned);
            let mut ends = right.clone();
            ends.swap(0, at);
            found.push(ends);
        }
        found.push(right.iter().rev().copied().collect());
    }
    found.into_iter().map(Given::Chosen).collect()
}

fn permutations(left: &[usize], begun: &mut Vec<usize>, into: &mut Vec<Vec<usize>>) {
    if left.is_empty() {
        into.push(begun.clone());
    }
    for (at, place) in left.iter().enumerate() {
        let rest: Vec<usize> = left.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, p)| *p).collect();
        begun.push(*place);
        permutations(&rest, begun, into);
        begun.pop();
    }
}

fn pairs(left: usize, most: &[usize], right: &Given) -> Vec<Given> {
    let right: Vec<(usize, usize)> = if let Given::Pairs(pairs) = right { pairs.clone() } else { Vec::new() };
    let mut found: Vec<Vec<(usize, usize)>> = Vec::new();
    for prompt in 0..left {
        let others: Vec<_> = right.iter().filter(|(a, _)| *a != prompt).copied().collect();
        found.push(right.iter().filter(|(a, _)| *a == prompt).copied().collect());
        found.push(others.clone());
        for option in 0..most.len() {
            let mut with = others.clone();
            with.push((prompt, option));
            with.sort_unstable();
            found.push(with);
            found.push(vec![(prompt, option)]);
        }
    }
    for shift in 1..most.len() {
        found.push(right.iter().map(|(a, b)| (*a, (b + shift) % most.len())).collect());
    }
    let fits = |pairs: &Vec<(usize, usize)>| {
        most.iter().enumerate().all(|(option, most)| pairs.iter().filter(|(_, b)| *b == option).count() <= *most)
    };
    found.retain(|pairs| !pairs.is_empty() && fits(pairs));
    found.into_iter().map(Given::Pairs).collect()
}

/// A text, in other case, and others that are nearly it.
pub fn near_texts(text: &str) -> Vec<String> {
    let mut shorter = text.to_owned();
    shorter.pop();
    let mut near = vec![text.to_owned(), format!("{text}x"), shorter];
    near.extend(other_cases(text));
    near.retain(|near| !near.trim().is_empty());
    near.dedup();
    near
}

/// The text in other cases: swapped, and letter by letter.
pub fn other_cases(text: &str) -> Vec<String> {
    let upper = |c: char| -> String { c.to_uppercase().collect() };
    let lower = |c: char| -> String { c.to_lowercase().collect() };
    let swapped = text.chars().map(|c| if c.is_lowercase() { upper(c) } else { lower(c) }).collect();
    let by_turns = |first: usize| -> String {
        text.chars().enumerate().map(|(at, c)| if at % 2 == first { upper(c) } else { lower(c) }).collect()
    };
    let mut found: Vec<String> = vec![swapped, by_turns(0), by_turns(1)];
    found.retain(|other| other != text);
    found
}

/// Answers to several parts together, of those that rules name: the first of each, the second of each, and so on, then all with
/// each other.
fn together(right: &[Given], named: &[Vec<Given>]) -> Vec<Vec<Given>> {
    let mut lists: Vec<Vec<&Given>> = Vec::new();
    for (right, named) in right.iter().zip(named) {
        let mut list = vec![right];
        for given in named {
            if !list.contains(&given) {
                list.push(given);
            }
        }
        lists.push(list);
    }
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    let pick =
        |list: &Vec<&Given>, at: usize| list.get(at).or(list.last()).map(|given| (*given).clone()).unwrap_or_default();
    let mut found: Vec<Vec<Given>> =
        (1..longest.min(MAX_TOGETHER)).map(|at| lists.iter().map(|list| pick(list, at)).collect()).collect();
    let mut digits = vec![0_usize; lists.len()];
    while found.len() < MAX_TOGETHER {
        if !turns(&mut digits, &lists) {
            break;
        }
        found.push(lists.iter().zip(&digits).map(|(list, digit)| pick(list, *digit)).collect());
    }
    found
}

/// Counts on, each digit up to the length of its list. Returns whether it did, rather than begin again.
fn turns(digits: &mut [usize], lists: &[Vec<&Given>]) -> bool {
    for (digit, list) in digits.iter_mut().zip(lists) {
        *digit += 1;
        if *digit < list.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Answers to all interactions: the right ones, none, those that rules name together, each part alone, all the same, all one
/// further, what rules and mappings name for each part, and its other answers by turns. All up to the last of what is named are
/// tried, however many there are.
pub fn all(
    parts: &[Part<'_>],
    right: &[Given],
    of_parts: &[Vec<Given>],
    named: &[Vec<Given>],
    mapped: &[Vec<Given>],
) -> Vec<Vec<Given>> {
    let nothing = vec![Given::Nothing; right.len()];
    let with = |base: &[Given], place: usize, given: &Given| {
        let mut probe = base.to_vec();
        put(&mut probe, place, given.clone());
        probe
    };
    let mut probes = vec![right.to_vec(), nothing.clone()];
    if right.len() > 1 {
        probes.extend(together(right, named));
    }
    for (place, given) in right.iter().enumerate() {
        probes.extend([with(right, place, &Given::Nothing), with(&nothing, place, given)]);
    }
    if right.len() > 1 {
        for given in right {
            // Where it fits.
            let same = parts.iter().zip(right).map(|(part, own)| if fits(part, given) { given } else { own });
            probes.push(same.cloned().collect());
        }
        let next = right.iter().cycle().skip(1);
        let turned = parts.iter().zip(right).zip(next);
        let turned = turned.map(|((part, own), next)| if fits(part, next) { next } else { own });
        probes.push(turned.cloned().collect());
    }
    let room = MAX_NAMED.min(MAX_NAMED_PARTS / right.len().max(1));
    let of_parts_named = named.iter().zip(mapped).enumerate();
    let all_named = of_parts_named
        .flat_map(|(place, (of_rules, mapped))| of_rules.iter().chain(mapped).map(move |given| (place, given)));
    probes.extend(all_named.take(room).map(|(place, given)| with(right, place, given)));
    let most = MAX_PROBES.max(probes.len().min(room));
    let longest = of_parts.iter().map(Vec::len).max().unwrap_or_default();
    for at in 0..longest.min(MAX_PROBES) {
        for (place, alternatives) in of_parts.iter().enumerate() {
            if let Some(given) = alternatives.get(at) {
                probes.extend([with(right, place, given), with(&nothing, place, given)]);
            }
        }
        if probes.len() > 2 * most {
            break;
        }
    }
    let mut seen = HashSet::new();
    probes.retain(|probe| seen.insert(probe.clone()));
    probes.truncate(most);
    probes
}

/// Numbers between those that are tried.
pub fn between(tried: &[Given]) -> Vec<Given> {
    let number = |given: &Given| if let Given::Text(text) = given { text.parse::<f64>().ok() } else { None };
    let mut numbers: Vec<f64> = tried.iter().filter_map(number).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
        .windows(2)
        .filter_map(|two| Some(Given::Text(f64::midpoint(*two.first()?, *two.last()?).to_string())))
        .collect()
}

/// Whether an answer to one part may be one to this part.
fn fits(part: &Part<'_>, given: &Given) -> bool {
    match given {
        Given::Text(text) => match part.form {
            Form::Text => true,
            Form::Number { .. } => text.parse::<f64>().is_ok(),
            Form::One | Form::Several { .. } | Form::Order | Form::Pairs { .. } | Form::Essay => false,
        },
        Given::Chosen(places) => part.form == Form::One && places.iter().all(|place| *place < part.ids.len()),
        Given::Nothing | Given::Pairs(_) => false,
    }
}

pub fn put(list: &mut [Given], place: usize, given: Given) {
    if let Some(known) = list.get_mut(place) {
        *known = given;
    }
}
