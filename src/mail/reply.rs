//! A mail server's negative reply: its code, its enhanced status code (RFC 3463), and what its text says.

use std::time::Duration;

/// Longest wait that a server may ask for.
const MAX_ASKED: u64 = 6 * 3600;

/// A negative reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// RFC 5321 section 4.2.
    pub code: u16,
    /// Subject and detail of the enhanced status code, whose class is the first digit of `code`.
    pub enhanced: Option<(u16, u16)>,
    /// The reply in lower case and in one line, for comparisons; without addresses, which may contain any word.
    lower: String,
}

impl Reply {
    pub fn new(code: u16, text: &str) -> Self {
        let class = u32::from(code / 100);
        let enhanced = text.split_whitespace().take(2).find_map(|word| enhanced(word, class));
        let words = text.split_whitespace().filter(|word| !word.contains('@'));
        Self { code, enhanced, lower: words.collect::<Vec<_>>().join(" ").to_lowercase() }
    }

    pub const fn is_permanent(&self) -> bool {
        self.code >= 500
    }

    pub fn says(&self, any_of: &[&str]) -> bool {
        any_of.iter().any(|part| self.lower.contains(part))
    }

    pub fn is(&self, codes: &[(u16, u16)]) -> bool {
        self.enhanced.is_some_and(|code| codes.contains(&code))
    }

    /// The wait that the text asks for: 'try again in 300 seconds', 'come back in 00:05:00'.
    pub fn asked_wait(&self) -> Option<Duration> {
        let words: Vec<&str> = self
            .lower
            .split(|c: char| c.is_whitespace() || "()[]{},;=\"".contains(c))
            .filter(|w| !w.is_empty())
            .collect();
        let seconds = words.iter().enumerate().find_map(|(place, word)| {
            let word = word.trim_end_matches('.');
            if let Some(seconds) = clock(word) {
                return Some(seconds);
            }
            let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, rest) = word.split_at_checked(digits).filter(|(number, _)| !number.is_empty())?;
            let unit = match rest.trim_start_matches('-') {
                "" => words.get(place + 1)?.trim_end_matches('.'),
                attached => attached,
            };
            Some(number.parse::<u64>().ok()?.saturating_mul(unit_of(unit)?))
        })?;
        (seconds > 0).then(|| Duration::from_secs(seconds.min(MAX_ASKED)))
    }
}

fn unit_of(word: &str) -> Option<u64> {
    match word {
        "s" | "sec" | "secs" | "second" | "seconds" => Some(1),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(60),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(3600),
        _ => None,
    }
}

/// Seconds of `hh:mm:ss`.
fn clock(word: &str) -> Option<u64> {
    let parts: Vec<u64> = word.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = parts[..] else { return None };
    (hours < 100 && minutes < 60 && seconds < 60).then_some(hours * 3600 + minutes * 60 + seconds)
}

/// Subject and detail of `5.1.1`, also in brackets or after `#`, if its class is that of the reply.
fn enhanced(word: &str, class: u32) -> Option<(u16, u16)> {
    let word = word.trim_start_matches(['#', '(', '[', '<']).trim_end_matches([')', ']', '>', ':', ';', ',', '.']);
    let mut parts = word.split('.');
    let [found, subject, detail] = [parts.next()?, parts.next()?, parts.next()?];
    let number = |part: &str| (part.len() <= 3).then(|| part.parse::<u16>().ok()).flatten();
    (parts.next().is_none() && u32::from(number(found)?) == class).then_some((number(subject)?, number(detail)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enhanced_codes_are_found_where_servers_put_them() {
        let code = |code, text| Reply::new(code, text).enhanced;
        assert_eq!(code(550, "5.1.1 <a@b>: no such user"), Some((1, 1)));
        assert_eq!(code(550, "#5.1.0 Address rejected."), Some((1, 0)));
        assert_eq!(code(550, "[5.7.60] SMTP; Client"), Some((7, 60)));
        assert_eq!(code(421, "4.7.28 Gmail has detected"), Some((7, 28)));
        for (number, text) in [
            (550, "no such user"),
            (450, "5.1.1 another class"),
            (550, "1.2.3.4 is blocked"),
            (550, "5.1 short"),
            (550, ""),
        ] {
            assert_eq!(code(number, text), None, "{text}");
        }
    }

    #[test]
    fn words_are_found_over_lines_and_not_in_addresses() {
        let reply = Reply::new(550, "<hourly@throttle.example>: Client was not\nauthenticated");
        assert!(reply.says(&["not authenticated"]) && !reply.says(&["hourly", "throttl"]));
    }

    #[test]
    fn the_wait_that_a_server_asks_for_is_read() {
        let asked = |text: &str| Reply::new(451, text).asked_wait().map(|wait| wait.as_secs());
        assert_eq!(asked("4.7.1 Greylisted, please try again in 300 seconds"), Some(300));
        assert_eq!(asked("4.7.1 Greylisting in action, please come back in 00:04:58"), Some(298));
        assert_eq!(
            asked("4.2.0 <a@b>: Recipient address rejected: Greylisted for 5 minutes (see http://x/y)"),
            Some(300)
        );
        assert_eq!(asked("retry later (wait=120s)"), Some(120));
        assert_eq!(asked("try again in 3 hours."), Some(10_800));
        assert_eq!(asked("try again in 900000 hours"), Some(MAX_ASKED));
        for text in ["4.7.1 try again later", "from 192.0.2.5 seconds", "0 seconds", "error 17", "12:99:00", ""] {
            assert_eq!(asked(text), None, "{text}");
        }
    }
}
