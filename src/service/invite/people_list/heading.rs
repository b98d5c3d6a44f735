//! The meaning of columns by their headings: of our own format, and of other programs in nine languages.

use super::heading_words::{Meaning, WORDS};
use icu_normalizer::DecomposingNormalizerBorrowed;

/// "Extra time in minutes"
const IN_MINUTES: [&str; 9] =
    ["inminutes", "inminuten", "inmin", "enminutes", "enminutos", "emminutos", "inminuti", "wminutach", "min"];
/// Beginnings of other units. "Extra time (%)" holds no minutes.
const OTHER_UNITS: [&str; 13] = [
    "percent",
    "prozent",
    "pourcent",
    "porcent",
    "porcient",
    "percentual",
    "procent",
    "hour",
    "stund",
    "heure",
    "hora",
    "ore",
    "godzin",
];

fn meaning(heading: &str) -> Option<Meaning> {
    // "Email (required)", "Name *", "* Name"
    let heading = heading.trim_start_matches(['*', ' ']);
    let (bare, more) = heading.split_at(heading.find(['(', '[', '*']).unwrap_or(heading.len()));
    let letters = letters(bare);
    let known = |letters: &str| WORDS.iter().find(|(_, words)| words.contains(&letters)).map(|(meaning, _)| *meaning);
    let found = known(&letters).or_else(|| {
        let in_minutes = IN_MINUTES.iter().find_map(|unit| letters.strip_suffix(*unit))?;
        known(in_minutes).filter(|meaning| *meaning == Meaning::Extra)
    })?;
    (found != Meaning::Extra || !is_other_unit(bare) && !is_other_unit(more)).then_some(found)
}

pub fn is_heading(text: &str) -> bool {
    meaning(text).is_some()
}

pub fn is_whole_name(heading: &str) -> bool {
    matches!(meaning(heading), Some(Meaning::Name | Meaning::FullName))
}

/// Whether a heading of whole names has the last name first.
pub fn is_last_first(heading: &str) -> bool {
    let letters = letters(heading);
    let has = |wanted: Meaning, is_it: &dyn Fn(&str) -> bool| {
        WORDS.iter().filter(|(meaning, _)| *meaning == wanted).flat_map(|(_, words)| *words).any(|word| is_it(word))
    };
    has(Meaning::Last, &|word| letters.starts_with(word)) || has(Meaning::First, &|word| letters.ends_with(word))
}

fn letters(text: &str) -> String {
    let normalizer = DecomposingNormalizerBorrowed::new_nfd();
    // Marks of Arabic are alphabetic for Unicode.
    let is_letter = |c: &char| c.is_alphanumeric() && !('\u{64b}'..='\u{65f}').contains(c);
    normalizer.normalize(&text.to_lowercase()).chars().filter(is_letter).collect()
}

/// Whether a part of a heading names another unit than minutes.
fn is_other_unit(part: &str) -> bool {
    let unit = letters(part);
    let unit = ["in", "en", "em"].iter().find_map(|word| unit.strip_prefix(*word)).unwrap_or(&unit);
    part.contains('%') || unit == "h" || OTHER_UNITS.iter().any(|name| unit.starts_with(*name))
}

/// Positions of the columns.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub email: Option<usize>,
    /// Parts of the name, in the order in which they are written.
    pub name: Vec<usize>,
    pub extra: Option<usize>,
    pub opens: Option<usize>,
    pub closes: Option<usize>,
    pub language: Option<usize>,
    /// Cells of the header.
    pub width: usize,
}

impl Columns {
    /// Reads a row as the header; `None` if it is a person, or nothing of it is known.
    pub fn of<'c>(row: impl Iterator<Item = &'c str>) -> Option<Self> {
        let cells: Vec<&str> = row.collect();
        if cells.iter().any(|cell| cell.contains('@')) {
            return None;
        }
        let meanings: Vec<Option<Meaning>> = cells.iter().map(|cell| meaning(cell)).collect();
        let all =
            |wanted: Meaning| meanings.iter().enumerate().filter(move |(_, m)| **m == Some(wanted)).map(|(at, _)| at);
        let first = |wanted| all(wanted).next();
        let columns = Self {
            email: first(Meaning::Email),
            name: name(first(Meaning::FullName), first(Meaning::Name), |wanted| all(wanted).collect()),
            extra: first(Meaning::Extra),
            opens: first(Meaning::Opens),
            closes: first(Meaning::Closes),
            language: first(Meaning::Language),
            width: cells.len(),
        };
        (columns.email.is_some() || !columns.name.is_empty()).then_some(columns)
    }

    /// Whether a column has a heading, and none of those that are used.
    pub fn is_of_others(&self, column: usize) -> bool {
        column < self.width && !self.is_used(column)
    }

    pub fn is_used(&self, column: usize) -> bool {
        let single = [self.email, self.extra, self.opens, self.closes, self.language];
        single.contains(&Some(column)) || self.name.contains(&column)
    }
}

