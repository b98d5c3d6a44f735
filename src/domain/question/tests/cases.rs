//! Random questions with answers whose parts are known, and what those answers earn.

use super::{Dice, naive::Fraction};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;

/// Input of the reference for an answer.
pub enum Known {
    Blank,
    Unreadable,
    Pending,
    Share(Fraction),
}

/// The fields of a key, an answer to it, and what is known of that answer.
pub struct Case {
    pub key: Value,
    pub answer: String,
    pub known: Known,
}

fn choices(prefix: char, count: usize) -> Value {
    (0..count).map(|n| json!({"id": format!("{prefix}{n}"), "text": format!("text {n}")})).collect()
}

fn to_json(dice: &mut Dice, value: &Value) -> String {
    if dice.one_in(4) { format!(" {value:#}\n") } else { value.to_string() }
}

fn share_if(is_right: bool) -> Known {
    Known::Share(Fraction::new(usize::from(is_right), 1))
}

fn multiple_choice(dice: &mut Dice) -> Case {
    let count = 2 + dice.below(5);
    let texts: Vec<String> = (0..count).map(|n| format!("text {n}")).collect();
    let (correct, given) = (dice.below(count), dice.below(count + 1));
    let key = json!({"options": texts, "correct_answer": texts[correct]});
    match texts.get(given) {
        Some(text) => Case { key, answer: text.clone(), known: share_if(given == correct) },
        None => Case { key, answer: " ".repeat(dice.below(3)), known: Known::Blank },
    }
}

fn written(dice: &mut Dice) -> Case {
    let is_blank = dice.one_in(3);
    let (answer, known) = if is_blank { (" \n", Known::Blank) } else { ("fn main() {}", Known::Pending) };
    Case { key: json!({}), answer: answer.into(), known }
}

/// Adds up the weights of the chosen options.
fn multiple_response(dice: &mut Dice) -> Case {
    let count = 2 + dice.below(19);
    let right_count = 1 + dice.below(count - 1);
    let mut places: Vec<usize> = (0..count).collect();
    dice.shuffle(&mut places);
    let (right, wrong) = places.split_at(right_count);
    let key = json!({
        "options": choices('o', count),
        "correct_answers": right.iter().map(|n| format!("o{n}")).collect::<Vec<_>>()
    });
    let mut chosen: Vec<usize> = right.iter().copied().filter(|_| !dice.one_in(3)).collect();
    let rarely = 2 + dice.below(8);
    chosen.extend(wrong.iter().copied().filter(|_| dice.one_in(rarely)));
    dice.shuffle(&mut chosen);
    let mut sum = Fraction::zero();
    for place in &chosen {
        let weight = if right.contains(place) { Fraction::new(1, right.len()) } else { Fraction::new(1, wrong.len()) };
        sum = if right.contains(place) { sum.plus(&weight) } else { sum.minus(&weight) };
    }
    if sum.compare(&Fraction::zero()) == Ordering::Less {
        sum = Fraction::zero();
    }
    let mut ids: Vec<String> = chosen.iter().map(|n| format!("o{n}")).collect();
    let known = spoiled(dice, &mut ids).unwrap_or(if chosen.is_empty() { Known::Blank } else { Known::Share(sum) });
    Case { key, answer: to_json(dice, &json!(ids)), known }
}

/// Sometimes repeats an id or adds an unknown one.
fn spoiled(dice: &mut Dice, ids: &mut Vec<String>) -> Option<Known> {
    match (dice.below(30), ids.first().cloned()) {
        (0, Some(first)) => ids.push(first),
        (1, _) => ids.push("x".into()),
        _ => return None,
    }
    Some(Known::Unreadable)
}

/// Looks up the successor of each option.
fn ordering(dice: &mut Dice) -> Case {
    let count = 2 + dice.below(19);
    let mut order: Vec<usize> = (0..count).collect();
    dice.shuffle(&mut order);
    let id = |n: &usize| format!("o{n}");
    let key = json!({"options": choices('o', count), "order": order.iter().map(id).collect::<Vec<_>>()});
    let mut answer = order.clone();
    for _ in 0..dice.below(4) {
        let (from, to) = (dice.below(count), dice.below(count));
        let moved = answer.remove(from);
        answer.insert(to, moved);
    }
    if dice.one_in(8) {
        answer.truncate(dice.below(count));
    }
    let successor = |n: usize| answer.iter().position(|x| *x == n).and_then(|at| answer.get(at + 1)).copied();
    let kept = (0..count - 1).filter(|&at| successor(order[at]) == Some(order[at + 1])).count();
    let mut ids: Vec<String> = answer.iter().map(id).collect();
    let share = Known::Share(Fraction::new(kept, count - 1));
    let known = spoiled(dice, &mut ids).unwrap_or(if answer.is_empty() { Known::Blank } else { share });
    Case { key, answer: to_json(dice, &json!(ids)), known }
}

