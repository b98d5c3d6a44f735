//! Languages that a site may add by a file of its own.

/// A language with what pages and checks have to know of it.
#[derive(Debug)]
pub struct KnownLanguage {
    /// BCP 47.
    pub tag: &'static str,
    /// Name of the language, in the language itself.
    pub name: &'static str,
    /// Plural forms of whole numbers up to a million (CLDR); `other` is always one.
    pub plurals: &'static [&'static str],
    pub is_rtl: bool,
}

const fn ltr(tag: &'static str, name: &'static str, plurals: &'static [&'static str]) -> KnownLanguage {
    KnownLanguage { tag, name, plurals, is_rtl: false }
}

const fn rtl(tag: &'static str, name: &'static str, plurals: &'static [&'static str]) -> KnownLanguage {
    KnownLanguage { tag, name, plurals, is_rtl: true }
}

pub const ONE: &[&str] = &["one", "other"];
pub const NONE: &[&str] = &["other"];
pub const SLAVIC: &[&str] = &["few", "many", "one"];
pub const ARABIC: &[&str] = &["few", "many", "one", "other", "two", "zero"];
const BALKAN: &[&str] = &["few", "one", "other"];

/// Stored by tag, so that the order is free; a language that was here stays.
pub const KNOWN: &[KnownLanguage] = &[
    ltr("af", "Afrikaans", ONE),
    ltr("az", "Azərbaycan dili", ONE),
    ltr("be", "Беларуская", SLAVIC),
    ltr("bg", "Български", ONE),
    ltr("bn", "বাংলা", ONE),
    ltr("bs", "Bosanski", BALKAN),
    ltr("ca", "Català", ONE),
    ltr("cs", "Čeština", BALKAN),
    ltr("cy", "Cymraeg", ARABIC),
    ltr("da", "Dansk", ONE),
    ltr("el", "Ελληνικά", ONE),
    ltr("et", "Eesti", ONE),
    ltr("eu", "Euskara", ONE),
    rtl("fa", "فارسی", ONE),
    ltr("fi", "Suomi", ONE),
    ltr("ga", "Gaeilge", &["few", "many", "one", "other", "two"]),
    ltr("gl", "Galego", ONE),
    rtl("he", "עברית", &["one", "other", "two"]),
    ltr("hi", "हिन्दी", ONE),
    ltr("hr", "Hrvatski", BALKAN),
    ltr("hu", "Magyar", ONE),
    ltr("hy", "Հայերեն", ONE),
    ltr("id", "Bahasa Indonesia", NONE),
    ltr("is", "Íslenska", ONE),
    ltr("it", "Italiano", ONE),
    ltr("ka", "ქართული", ONE),
    ltr("kk", "Қазақ тілі", ONE),
    ltr("km", "ខ្មែរ", NONE),
    ltr("ko", "한국어", NONE),
    ltr("lt", "Lietuvių", BALKAN),
    ltr("lv", "Latviešu", &["one", "other", "zero"]),
    ltr("mk", "Македонски", ONE),
    ltr("mn", "Монгол", ONE),
    ltr("ms", "Bahasa Melayu", NONE),
    ltr("nb", "Norsk bokmål", ONE),
    ltr("nl", "Nederlands", ONE),
    ltr("ro", "Română", BALKAN),
    ltr("ru", "Русский", SLAVIC),
    ltr("sk", "Slovenčina", BALKAN),
    ltr("sl", "Slovenščina", &["few", "one", "other", "two"]),
    ltr("sq", "Shqip", ONE),
    ltr("sr", "Српски", BALKAN),
    ltr("sv", "Svenska", ONE),
    ltr("sw", "Kiswahili", ONE),
    ltr("ta", "தமிழ்", ONE),
    ltr("th", "ไทย", NONE),
    ltr("tr", "Türkçe", ONE),
    ltr("uk", "Українська", SLAVIC),
    rtl("ur", "اردو", ONE),
    ltr("uz", "Oʻzbekcha", ONE),
    ltr("vi", "Tiếng Việt", NONE),
    ltr("zh", "简体中文", NONE),
    ltr("zh-TW", "繁體中文", NONE),
];