fn name(full: Option<usize>, plain: Option<usize>, all: impl Fn(Meaning) -> Vec<usize>) -> Vec<usize> {
    if let Some(full) = full {
        return vec![full];
    }
    let (mut first, mut last) = (all(Meaning::First), all(Meaning::Last));
    match plain {
        Some(plain) if first.is_empty() == last.is_empty() => return vec![plain],
        // "Nombre;Apellidos", "Name;Vorname"
        Some(plain) if first.is_empty() => first.push(plain),
        Some(plain) => last.push(plain),
        None => {}
    }
    [first, all(Meaning::Middle), last].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of the email address and of the parts of the name.
    fn found(header: &str) -> Option<(Option<usize>, Vec<usize>)> {
        Columns::of(header.split(';')).map(|columns| (columns.email, columns.name))
    }

    #[test]
    fn headings_of_nine_languages_are_known() {
        for (header, email, name) in [
            ("name;email", 1, &[0][..]),
            ("First Name;Last Name;Position;Email", 3, &[0, 1]),
            ("Last Name;First Name;Email Address", 2, &[1, 0]),
            ("Email Address *;Full Name (required)", 0, &[1]),
            ("*Name;* E\u{2d}mail:", 1, &[0]),
            ("given_name;middle_name;family_name;e\u{2d}mail", 3, &[0, 1, 2]),
            ("Name;First Name;Last Name;Email", 3, &[0]),
            ("Nachname;Vorname;E-Mail-Adresse", 2, &[1, 0]),
            ("Name;Vorname;E\u{2d}Mail", 2, &[1, 0]),
            ("Vollst\u{e4}ndiger Name;Mailadresse", 1, &[0]),
            ("Pr\u{e9}nom;Nom;Adresse e\u{2d}mail", 2, &[0, 1]),
            ("NOM;Pre\u{301}nom;Adresse de courriel", 2, &[1, 0]),
            ("Nom et pr\u{e9}nom;Courriel", 1, &[0]),
            ("Nombre;Apellidos;Correo electr\u{f3}nico", 2, &[0, 1]),
            ("Nombre;Primer apellido;Segundo apellido;Correo", 3, &[0, 1, 2]),
            ("Nome;Sobrenome;Endere\u{e7}o de e\u{2d}mail", 2, &[0, 1]),
            ("Nome completo;Correio eletr\u{f3}nico", 1, &[0]),
            ("Nome;Cognome;Indirizzo e\u{2d}mail", 2, &[0, 1]),
            ("Nominativo;Posta elettronica", 1, &[0]),
            ("Imi\u{119};Nazwisko;Adres e\u{2d}mail", 2, &[0, 1]),
            ("Imi\u{119} i nazwisko;Email", 1, &[0]),
            ("Surname;First Names;Student Email", 2, &[1, 0]),
            ("Nachname, Vorname;E\u{2d}Mail", 1, &[0]),
            ("Apellidos, nombre;Correo", 1, &[0]),
            ("First Name;Last Name;E-mail 1 - Label;E-mail 1 - Value;E-mail 2 - Value", 3, &[0, 1]),
            ("Candidate First Name;Candidate Last Name;Personal Email;Work Email", 2, &[0, 1]),
            ("Attendee;Attendee email", 1, &[0]),
            ("Contact Name;Contact Email", 1, &[0]),
            ("氏名;メールアドレス", 1, &[0]),
            ("البريد الإلكتروني;الاسم الأول;اسم العائلة", 0, &[1, 2]),
        ] {
            assert_eq!(found(header), Some((Some(email), name.to_vec())), "{header}");
        }
        assert_eq!(found("name"), Some((None, vec![0])));
        for row in ["Ada;London", "Ada;ada@example.org", "email;ada@example.org", ""] {
            assert_eq!(found(row), None, "{row}");
        }
    }

    #[test]
    fn extra_minutes_are_known_by_headings_of_seven_languages_and_not_in_another_unit() {
        let extra = |heading: &str| Columns::of(["Email", "Name", heading].into_iter()).and_then(|found| found.extra);
        for heading in [
            "extra_minutes",
            "Extra time (min)",
            "Extra time in minutes",
            "Additional minutes",
            "Zeitzuschlag",
            "Zeitzuschlag in Minuten",
            "Zus\u{e4}tzliche Minuten (optional)",
            "Zeitverl\u{e4}ngerung [min]",
            "Temps suppl\u{e9}mentaire (min)",
            "Minutes suppl\u{e9}mentaires",
            "Minutos extra",
            "Tiempo adicional en minutos",
            "Tempo extra (minutos)",
            "Minutos adicionais",
            "Minuti extra",
            "Tempo aggiuntivo (min.)",
            "Czas dodatkowy",
            "Czas dodatkowy w minutach",
        ] {
            assert_eq!(extra(heading), Some(2), "{heading}");
        }
        for heading in [
            "Extra time (%)",
            "Zeitzuschlag in %",
            "Zeitzuschlag [Prozent]",
            "Extra time (hours)",
            "Time",
            "Extra (in hours)",
        ] {
            assert_eq!(extra(heading), None, "{heading}");
        }
    }

    #[test]
    fn columns_that_are_not_used_are_known() {
        let columns = Columns::of("Email;Position;extra_minutes;Opens at;Closes;Email 2".split(';')).unwrap();
        let used: Vec<bool> = (0..6).map(|column| columns.is_used(column)).collect();
        assert_eq!(used, [true, false, true, true, true, false]);
    }
}