/// Counts over the entries of the answer.
fn matching(dice: &mut Dice) -> Case {
    let (left, right) = (2 + dice.below(19), 2 + dice.below(19));
    let pairs: Vec<usize> = (0..left).map(|_| dice.below(right)).collect();
    let entry = |(n, m): (usize, &usize)| (format!("l{n}"), json!(format!("r{m}")));
    let key = json!({
        "prompts": choices('l', left),
        "options": choices('r', right),
        "pairs": pairs.iter().enumerate().map(entry).collect::<Map<_, _>>()
    });
    let (mut answer, mut share, mut entries) = (Map::new(), Fraction::zero(), 0);
    for (n, pair) in pairs.iter().enumerate() {
        match dice.below(6) {
            0 => {}
            1 => drop(answer.insert(format!("l{n}"), json!(" "))),
            case => {
                let given = if case == 2 { dice.below(right) } else { *pair };
                answer.insert(format!("l{n}"), json!(format!("r{given}")));
                share = if given == *pair { share.plus(&Fraction::new(1, left)) } else { share };
                entries += 1;
            }
        }
    }
    let mut known = if entries == 0 { Known::Blank } else { Known::Share(share) };
    if dice.one_in(20) {
        answer.insert((*dice.pick(&["l99", "l0"])).to_owned(), json!(*dice.pick(&["x", "r99"])));
        known = Known::Unreadable;
    }
    Case { key, answer: to_json(dice, &Value::Object(answer)), known }
}

/// A number below 10^`digits` with up to `decimals` decimals: its digits, and how many of them are decimals.
fn decimal(dice: &mut Dice, digits: usize, decimals: usize) -> (String, usize) {
    let count = 1 + dice.below(digits);
    let mut text: String = (0..count).map(|_| char::from(b'0' + u8::try_from(dice.below(10)).unwrap())).collect();
    if text.len() > 1 && text.starts_with('0') {
        text.replace_range(..1, "7");
    }
    let decimals = dice.below(decimals + 1).min(count - 1);
    (text, decimals)
}

fn exponent(decimals: usize) -> i32 {
    -i32::try_from(decimals).unwrap()
}

