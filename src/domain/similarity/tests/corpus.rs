//! A corpus of honest answers and copies, the same in every run.

use super::{habits, tasks::Task};
use std::collections::HashMap;

/// `SplitMix64`.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Parts of an answer; an essay's are its sentences.
pub type Parts = Vec<String>;

pub fn text(task: &Task, parts: &Parts) -> String {
    match task.language {
        Some(_) => format!("{}\n{}", unescape(task.given), parts.join("\n")),
        None => parts.join(" "),
    }
}

fn unescape(text: &str) -> String {
    text.replace("[[", "[").replace("]]", "]")
}

/// An answer by an author of their own.
pub fn honest(task: &Task, dice: &mut Dice) -> Parts {
    let mut names = HashMap::new();
    let mut parts: Parts = Vec::new();
    for variants in task.parts {
        let mut order: Vec<usize> = (0..variants.len()).collect();
        dice.shuffle(&mut order);
        let wanted = if task.language.is_some() { 1 } else { 2 };
        for variant in &order[..wanted] {
            let chosen = choose(&mut variants[*variant].chars().peekable(), dice, true);
            parts.push(named(&chosen, &mut names, dice));
        }
    }
    let Some(language) = task.language else { return parts };
    let habits = Habits::of(language, dice);
    parts.iter().map(|part| habits.apply(part, dice)).collect()
}

/// How an author writes what can be written in several ways.
struct Habits {
    rules: Vec<(&'static str, &'static str)>,
    lines: &'static [&'static str],
}

impl Habits {
    fn of(language: &str, dice: &mut Dice) -> Self {
        let (rules, lines) = habits::of(language);
        let rules = rules.iter().map(|(usual, others)| (*usual, others[dice.below(others.len())])).collect();
        Self { rules, lines }
    }

    /// In this author's ways, and with a line or two that only this author would write.
    fn apply(&self, part: &str, dice: &mut Dice) -> String {
        let mut out = String::new();
        for line in part.lines() {
            out.push_str(&self.rules.iter().fold(line.to_owned(), |line, (usual, own)| line.replace(usual, own)));
            out.push('\n');
            let opens = line.ends_with('{') || line.ends_with(':');
            if opens && !line.contains("class") && !line.contains("struct") && dice.below(4) == 0 {
                let indent: String = line.chars().take_while(|c| *c == ' ').collect();
                let own = replace_words(self.lines[dice.below(self.lines.len())], |word| {
                    word.starts_with('$').then(|| fresh(dice))
                });
                out.extend([indent.as_str(), "    ", own.as_str(), "\n"]);
            }
        }
        out
    }
}

/// Follows one branch of every choice; `[[` and `]]` are plain brackets.
fn choose(input: &mut std::iter::Peekable<std::str::Chars<'_>>, dice: &mut Dice, is_top: bool) -> String {
    let mut branches = vec![String::new()];
    while let Some(c) = input.next() {
        let doubled = matches!(c, '[' | ']') && input.peek() == Some(&c);
        let text = branches.last_mut().unwrap();
        match c {
            _ if doubled => {
                input.next();
                text.push(c);
            }
            '[' => {
                let inner = choose(input, dice, false);
                text.push_str(&inner);
            }
            ']' if !is_top => break,
            '|' if !is_top => branches.push(String::new()),
            _ => text.push(c),
        }
    }
    let chosen = dice.below(branches.len());
    branches.swap_remove(chosen)
}

const SYLLABLES: [&str; 12] = ["ka", "to", "mi", "ru", "data", "num", "tmp", "val", "lo", "cur", "res", "x"];

fn fresh(dice: &mut Dice) -> String {
    let length = 1 + dice.below(3);
    let name: Vec<&str> = (0..length).map(|_| SYLLABLES[dice.below(SYLLABLES.len())]).collect();
    format!("{}{}", name.join("_"), dice.below(30))
}

/// Gives every `$name` the author's own.
fn named(text: &str, names: &mut HashMap<String, String>, dice: &mut Dice) -> String {
    replace_words(text, |word| {
        let key = word.strip_prefix('$')?;
        Some(names.entry(key.to_owned()).or_insert_with(|| fresh(dice)).clone())
    })
}

fn replace_words(text: &str, mut change: impl FnMut(&str) -> Option<String>) -> String {
    let is_word = |c: char| c == '$' || c == '_' || c.is_alphanumeric();
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(length);
        out.push_str(&change(word).unwrap_or_else(|| word.to_owned()));
        rest = after;
    }
    out
}

/// How an answer was disguised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disguise {
    Renamed,
    Reordered,
    Commented,
    Reformatted,
    Edited,
    All,
}

pub const DISGUISES: [Disguise; 6] = [
    Disguise::Renamed,
    Disguise::Reordered,
    Disguise::Commented,
    Disguise::Reformatted,
    Disguise::Edited,
    Disguise::All,
];

pub fn copy(task: &Task, original: &Parts, disguise: Disguise, dice: &mut Dice) -> Parts {
    let does = |one| disguise == one || disguise == Disguise::All;
    let mut parts = original.clone();
    if does(Disguise::Reordered) {
        dice.shuffle(&mut parts);
    }
    if does(Disguise::Renamed) {
        rename(task, &mut parts, dice);
    }
    for part in &mut parts {
        if does(Disguise::Edited) {
            *part = edited(part, dice);
        }
        if does(Disguise::Commented) {
            *part = commented(task, part, dice);
        }
        if does(Disguise::Reformatted) {
            *part = reformatted(task, part);
        }
    }
    parts
}

/// Other names throughout: all that hold a digit are the author's. In an essay, some words get a synonym.
fn rename(task: &Task, parts: &mut Parts, dice: &mut Dice) {
    let mut names: HashMap<String, String> = HashMap::new();
    for part in parts {
        *part = replace_words(part, |word| {
            let is_name = word.starts_with(char::is_alphabetic) && word.ends_with(|c: char| c.is_ascii_digit());
            if task.language.is_some() {
                return is_name.then(|| names.entry(word.to_owned()).or_insert_with(|| fresh(dice)).clone());
            }
            (word.len() > 3 && dice.below(20) == 0).then(|| fresh(dice))
        });
    }
}

/// One word in twenty is left out, doubled or another.
fn edited(part: &str, dice: &mut Dice) -> String {
    replace_words(part, |word| {
        let is_text = word.starts_with(|c: char| !c.is_whitespace());
        (is_text && dice.below(20) == 0).then(|| match dice.below(3) {
            0 => String::new(),
            1 => format!("{word} {word}"),
            _ => "0".to_owned(),
        })
    })
}

fn commented(task: &Task, part: &str, dice: &mut Dice) -> String {
    let mark = match task.language {
        Some("Python") => "# ",
        Some(_) => "// ",
        None => return format!("{part} Indeed."),
    };
    let lines = part.lines().map(|line| format!("{mark}step {} of this\n{line}\n", dice.below(100)));
    lines.collect::<Vec<_>>().concat()
}

/// Other indentation and blank lines; in languages with braces, other breaks too.
fn reformatted(task: &Task, part: &str) -> String {
    match task.language {
        Some("Python") => part.replace("    ", "\t").replace('\n', "\n\n"),
        Some(_) => part.replace("{\n", "\n{\n\n").replace("    ", " ").replace("; ", ";\n"),
        None => part.replace(". ", ".\n\n").to_uppercase(),
    }
}
