//! The language of what people read: candidates' pages, mails, and the dates in them (`docs/languages.md`).

use serde::{Deserialize, Serialize};

/// A language that is complete. Stored by position; named by its tag in files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "fr")]
    French,
    #[serde(rename = "es")]
    Spanish,
    #[serde(rename = "pt-BR")]
    Portuguese,
    #[serde(rename = "pl")]
    Polish,
    #[serde(rename = "ar")]
    Arabic,
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
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
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Portuguese => "pt-BR",
            Self::Polish => "pl",
            Self::Arabic => "ar",
            Self::Japanese => "ja",
        }
    }

    /// Whether it is written from right to left.
    #[must_use]
    pub const fn is_rtl(self) -> bool {
        matches!(self, Self::Arabic)
    }

    /// Tags of all languages.
    #[must_use]
    pub fn codes() -> Vec<&'static str> {
        Self::ALL.map(Self::code).to_vec()
    }

    /// The language of a tag, whatever its region: `de-AT` is German.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let base = |tag: &str| tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| base(language.code()) == base(tag))
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
            Self::Japanese => format!("{year}年{short}({weekday})"),
        }
    }

    /// "7 September".
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "the names of all months")]
    pub fn day_of_year(self, date: jiff::civil::Date) -> String {
        let day = date.day();
        let months: [&str; 12] = match self {
            Self::English => [
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
            Self::English | Self::French | Self::Polish | Self::Arabic => format!("{day} {month}"),
        }
    }

    fn weekday(self, date: jiff::civil::Date) -> &'static str {
        let days: [&str; 7] = match self {
            Self::English => ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
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
            assert_eq!(serde_json::to_value(language).unwrap(), language.code());
        }
        assert_eq!(Language::of_tag("tlh"), None);
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
            "2026年9月1日(火曜日)",
        ];
        assert_eq!(written, expected);
    }
}