fn plain(digits: &str, decimals: usize) -> String {
    let (whole, rest) = digits.split_at(digits.len() - decimals);
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

/// A decimal that equals the fraction exactly: denominators are powers of ten.
fn written_out(value: &Fraction) -> (bool, String, usize) {
    let is_negative = value.0 < 0.into();
    let decimals = value.1.to_string().len() - 1;
    let digits = value.size().0.to_string();
    (is_negative, format!("{digits:0>width$}", width = decimals + 1), decimals)
}

fn number(dice: &mut Dice) -> Case {
    let (digits, decimals) = decimal(dice, 9, 4);
    let sign = if dice.one_in(4) { "-" } else { "" };
    let correct = Fraction::scaled(&format!("{sign}{digits}"), exponent(decimals));
    let is_zero = digits.bytes().all(|b| b == b'0');
    let mut key = json!({"correct_number": format!("{sign}{}", plain(&digits, decimals))});
    let mut allowed = Fraction::zero();
    if !dice.one_in(4) {
        let is_relative = dice.one_in(2) && !is_zero;
        let (digits, decimals) = if is_relative { (dice.below(101).to_string(), 2) } else { decimal(dice, 4, 3) };
        let value = Fraction::scaled(&digits, exponent(decimals));
        let kind = if is_relative { "relative" } else { "absolute" };
        let text = plain(&format!("{digits:0>width$}", width = decimals + 1), decimals);
        key["tolerance"] = json!({"kind": kind, "value": text});
        allowed = if is_relative { value.times(&correct.size()) } else { value };
    }
    // Near one of the two ends, on it, or somewhere.
    let edge = if dice.one_in(2) { correct.plus(&allowed) } else { correct.minus(&allowed) };
    let step = Fraction::scaled("1", -(i32::try_from(dice.below(8)).unwrap()));
    let value = match dice.below(6) {
        0 | 1 => edge,
        2 => edge.plus(&step),
        3 => edge.minus(&step),
        4 => correct.clone(),
        _ => {
            let (digits, decimals) = decimal(dice, 9, 4);
            Fraction::scaled(&digits, exponent(decimals))
        }
    };
    let (text, values) = rendered(dice, &value);
    let is_within = |value: &Fraction| value.minus(&correct).size().compare(&allowed) != Ordering::Greater;
    let tenths = if values.iter().any(is_within) { 10 } else { 0 };
    let (text, tenths) = with_unit(dice, &mut key, text, tenths);
    if dice.one_in(20) {
        let junk = *dice.pick(&["about ", "1/", "x=", "--", "(", "3 4 "]);
        return Case { key, answer: format!("{junk}{text}"), known: Known::Unreadable };
    }
    Case { key, answer: text, known: Known::Share(Fraction::new(tenths, 10)) }
}

/// The question's unit, if it has one, and a unit of the answer.
fn with_unit(dice: &mut Dice, key: &mut Value, text: String, tenths: usize) -> (String, usize) {
    let spellings: [&[&str]; 4] = [
        &["kg", " kg", "\u{a0}kg", "\u{202f}k g"],
        &["m/s²", " m/s^2", " m / s2"],
        &["\u{b5}\u{2126}", " \u{3bc}\u{3a9}"],
        &["%", " %"],
    ];
    let which = dice.below(spellings.len());
    let wanted = !dice.one_in(3);
    if wanted {
        key["unit"] = json!(dice.pick(spellings[which]));
    }
    match dice.below(5) {
        0 => (text, if wanted { tenths * 9 / 10 } else { tenths }),
        1 => (format!("{text} K"), 0),
        _ if wanted => (format!("{text}{}", dice.pick(spellings[which])), tenths),
        _ => (text, tenths),
    }
}

/// Writes a number in one of the ways of `docs/scoring.md`, with all values that this form may have.
fn rendered(dice: &mut Dice, value: &Fraction) -> (String, Vec<Fraction>) {
    let (is_negative, digits, decimals) = written_out(value);
    // A shift of the point, undone by an exponent.
    let shift = if dice.one_in(3) { dice.below(decimals + 1) } else { 0 };
    let (whole, rest) = digits.split_at(digits.len() - decimals + shift);
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        trimmed => trimmed,
    };
    let mark = *dice.pick(&[".", ","]);
    let separator = *dice.pick(&["", "", " ", "\u{2009}", "\u{a0}", "'", if mark == "." { "," } else { "." }]);
    let grouped = grouped(whole, separator);
    let mantissa = if rest.is_empty() { grouped } else { format!("{grouped}{mark}{rest}") };
    let raised = -i32::try_from(shift).unwrap();
    let exponent = if shift == 0 {
        String::new()
    } else {
        let forms =
            [format!("e{raised}"), format!("E-0{shift}"), format!(" × 10^{raised}"), format!("*10**({raised})")];
        dice.pick(&forms).clone()
    };
    let sign = if is_negative { *dice.pick(&["-", "\u{2212}", "- "]) } else { *dice.pick(&["", "", "+"]) };
    let scaled = |value: Fraction| {
        let signed = if is_negative { Fraction(-value.0, value.1) } else { value };
        signed.times(&Fraction::scaled("1", raised))
    };
    let mut values: Vec<Fraction> = open_values(&mantissa).into_iter().map(scaled).collect();
    values.push(value.clone());
    (format!("{sign}{mantissa}{exponent}"), values)
}

