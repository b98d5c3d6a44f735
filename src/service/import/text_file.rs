//! Bytes of tables and lists of people to text. Spreadsheets and mail programs save them in several encodings, and none of
//! them says which.

use super::{lost::capital, signs::with_signs};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
    /// A guess: neither marked as Unicode nor valid UTF-8.
    Windows1252,
}

/// Text by its byte order mark, as UTF-8 if it is valid, or else as Windows-1252.
///
/// # Errors
/// A file of another program, and text that is damaged.
pub fn decode(bytes: &[u8]) -> Result<(String, Encoding), String> {
    if let Some(why) = other_program(bytes) {
        return Err(why.into());
    }
    let (encoding, rest) = match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, bytes.get(mark..).unwrap_or_default()),
        None => (unmarked(bytes), bytes),
    };
    let (text, is_damaged) = encoding.decode_without_bom_handling(rest);
    if is_damaged {
        return Err(format!("this begins as {}, but has bytes that are not", encoding.name()));
    }
    if text.contains('\0') {
        return Err("this is not text; save it as 'CSV UTF-8'".into());
    }
    let named = if encoding == UTF_8 {
        Encoding::Utf8
    } else if encoding == WINDOWS_1252 {
        Encoding::Windows1252
    } else {
        Encoding::Utf16
    };
    Ok((with_signs(text.into_owned()), named))
}

/// UTF-16, by its byte order mark or by the first two characters, and the length of the mark.
#[must_use]
pub fn utf16(bytes: &[u8]) -> Option<(&'static encoding_rs::Encoding, usize)> {
    let found =
        encoding_rs::Encoding::for_bom(bytes).unwrap_or_else(|| (unmarked(bytes.get(..4).unwrap_or_default()), 0));
    (found.0 == UTF_16LE || found.0 == UTF_16BE).then_some(found)
}

/// The text with lines that end as usual. Old programs end them with a carriage return alone, also within a list that others have
/// written.
#[must_use]
pub fn with_usual_ends(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The separator that the first line `sep=;`, which is for Excel, names, and what follows that line.
#[must_use]
pub fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n')?;
    let line = line.strip_suffix('\r').unwrap_or(line).trim_matches('"');
    let (key, mark) = line.split_at_checked(4)?;
    let [mark] = mark.as_bytes() else { return None };
    (key.eq_ignore_ascii_case("sep=") && mark.is_ascii() && !mark.is_ascii_alphanumeric()).then_some((*mark, rest))
}

/// The words of a refusal as a sentence.
#[must_use]
pub fn sentence(words: &str) -> String {
    format!("{}.", capital(words))
}

fn unmarked(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    match bytes {
        // The first two characters of a list are ASCII, or the list is marked.
        [a, 0, b, 0, ..] if *a > 0 && *b > 0 => UTF_16LE,
        [0, a, 0, b, ..] if *a > 0 && *b > 0 => UTF_16BE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    }
}

fn other_program(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Some("this is an old or protected Excel file; save it as .xlsx without a password, or as 'CSV UTF-8'");
    }
    if bytes.starts_with(b"%PDF-") {
        return Some("this is a PDF, not a list; save the list as .xlsx or as 'CSV UTF-8'");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_decide_then_validity() {
        let utf16 = |text: &str, mark: bool, swap: bool| -> Vec<u8> {
            let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
            units.flat_map(|unit| if swap { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
        };
        let jorg = "J\u{f6}rg,j@example.org";
        for (bytes, encoding) in [
            (jorg.as_bytes().to_vec(), Encoding::Utf8),
            (format!("\u{feff}{jorg}").into_bytes(), Encoding::Utf8),
            (utf16(jorg, true, false), Encoding::Utf16),
            (utf16(jorg, true, true), Encoding::Utf16),
            (utf16(&format!("ab{jorg}"), false, false), Encoding::Utf16),
            (utf16(&format!("ab{jorg}"), false, true), Encoding::Utf16),
            (b"J\xf6rg,j@example.org".to_vec(), Encoding::Windows1252),
        ] {
            let (text, found) = decode(&bytes).unwrap();
            assert_eq!(found, encoding, "{bytes:?}");
            assert_eq!(text.trim_start_matches("ab"), jorg);
        }
        assert_eq!(decode(b"Ana \x93\x80\x94").unwrap().0, "Ana \u{201c}\u{20ac}\u{201d}");
        assert_eq!(decode("O\u{92}Neil".as_bytes()).unwrap().0, "O\u{2019}Neil");
        assert_eq!(decode(b"a\r\nb").unwrap().0, "a\r\nb");
        assert_eq!(with_usual_ends("a\rb".into()), "a\nb");
        assert_eq!(with_usual_ends("a\r\nb\rc\n".into()), "a\nb\nc\n");
    }

    #[test]
    fn what_is_not_text_is_refused_in_words() {
        for (bytes, words) in [
            (&b"Ada,a@b.c\0"[..], "CSV UTF-8"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ".xlsx without a password"),
            (b"%PDF-1.7", "PDF"),
            (b"\xef\xbb\xbfAda\xff", "begins as UTF-8"),
            (b"\xff\xfeA\0\x00\xd8", "begins as UTF-16LE"),
            (b"\xff\xfe\0\0A\0\0\0", "CSV UTF-8"),
        ] {
            let why = decode(bytes).unwrap_err();
            assert!(why.contains(words), "{bytes:?}: {why}");
        }
    }
}
