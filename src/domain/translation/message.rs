//! Messages in the syntax of ICU, as pages show them: arguments, plural and select forms, tags. The page's own reader is
//! `ui/src/i18n/message.ts`.

use std::collections::{BTreeMap, BTreeSet};

/// Depth of forms within forms.
const MAX_DEPTH: usize = 8;

/// The arguments and tags of a message, by which it is compared with its English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageShape {
    pub arguments: BTreeSet<String>,
    /// Forms of each plural argument, wherever it stands.
    pub plurals: Vec<(String, BTreeSet<String>)>,
    /// Plural arguments with those of their forms that show the number as `#`.
    pub numbered: BTreeSet<(String, String)>,
    /// Arguments that are shown themselves, outside or within forms.
    pub plain: BTreeSet<String>,
    /// Forms of each select argument.
    pub selects: BTreeMap<String, BTreeSet<String>>,
    /// How often each tag opens; in forms of one argument, in that with the most.
    pub tags: BTreeMap<String, usize>,
    /// Characters that are shown, of the longest forms.
    pub length: usize,
}

/// Reads a message.
///
/// # Errors
/// The fault, in words.
pub fn shape_of(text: &str) -> Result<MessageShape, String> {
    let mut reader = MessageReader { rest: text, shape: MessageShape::default() };
    let found = reader.nodes(End::Text, 0)?;
    if !reader.rest.is_empty() {
        return Err(format!("a brace or tag has no counterpart before \"{}\"", shown(reader.rest)));
    }
    let mut shape = reader.shape;
    (shape.tags, shape.length) = (found.tags, found.length);
    Ok(shape)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Text,
    Brace,
    Tag,
}

/// The tags and the length of a run of nodes.
#[derive(Default)]
struct Run {
    tags: BTreeMap<String, usize>,
    length: usize,
    /// Has a `#` of the plural form around it.
    is_numbered: bool,
}

impl Run {
    fn add(&mut self, found: Self) {
        self.length += found.length;
        self.is_numbered |= found.is_numbered;
        for (tag, count) in found.tags {
            *self.tags.entry(tag).or_default() += count;
        }
    }
}

struct MessageReader<'a> {
    rest: &'a str,
    shape: MessageShape,
}

fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

impl MessageReader<'_> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn word(&mut self) -> Result<String, String> {
        self.skip_spaces();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(format!("a name is missing before \"{}\"", shown(self.rest)));
        }
        self.rest = rest;
        Ok(word.to_owned())
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        self.skip_spaces();
        let missing = || format!("\"{text}\" is missing before \"{}\"", shown(self.rest));
        self.rest = self.rest.strip_prefix(text).ok_or_else(missing)?;
        Ok(())
    }

    fn nodes(&mut self, end: End, depth: usize) -> Result<Run, String> {
        if depth > MAX_DEPTH {
            return Err("there are too many forms within forms".into());
        }
        let mut run = Run::default();
        while let Some(c) = self.rest.chars().next() {
            let is_end = match end {
                End::Text => false,
                End::Brace => c == '}',
                End::Tag => self.rest.starts_with("</"),
            };
            if is_end {
                break;
            }
            match c {
                '\'' if self.rest.starts_with("''") => self.plain(2, &mut run, 1),
                '\'' if self.rest[1..].starts_with(['{', '}', '<', '#']) => {
                    let inside =
                        self.rest[1..].find('\'').ok_or("the closing apostrophe of a quoted brace is missing")?;
                    let length = self.rest[1..=inside].chars().count();
                    self.plain(inside + 2, &mut run, length);
                }
                '{' => run.add(self.argument(depth)?),
                '<' => run.add(self.tag(depth)?),
                '#' => {
                    run.is_numbered = true;
                    self.plain(1, &mut run, 1);
                }
                '}' => return Err(format!("a brace has no counterpart: \"{}\"", shown(self.rest))),
                c => self.plain(c.len_utf8(), &mut run, 1),
            }
        }
        Ok(run)
    }

    fn plain(&mut self, bytes: usize, run: &mut Run, length: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
        run.length += length;
    }

    fn argument(&mut self, depth: usize) -> Result<Run, String> {
        self.expect("{")?;
        let name = self.word()?;
        self.shape.arguments.insert(name.clone());
        self.skip_spaces();
        if let Some(rest) = self.rest.strip_prefix('}') {
            self.rest = rest;
            self.shape.plain.insert(name);
            return Ok(Run { length: 4, ..Run::default() });
        }
        self.expect(",")?;
        let kind = self.word()?;
        let is_plural = match kind.as_str() {
            "plural" => true,
            "select" => false,
            other => return Err(format!("there is plural and select, but no \"{other}\"")),
        };
        self.expect(",")?;
        let (mut forms, mut longest) = (BTreeSet::new(), Run::default());
        loop {
            self.skip_spaces();
            if let Some(rest) = self.rest.strip_prefix('}') {
                self.rest = rest;
                break;
            }
            let exact = self.rest.strip_prefix('=');
            self.rest = exact.unwrap_or(self.rest);
            if exact.is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
                return Err("a number is missing after \"=\"".into());
            }
            let form = format!("{}{}", if exact.is_some() { "=" } else { "" }, self.word()?);
            self.expect("{")?;
            let found = self.nodes(End::Brace, depth + 1)?;
            self.expect("}")?;
            longest.length = longest.length.max(found.length);
            for (tag, count) in found.tags {
                let most = longest.tags.entry(tag).or_default();
                *most = (*most).max(count);
            }
            if is_plural && found.is_numbered {
                self.shape.numbered.insert((name.clone(), form.clone()));
            }
            longest.is_numbered |= !is_plural && found.is_numbered;
            if !forms.insert(form.clone()) {
                return Err(format!("the form \"{form}\" stands twice"));
            }
        }
        if !forms.contains("other") {
            return Err(format!("{{{name}}} has no form \"other\""));
        }
        if is_plural {
            self.shape.plurals.push((name, forms));
        } else {
            self.shape.selects.entry(name).or_default().extend(forms);
        }
        Ok(longest)
    }

    fn tag(&mut self, depth: usize) -> Result<Run, String> {
        self.expect("<")?;
        if !self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err("a < that begins no tag is written '<'".into());
        }
        let name = self.word()?;
        // The page reads no spaces within a tag.
        self.rest = self.rest.strip_prefix('>').ok_or_else(|| format!("\">\" is missing after <{name}"))?;
        let mut inside = self.nodes(End::Tag, depth + 1)?;
        let end = format!("</{name}>");
        self.rest = self.rest.strip_prefix(end.as_str()).ok_or_else(|| format!("{end} is missing"))?;
        *inside.tags.entry(name).or_default() += 1;
        Ok(inside)
    }
}