fn grouped(whole: &str, separator: &str) -> String {
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// `1,500` may be 1.5 or 1500: both values, of which one is the number's own.
fn open_values(mantissa: &str) -> Vec<Fraction> {
    let Some((head, tail)) = mantissa.split_once([',', '.']) else { return Vec::new() };
    let all = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let is_open = all(head) && all(tail) && tail.len() == 3 && (1..=3).contains(&head.len()) && &head[..1] != "0";
    let digits = format!("{head}{tail}");
    if is_open { vec![Fraction::scaled(&digits, 0), Fraction::scaled(&digits, -3)] } else { Vec::new() }
}

fn one_form(text: &str, case_sensitive: bool, space_sensitive: bool) -> Vec<String> {
    let mut chars: Vec<String> = Vec::new();
    for c in text.chars() {
        let c = match c {
            '\u{301}' => {
                let last = chars.pop().unwrap();
                chars.push(if last == "e" { "é".into() } else { "É".into() });
                continue;
            }
            '’' => '\'',
            '\u{a0}' => ' ',
            '\n' if !space_sensitive => ' ',
            other => other,
        };
        chars.push(c.to_string());
    }
    if !case_sensitive {
        let lower = |c: &String| match c.as_str() {
            "A" => "a".to_owned(),
            "E" => "e".to_owned(),
            "É" => "é".to_owned(),
            "ß" => "ss".to_owned(),
            other => other.to_owned(),
        };
        chars = chars.iter().map(lower).flat_map(|c| c.chars().map(String::from).collect::<Vec<_>>()).collect();
    }
    if !space_sensitive {
        while chars.last().is_some_and(|c| c == " ") {
            chars.pop();
        }
        while chars.first().is_some_and(|c| c == " ") {
            chars.remove(0);
        }
        chars.dedup_by(|a, b| a == " " && b == " ");
    }
    chars
}

fn short_text(dice: &mut Dice) -> Case {
    let parts = ["a", "A", "e", "e\u{301}", "é", "É", "ß", "'", "’", " ", "\u{a0}", "s"];
    let text =
        |dice: &mut Dice, most: usize| -> String { (0..=dice.below(most)).map(|_| *dice.pick(&parts)).collect() };
    let (case_sensitive, space_sensitive) = (dice.one_in(3), dice.one_in(3));
    let accepted: Vec<String> = (0..=dice.below(4)).map(|_| text(dice, 3)).collect();
    let has_key = accepted.iter().any(|text| !text.trim().is_empty());
    let has_pattern = !has_key || dice.one_in(4);
    let mut key = json!({"accepted": accepted, "case_sensitive": case_sensitive, "space_sensitive": space_sensitive});
    if has_pattern {
        key["pattern"] = json!("a{2}|(e ?)+");
    }
    let mut answer = if dice.one_in(2) { dice.pick(&accepted).clone() } else { text(dice, 3) };
    if dice.one_in(3) {
        answer = answer.replace('a', "A").replace('é', "e\u{301}").replace('\'', "’");
    }
    if dice.one_in(4) {
        answer = format!(" {answer}\n");
    }
    if answer.trim().is_empty() {
        return Case { key, answer, known: Known::Blank };
    }
    let form = |text: &str| one_form(text, case_sensitive, space_sensitive);
    // A key's own spaces count where spaces do.
    let keys = accepted.iter().filter(|text| !text.trim().is_empty()).map(|text| form(text));
    let is_accepted = keys.into_iter().any(|key| key == form(&answer));
    let is_right = is_accepted || has_pattern && is_matched(&form(&answer));
    Case { key, answer, known: share_if(is_right) }
}

/// `a{2}|(e ?)+`, by hand.
fn is_matched(text: &[String]) -> bool {
    let letters: Vec<&str> = text.iter().map(String::as_str).collect();
    let is_letters = !letters.is_empty() && letters[0] == "e" && letters.iter().all(|c| *c == "e" || *c == " ");
    letters == ["a", "a"] || is_letters && !letters.windows(2).any(|pair| pair == [" ", " "])
}

/// The mean of the gaps' marks.
fn gaps(dice: &mut Dice) -> Case {
    let count = 1 + dice.below(6);
    let (mut keys, mut answer, mut sum) = (Vec::new(), Map::new(), Fraction::zero());
    let (mut entries, mut is_readable) = (0, true);
    for n in 0..count {
        let id = format!("g{n}");
        let (kind, mut case) = match dice.below(3) {
            0 => ("choice", gap_choice(dice)),
            1 => ("text", short_text(dice)),
            _ => ("number", number(dice)),
        };
        case.key["id"] = json!(id);
        case.key["kind"] = json!(kind);
        keys.push(case.key);
        if dice.one_in(8) {
            continue;
        }
        answer.insert(id, json!(case.answer));
        entries += usize::from(!matches!(case.known, Known::Blank));
        match case.known {
            Known::Share(share) => sum = sum.plus(&share),
            Known::Unreadable if kind == "choice" => is_readable = false,
            _ => {}
        }
    }
    let share = Known::Share(sum.times(&Fraction::new(1, count)));
    let known = match (is_readable, entries) {
        (false, _) => Known::Unreadable,
        (true, 0) => Known::Blank,
        (true, _) => share,
    };
    Case { key: json!({"gaps": keys}), answer: to_json(dice, &Value::Object(answer)), known }
}

fn gap_choice(dice: &mut Dice) -> Case {
    let count = 2 + dice.below(5);
    let (correct, given) = (dice.below(count), dice.below(count));
    let key = json!({"options": choices('o', count), "correct_answer": format!("o{correct}")});
    let is_unknown = dice.one_in(30);
    let answer = if is_unknown { "o99".into() } else { format!("o{given}") };
    Case { key, answer, known: if is_unknown { Known::Unreadable } else { share_if(given == correct) } }
}

pub type Generator = fn(&mut Dice) -> Case;

/// Generators by the name of their kind.
pub const GENERATORS: [(&str, Generator); 9] = [
    ("multiple_choice", multiple_choice),
    ("essay", written),
    ("coding", written),
    ("multiple_response", multiple_response),
    ("numeric", number),
    ("short_text", short_text),
    ("ordering", ordering),
    ("matching", matching),
    ("gaps", gaps),
];
