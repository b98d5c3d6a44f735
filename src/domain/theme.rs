//! The six themes (`docs/behaviour/screens.md#themes`), defined in `assets/themes.json`, which the page reads too.

use super::settings::ThemeSettings;
use serde::Deserialize;
use std::{collections::BTreeMap, fmt::Write, sync::LazyLock};

#[derive(Clone, Debug, Deserialize)]
pub struct Theme {
    pub name: String,
    pub label: String,
    pub dark: bool,
    /// CSS colours by slot.
    pub colors: BTreeMap<String, String>,
}

static THEMES: LazyLock<Vec<Theme>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../assets/themes.json")).unwrap_or_default());

#[must_use]
pub fn all() -> &'static [Theme] {
    &THEMES
}

/// The theme of that name; classic for an unknown name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Theme> {
    let find = |wanted: &str| THEMES.iter().find(|t| t.name == wanted);
    find(name).or_else(|| find("classic"))
}

#[must_use]
pub fn is_slot(slot: &str) -> bool {
    THEMES.first().is_some_and(|t| t.colors.contains_key(slot))
}

/// Whether the text is a CSS colour or gradient that cannot break out of its declaration (CSS injection).
#[must_use]
pub fn is_colour(text: &str) -> bool {
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '#' | '(' | ')' | ',' | '.' | '%' | ' ' | '-' | '/');
    if text.len() > 200 || !text.chars().all(safe) || !is_balanced(text) {
        return false;
    }
    if text.starts_with("linear-gradient(") {
        return !text.to_ascii_lowercase().contains("url");
    }
    // The parser also accepts bare hexadecimal digits, which CSS does not.
    let bare_hex = text.chars().all(|c| c.is_ascii_hexdigit()) && text.chars().any(|c| c.is_ascii_digit());
    !bare_hex && csscolorparser::parse(text).is_ok()
}

/// Whether all brackets are balanced and the outermost pair closes at the end of the text.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let closed_early = depth == 0 && c == ')' && i + 1 < text.len();
        if depth < 0 || closed_early {
            return false;
        }
    }
    depth == 0
}

/// `backgroundAccent` becomes `--background-accent`.
fn variable(slot: &str) -> String {
    slot.chars().fold(String::from("--"), |mut name, c| {
        if c.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
        name
    })
}

/// The page's CSS variables, inlined into the HTML shell so that the first paint has the theme.
#[must_use]
pub fn css(settings: &ThemeSettings) -> String {
    let Some(theme) = named(&settings.name) else { return String::new() };
    let scheme = if theme.dark { "dark" } else { "light" };
    let mut css = format!(":root{{color-scheme:{scheme};");
    for (slot, colour) in &theme.colors {
        let colour = settings.custom_colors.get(slot).filter(|c| is_colour(c)).unwrap_or(colour);
        let _ = write!(css, "{}:{colour};", variable(slot));
    }
    css.push('}');
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_themes_fill_the_same_slots() {
        let names: Vec<_> = all().iter().map(|t| t.name.as_str()).collect();
        for name in ["light", "dark", "modern", "professional", "premium", "classic"] {
            assert!(names.contains(&name), "{name}");
        }
        let slots = |t: &Theme| t.colors.keys().cloned().collect::<Vec<_>>();
        for theme in all() {
            assert_eq!(slots(theme), slots(&all()[0]), "{}", theme.name);
            assert!(theme.colors.values().all(|c| is_colour(c)), "{}", theme.name);
        }
        assert_eq!(named("nothing").map(|t| t.name.as_str()), Some("classic"));
    }

    #[test]
    fn a_custom_colour_replaces_its_slot_and_nothing_else() {
        let custom = BTreeMap::from([("primary".to_owned(), "#123456".to_owned())]);
        let css = css(&ThemeSettings { name: "dark".into(), custom_colors: custom });
        assert!(css.contains("--primary:#123456;") && css.contains("color-scheme:dark"));
        for good in ["#abc", "#a1b2c3", "#a1b2c3d4", "rebeccapurple", "rgb(1, 2, 3)", "hsl(120 50% 50% / 0.5)"] {
            assert!(is_colour(good), "{good}");
        }
        for bad in ["", "#", "#12", "#12345", "#ggg", "notacolour", "a1b2c3"] {
            assert!(!is_colour(bad), "{bad}");
        }
        assert!(!is_colour("red;}body{display:none"));
        assert!(!is_colour("url(https://x)"));
    }
}
