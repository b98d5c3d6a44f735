//! Dates in cells of workbooks: numbers of days, which only the format of their cell makes dates (ECMA-376, 18.8.30 and
//! 18.17.4).

use super::parts::{Node, attribute, each, name_of};
use jiff::{
    ToSpan,
    civil::{Date, DateTime, date},
};

/// The last day of a workbook, 9999-12-31.
const LAST_DAY: f64 = 2_958_465.0;
const SECONDS_OF_DAY: f64 = 86_400.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Date,
    /// A time, with or without a date before it.
    Time,
}

/// The formats of cells.
#[derive(Default)]
pub struct Styles {
    /// Values that styles show, by number of the style; `None` for one that shows no date.
    shown: Vec<Option<Shown>>,
    /// Days are counted from 1904, as old programs for the Macintosh do.
    is_from_1904: bool,
}

impl Styles {
    /// Reads the parts `xl/styles.xml`, which may be missing, and `xl/workbook.xml`.
    ///
    /// # Errors
    /// XML that cannot be read.
    pub fn read(styles: Option<&str>, workbook: &str) -> Result<Self, String> {
        let mut read = Self::default();
        each(workbook, |event, _| {
            if let Node::Start(start) = event
                && name_of(start) == "workbookpr"
            {
                read.is_from_1904 = attribute(start, "date1904").is_some_and(|is| is == "1" || is == "true");
            }
            Ok(())
        })?;
        let Some(styles) = styles else { return Ok(read) };
        let mut own: Vec<(String, Option<Shown>)> = Vec::new();
        each(styles, |event, path| {
            let Node::Start(start) = event else { return Ok(()) };
            let above = path.len().checked_sub(2).and_then(|at| path.get(at)).map_or("", String::as_str);
            let format = attribute(start, "numFmtId").unwrap_or_default();
            match (above, name_of(start).as_str()) {
                ("numfmts", "numfmt") => {
                    own.push((format, of_code(&attribute(start, "formatCode").unwrap_or_default())));
                }
                ("cellxfs", "xf") => {
                    let known = own.iter().find(|(id, _)| *id == format).map(|(_, shown)| *shown);
                    read.shown.push(known.unwrap_or_else(|| built_in(&format)));
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(read)
    }

    /// `2027-03-01`, `2027-03-01T10:00:00` or `10:00:00` of a number in a cell of this style; `None` if it is no date.
    pub fn date(&self, style: usize, number: &str) -> Option<String> {
        let shown = self.shown.get(style).copied().flatten()?;
        let days: f64 = number.parse().ok().filter(|days| (0.0..=LAST_DAY).contains(days))?;
        // Days and seconds are whole and small.
        #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
        let seconds = (days * SECONDS_OF_DAY).round() as i64;
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let at = DateTime::from_parts(self.first(day), jiff::civil::Time::midnight());
        let at = at.checked_add(day.days()).ok()?.checked_add(second.seconds()).ok()?;
        Some(match (shown, day, second) {
            (Shown::Time, 0, _) => at.strftime("%H:%M:%S").to_string(),
            (Shown::Date, _, 0) => at.strftime("%Y-%m-%d").to_string(),
            _ => at.strftime("%Y-%m-%dT%H:%M:%S").to_string(),
        })
    }

    /// The day with the number 0. From 1900, workbooks count a 29th of February that never was.
    const fn first(&self, day: i64) -> Date {
        match (self.is_from_1904, day) {
            (true, _) => date(1904, 1, 1),
            (false, ..60) => date(1899, 12, 31),
            (false, _) => date(1899, 12, 30),
        }
    }
}

/// The formats that each program knows by number, also those of East Asia. That of elapsed hours, 46, is no date.
fn built_in(id: &str) -> Option<Shown> {
    match id.parse::<u32>().ok()? {
        14..=17 | 27..=31 | 34..=36 | 50..=58 => Some(Shown::Date),
        18..=22 | 32 | 33 | 45 | 47 => Some(Shown::Time),
        _ => None,
    }
}

/// A format as it is written: `dd\.mm\.yyyy`, `[$-409]d/m/yy h:mm AM/PM;@`. Elapsed time, `[h]:mm`, is no date.
fn of_code(code: &str) -> Option<Shown> {
    let mut shown = None;
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        match c.to_ascii_lowercase() {
            // Numbers below zero have a format of their own.
            ';' => break,
            '"' => {
                chars.by_ref().find(|c| *c == '"');
            }
            '\\' | '_' | '*' => {
                chars.next();
            }
            '[' => {
                let inside: String = chars.by_ref().take_while(|c| *c != ']').collect();
                let is_elapsed = !inside.is_empty() && inside.chars().all(|c| "hmsHMS".contains(c));
                if is_elapsed {
                    return None;
                }
            }
            'h' | 's' => shown = Some(Shown::Time),
            'd' | 'm' | 'y' => shown = shown.or(Some(Shown::Date)),
            _ => {}
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_show_dates_times_or_numbers() {
        for (code, shown) in [
            ("General", None),
            ("0.00", None),
            ("#,##0\\ \"days\"", None),
            ("[Red]0;[Blue]-0", None),
            ("[h]:mm:ss", None),
            ("@", None),
            ("0.00E+00", None),
            ("yyyy-mm-dd", Some(Shown::Date)),
            ("DD\\.MM\\.YYYY", Some(Shown::Date)),
            ("[$-407]d. mmmm yyyy;@", Some(Shown::Date)),
            ("dd/mm/yyyy hh:mm", Some(Shown::Time)),
            ("h:mm AM/PM", Some(Shown::Time)),
        ] {
            assert_eq!(of_code(code), shown, "{code}");
        }
    }

    #[test]
    fn days_are_counted_as_workbooks_do() {
        let of = |is_from_1904| Styles { shown: vec![None, Some(Shown::Date), Some(Shown::Time)], is_from_1904 };
        for (style, number, text) in [
            (0, "46447", None),
            (9, "46447", None),
            (1, "46447", Some("2027-03-01")),
            (2, "46447", Some("2027-03-01T00:00:00")),
            (2, "46447.416666666664", Some("2027-03-01T10:00:00")),
            (1, "46447.416666666664", Some("2027-03-01T10:00:00")),
            (2, "46446.99999999999", Some("2027-03-01T00:00:00")),
            (2, "0.5", Some("12:00:00")),
            (1, "1", Some("1900-01-01")),
            (1, "59", Some("1900-02-28")),
            (1, "61", Some("1900-03-01")),
            (1, "2958465", Some("9999-12-31")),
            (1, "2958466", None),
            (1, "-1", None),
            (1, "much", None),
        ] {
            assert_eq!(of(false).date(style, number).as_deref(), text, "{style} {number}");
        }
        assert_eq!(of(true).date(1, "44985").as_deref(), Some("2027-03-01"));
    }
}