/// A message without forms and tags, with its arguments in their places.
#[must_use]
pub fn filled(text: &str, arguments: &[(&str, &str)]) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, found)) = rest.find(['\'', '{']).map(|at| rest.split_at(at)) {
        out.push_str(before);
        rest = if let Some(after) = found.strip_prefix("''") {
            out.push('\'');
            after
        } else if let Some(after) = found.strip_prefix('\'') {
            let quoted = if after.starts_with(['{', '}', '<', '#']) { after.split_once('\'') } else { None };
            let (plain, after) = quoted.unwrap_or(("'", after));
            out.push_str(plain);
            after
        } else {
            let inside = found.strip_prefix('{').and_then(|inside| inside.split_once('}'));
            let (name, after) = inside.unwrap_or_default();
            let value = arguments.iter().find(|(own, _)| *own == name.trim());
            out.push_str(value.map(|(_, value)| *value).unwrap_or_default());
            after
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arguments_are_put_into_their_places() {
        let arguments = [("title", "C'est {a}"), ("minutes", "60")];
        for (text, expected) in [
            ("Choose {title}", "Choose C'est {a}"),
            ("{ minutes } of {minutes}: l'an, l''an, '{'minutes'}'", "60 of 60: l'an, l'an, {minutes}"),
            ("{none}.", "."),
            ("{minutes", ""),
            ("'{", "'"),
        ] {
            assert_eq!(filled(text, &arguments), expected, "{text}");
        }
    }

    #[test]
    fn arguments_forms_and_tags_are_found() {
        let shape = shape_of(
            "<b>{place, select, computer {Kept on this computer} other {Kept}}</b>: {count, plural, =0 {none} one {# answer \
             of {name}} other {# answers}} '{'not'}' it''s",
        )
        .unwrap();
        assert_eq!(shape.arguments.iter().collect::<Vec<_>>(), ["count", "name", "place"]);
        assert_eq!(shape.plurals[0].1.iter().collect::<Vec<_>>(), ["=0", "one", "other"]);
        assert_eq!(shape.numbered.iter().map(|(_, form)| form.as_str()).collect::<Vec<_>>(), ["one", "other"]);
        assert_eq!(shape.plain.iter().collect::<Vec<_>>(), ["name"]);
        assert_eq!(shape.selects["place"].len(), 2);
        assert_eq!(shape.tags["b"], 1);
    }

    #[test]
    fn what_is_malformed_is_said() {
        for (text, said) in [
            ("{", "name is missing"),
            ("}", "no counterpart"),
            ("{a", "\",\" is missing"),
            ("{a, date, short}", "no \"date\""),
            ("{a, plural, one {x}}", "no form \"other\""),
            ("{a, plural, other {x} other {y}}", "twice"),
            ("<b>x", "</b> is missing"),
            ("<b>x</i>", "</b> is missing"),
            ("a < b", "begins no tag"),
            ("x</b>", "begins no tag"),
            ("'{x", "apostrophe"),
            ("<b >x</b>", "\">\" is missing"),
            ("{a, plural, = 0 {none} other {x}}", "number is missing"),
        ] {
            let error = shape_of(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
        assert!(shape_of(&"<b>".repeat(10_000)).is_err());
        assert!(shape_of(&"{a, plural, other {".repeat(10_000)).is_err());
    }

    proptest! {
        #[test]
        fn nothing_ends_the_reader(text in "([{}<>#',=/ ]|a|plural|select|other|ä){0,60}") {
            let _ = shape_of(&text);
        }
    }
}
