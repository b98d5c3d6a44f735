//! Devices in plain words, for the list of the own sessions (`docs/behaviour/accounts.md#accounts`).

/// Browsers by a word of their user agent. Those that name others too come first.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by a word of the user agent. Those that name others too come first.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Longest name of a program that is no browser, in characters.
const MAX_PROGRAM: usize = 40;

/// A client by its own name, such as "Firefox on Windows"; blank if it says nothing. Shown to the account's owner
/// alone, and never relied on: a client may send anything.
#[must_use]
pub fn in_words(user_agent: &str) -> String {
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) => name.to_owned(),
        (None, Some(name)) => format!("A program on {name}"),
        (None, None) => program(user_agent),
    }
}

/// The product name of a program, such as `curl`.
fn program(user_agent: &str) -> String {
    let name = user_agent.split(['/', ' ', '(']).next().unwrap_or_default();
    name.chars().filter(char::is_ascii_graphic).take(MAX_PROGRAM).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_with_their_system() {
        let cases = [
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
                 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 \
                 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 \
                 Chrome/130.0.0.0 Mobile Safari/537.36",
                "Samsung Internet on Android",
            ),
            ("curl/8.9.1", "curl"),
            ("", ""),
        ];
        for (user_agent, words) in cases {
            assert_eq!(in_words(user_agent), words);
        }
    }

    #[test]
    fn hostile_names_are_short_and_plain() {
        assert_eq!(in_words(&"x".repeat(5_000)).len(), MAX_PROGRAM);
        assert_eq!(in_words("a\u{202e}b\u{7}c<b>/1"), "abc<b>");
    }
}
