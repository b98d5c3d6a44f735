//! The language of what people read: candidates' pages, mails, and the dates in them (`docs/languages.md`).

mod known;
mod stored;

use known::{ARABIC, KNOWN, KnownLanguage, NONE, ONE, SLAVIC};

/// A language of candidates. Stored by position; named by its tag in files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    #[default]
    English,
    German,
    French,
    Spanish,
    Portuguese,
    Polish,
    Arabic,
    Japanese,
    /// One that only a file of the site has the texts of.
    Added(AddedLanguage),
}

/// A language that Invigil knows, but has no texts of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AddedLanguage {
    /// Index of the language in [`KNOWN`].
    place: u8,
}

impl AddedLanguage {
    fn of_tag(tag: &str) -> Option<Self> {
        let place = KNOWN.iter().position(|known| known.tag.eq_ignore_ascii_case(tag))?;
        u8::try_from(place).ok().map(|place| Self { place })
    }

    fn known(self) -> Option<&'static KnownLanguage> {
        KNOWN.get(usize::from(self.place))
    }
}

impl Language {
    /// The languages with texts of ours.
    pub const ALL: [Self; 8] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::Portuguese,
        Self::Polish,
        Self::Arabic,
        Self::Japanese,
    ];

    /// Language tag (BCP 47), and the folder of its mail templates.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Portuguese => "pt-BR",
            Self::Polish => "pl",
            Self::Arabic => "ar",
            Self::Japanese => "ja",
            Self::Added(added) => added.known().map_or("en", |known| known.tag),
        }
    }

    /// Its name in the language itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::French => "Français",
            Self::Spanish => "Español",
            Self::Portuguese => "Português (Brasil)",
            Self::Polish => "Polski",
            Self::Arabic => "العربية",
            Self::Japanese => "日本語",
            Self::Added(added) => added.known().map_or("", |known| known.name),
        }
    }

    /// Plural forms that whole numbers up to a million need, in alphabetical order.
    #[must_use]
    pub fn plurals(self) -> &'static [&'static str] {
        match self {
            Self::English | Self::German | Self::French | Self::Spanish | Self::Portuguese => ONE,
            Self::Polish => SLAVIC,
            Self::Arabic => ARABIC,
            Self::Japanese => NONE,
            Self::Added(added) => added.known().map_or(ONE, |known| known.plurals),
        }
    }

    /// Whether it is written from right to left.
    #[must_use]
    pub fn is_rtl(self) -> bool {
        match self {
            Self::Arabic => true,
            Self::Added(added) => added.known().is_some_and(|known| known.is_rtl),
            _ => false,
        }
    }

    /// Whether it has texts of ours.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        !matches!(self, Self::Added(_))
    }

    /// Tags of those with texts of ours.
    #[must_use]
    pub fn codes() -> Vec<&'static str> {
        Self::ALL.map(Self::code).to_vec()
    }

    /// The language of a tag, whatever its region: `de-AT` is German. One that has no texts of ours may have none at all.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.trim().replace('_', "-");
        let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let ours = Self::ALL.into_iter().find(|language| base(language.code()) == base(&tag));
        ours.or_else(|| AddedLanguage::of_tag(&tag).or_else(|| AddedLanguage::of_tag(&base(&tag))).map(Self::Added))
    }

    /// Tags of the languages that there may be texts of, beside those that have some.
    pub fn known_tags() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|known| known.tag)
    }

    /// "Monday, 7 September 2026", with the weekday.
    #[must_use]
    pub fn day(self, date: jiff::civil::Date) -> String {
        let (weekday, year, short) = (self.weekday(date), date.year(), self.day_of_year(date));
        match self {
            Self::English | Self::German | Self::Polish => format!("{weekday}, {short} {year}"),
            Self::French => format!("{weekday} {short} {year}"),
            Self::Spanish | Self::Portuguese => format!("{weekday}, {short} de {year}"),
            Self::Arabic => format!("{weekday}، {short} {year}"),
            Self::Japanese => format!("{year}年{short}{weekday}"),
            // Read alike by all, without names of months.
            Self::Added(_) => date.to_string(),
        }
    }

    /// "7 September".
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "the names of all months")]
    pub fn day_of_year(self, date: jiff::civil::Date) -> String {
        let day = date.day();
        if !self.is_ours() {
            return date.to_string();
        }
        let months: [&str; 12] = match self {
            Self::English | Self::Added(_) => [
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            Self::German => [
                "Januar",
                "Februar",
                "März",
                "April",
                "Mai",
                "Juni",
                "Juli",
                "August",
                "September",
                "Oktober",
                "November",
                "Dezember",
            ],
            Self::French => [
                "janvier",
                "février",
                "mars",
                "avril",
                "mai",
                "juin",
                "juillet",
                "août",
                "septembre",
                "octobre",
                "novembre",
                "décembre",
            ],
            Self::Spanish => [
                "enero",
                "febrero",
                "marzo",
                "abril",
                "mayo",
                "junio",
                "julio",
                "agosto",
                "septiembre",
                "octubre",
                "noviembre",
                "diciembre",
            ],
            Self::Portuguese => [
                "janeiro",
                "fevereiro",
                "março",
                "abril",
                "maio",
                "junho",
                "julho",
                "agosto",
                "setembro",
                "outubro",
                "novembro",
                "dezembro",
            ],
            // The genitive, as dates have it.
            Self::Polish => [
                "stycznia",
                "lutego",
                "marca",
                "kwietnia",
                "maja",
                "czerwca",
                "lipca",
                "sierpnia",
                "września",
                "października",
                "listopada",
                "grudnia",
            ],
            Self::Arabic => [
                "يناير",
                "فبراير",
                "مارس",
                "أبريل",
                "مايو",
                "يونيو",
                "يوليو",
                "أغسطس",
                "سبتمبر",
                "أكتوبر",
                "نوفمبر",
                "ديسمبر",
            ],
            Self::Japanese => ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"],
        };
        let place = usize::try_from(date.month() - 1).unwrap_or_default();
        let month = months.get(place).copied().unwrap_or_default();
        match self {
            Self::German => format!("{day}. {month}"),
            Self::French if day == 1 => format!("1er {month}"),
            Self::Spanish | Self::Portuguese => format!("{day} de {month}"),
            Self::Japanese => format!("{month}{day}日"),
            _ => format!("{day} {month}"),
        }
    }

    fn weekday(self, date: jiff::civil::Date) -> &'static str {
        let days: [&str; 7] = match self {
            Self::English | Self::Added(_) => {
                ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            }
            Self::German => ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
            Self::French => ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
            Self::Spanish => ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
            Self::Portuguese => {
                ["segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"]
            }
            Self::Polish => ["poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"],
            Self::Arabic => ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"],
            Self::Japanese => ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"],
        };
        let place = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
        days.get(place).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_name_languages_whatever_their_region() {
        for language in Language::ALL {
            assert_eq!(Language::of_tag(language.code()), Some(language));
            assert!(language.is_ours());
            assert_eq!(serde_json::to_value(language).unwrap(), language.code());
        }
        assert_eq!(Language::of_tag("tlh"), None);
    }

    #[test]
    fn other_languages_are_known_by_their_tags() {
        for tag in Language::known_tags() {
            let language = Language::of_tag(tag).unwrap();
            assert_eq!((language.code(), language.is_ours()), (tag, false), "{tag}");
            assert!(!language.name().is_empty() && language.plurals().is_sorted(), "{tag}");
            assert_eq!(serde_json::to_value(language).unwrap(), tag);
        }
        let code = |tag| Language::of_tag(tag).map(Language::code);
        assert_eq!(
            [code("it-CH"), code("zh_TW"), code("zh-CN"), code("iw")],
            [Some("it"), Some("zh-TW"), Some("zh"), None]
        );
        assert_eq!(Language::of_tag("it").unwrap().day(jiff::civil::date(2026, 9, 1)), "2026-09-01");
        assert!(Language::of_tag("he").unwrap().is_rtl() && !Language::of_tag("it").unwrap().is_rtl());
    }

    #[test]
    fn dates_are_written_as_their_readers_write_them() {
        let date = jiff::civil::date(2026, 9, 1);
        let written = Language::ALL.map(|language| language.day(date));
        let expected = [
            "Tuesday, 1 September 2026",
            "Dienstag, 1. September 2026",
            "mardi 1er septembre 2026",
            "martes, 1 de septiembre de 2026",
            "terça-feira, 1 de setembro de 2026",
            "wtorek, 1 września 2026",
            "الثلاثاء، 1 سبتمبر 2026",
            "2026年9月1日火曜日",
        ];
        assert_eq!(written, expected);
    }
}
