use super::{super::decimal::Decimal, *};

fn values(text: &str) -> Vec<BigDecimal> {
    read(text).map(|reading| reading.values).unwrap_or_default()
}

fn exactly(texts: &[&str]) -> Vec<BigDecimal> {
    texts.iter().map(|text| Decimal::parse(text).unwrap().value().clone()).collect()
}

#[test]
fn marks_spaces_and_signs() {
    for (text, value) in [
        ("3.5", "3.5"),
        ("3,5", "3.5"),
        (" +3.50 ", "3.5"),
        ("-3,5", "-3.5"),
        ("\u{2212}\u{a0}3.5", "-3.5"),
        ("\u{2013}3.5", "-3.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("0,500", "0.5"),
        ("1 234 567", "1234567"),
        ("1\u{2009}234\u{202f}567,25", "1234567.25"),
        ("1'234'567.25", "1234567.25"),
        ("1\u{2019}234.5", "1234.5"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("0.123 456 7", "0.1234567"),
        ("1234,567", "1234.567"),
        ("\u{ff11}\u{ff12}\u{ff0e}\u{ff15}", "12.5"),
        ("1_000_000", "1000000"),
        ("12,34,567.5", "1234567.5"),
        ("1,00,000", "100000"),
        ("\u{30fc}5", "-5"),
        ("\u{2014}5", "-5"),
        ("\u{663}\u{66b}\u{665}", "3.5"),
        ("\u{661}\u{66c}\u{662}\u{663}\u{664}", "1234"),
        ("\u{96a}\u{968}", "42"),
        ("-$5", "-5"),
        ("1\u{b4}000", "1000"),
        ("1\u{b4}234\u{b4}567,5", "1234567.5"),
        ("1\u{384}000", "1000"),
        ("1\u{2032}000", "1000"),
        ("\u{663}\u{60c}\u{665}", "3.5"),
        ("3\u{fe52}5", "3.5"),
        ("3\u{201a}5", "3.5"),
        ("\u{2043}5", "-5"),
        ("\u{3161}5", "-5"),
        ("\u{2500}5", "-5"),
        ("3.5.", "3.5"),
        ("-3,5.", "-3.5"),
        ("1 234.5.", "1234.5"),
        ("5.-", "5"),
        ("5,--", "5"),
        ("5.\u{2013}", "5"),
        ("5/-", "5"),
        ("=3.5", "3.5"),
        ("= -3,5", "-3.5"),
        ("\u{ff1d}5", "5"),
    ] {
        assert_eq!(values(text), exactly(&[value]), "{text}");
    }
}

#[test]
fn one_mark_before_three_digits_can_be_read_in_two_ways() {
    assert_eq!(values("1,500"), exactly(&["1.5", "1500"]));
    assert_eq!(values("-123.456"), exactly(&["-123.456", "-123456"]));
    assert_eq!(values("1,500e3"), exactly(&["1500", "1500000"]));
}

#[test]
fn exponents() {
    for (text, value) in [
        ("3.5e3", "3500"),
        ("3,5E+3", "3500"),
        ("3.5e-3", "0.0035"),
        ("3.5×10^3", "3500"),
        ("3.5 x 10^3", "3500"),
        ("3.5*10**3", "3500"),
        ("3.5·10³", "3500"),
        ("3.5 × 10⁻³", "0.0035"),
        ("3.5*10^(-3)", "0.0035"),
        ("3.5*10^{-3}", "0.0035"),
        ("10^5", "100000"),
        ("-10⁵", "-100000"),
        ("1.5 * 10 ^ 6", "1500000"),
        ("1.5 × 10 ^ 6", "1500000"),
        ("1.5 x 10 ^ -6", "0.0000015"),
        ("1.5 × 10 ^ (-6)", "0.0000015"),
        ("1.5 × 10 ** 6", "1500000"),
        ("1.5 × 10 ⁶", "1500000"),
        ("10 ^ 5", "100000"),
        ("1.5 e3", "1500"),
        ("1.5 E -3", "0.0015"),
        ("1.5\u{445}10^3", "1500"),
        ("1.5 \u{2022} 10^3", "1500"),
        ("1.5 \u{2219} 10³", "1500"),
    ] {
        assert_eq!(values(text), exactly(&[value]), "{text}");
    }
}

#[test]
fn units() {
    for (text, unit) in [
        ("3.5 kg", "kg"),
        ("3.5kg", "kg"),
        ("3.5\u{202f}kg", "kg"),
        ("3.5e3 kg", "kg"),
        ("3 eV", "eV"),
        ("50 %", "%"),
        ("20 ℃", "°C"),
        ("20 º C", "°C"),
        ("5 m/s²", "m/s2"),
        ("5 m / s^2", "m/s2"),
        ("5 m·s⁻²", "m·s-2"),
        ("5 m*s^-2", "m·s-2"),
        ("5 \u{b5}m", "\u{3bc}m"),
        ("5 \u{2126}", "\u{3a9}"),
        ("$ 5", "$"),
        ("20 \u{2da}C", "°C"),
        ("US$5", "US$"),
        ("USD 1500", "USD"),
        ("-USD 1500", "USD"),
        ("Rs. 500", "Rs"),
        ("Rs 500/-", "Rs"),
        ("CHF 5.-", "CHF"),
        ("5.\u{2013} CHF", "CHF"),
        ("5,- €", "€"),
        ("%5", "%"),
        ("- %5", "%"),
        ("5 kg.", "kg"),
        ("5 ft.", "ft"),
        ("5 \u{2113}", "l"),
        ("5 N\u{2022}m", "N·m"),
        ("5 \u{66a}", "%"),
        ("5\u{fe6a}", "%"),
        ("5\u{ff05}", "%"),
        ("5 €", "€"),
        ("5€", "€"),
        ("€5", "€"),
        ("5 m\u{2215}s", "m/s"),
        ("5 m\u{2044}s", "m/s"),
        ("5 ㎏", "kg"),
        ("5㎏", "kg"),
        ("5 ㎡", "m2"),
        ("5 ㎧", "m/s"),
        ("5 ㎍", "\u{3bc}g"),
        ("5 W/㎡", "W/m2"),
        ("5 ㍍", "メートル"),
        ("1.5 × 10 ^ 6 kg", "kg"),
        ("5 \u{2033}", "\""),
        ("5''", "\""),
        ("5\u{201d}", "\""),
        ("5 \u{2032}", "'"),
        ("5\u{2019}", "'"),
        ("5", ""),
    ] {
        assert_eq!(read(text).unwrap().unit, unit, "{text}");
    }
    assert_eq!(fold_unit("m / s²"), "m/s2");
    assert_ne!(fold_unit("mW"), fold_unit("MW"));
}

#[test]
fn characters_that_are_not_seen_do_not_count() {
    for c in ["\u{200b}", "\u{feff}", "\u{200e}", "\u{202c}", "\u{ad}", "\u{2060}", "\u{200d}", "\u{61c}"] {
        for text in [format!("{c}5.333"), format!("5.333{c}"), format!("5{c}.33{c}3")] {
            assert_eq!(values(&text), exactly(&["5.333", "5333"]), "{text:?}");
        }
        assert_eq!(read(&format!("5 {c}k{c}g")).unwrap().unit, "kg");
    }
}

#[test]
fn digits_of_every_script_are_read() {
    let digits = regex::Regex::new(r"\p{Nd}").unwrap();
    let known = ('\u{80}'..=char::MAX).filter(|c| digits.is_match(c.encode_utf8(&mut [0; 4])));
    let unread: Vec<char> = known.filter(|c| !c.is_ascii() && digit(*c).is_none()).collect();
    assert!(unread.is_empty(), "{unread:?}");
    assert_eq!(digit('\u{1d7d7}'), Some('9'));
}

#[test]
fn what_is_no_number_is_not_guessed() {
    let long = "1".repeat(61);
    for text in [
        "",
        " ",
        "abc",
        "kg",
        "-",
        ".",
        ",",
        "1/3",
        "3 5",
        "1 23",
        "12 3456",
        "1,2,456",
        "123,45,678",
        "12,34,56",
        "1.2.3",
        "1.234.5,6,7",
        "1,234.567.8",
        "1 234,567 8901",
        "3..5",
        "--3",
        "2^10",
        "2 ^ 10",
        "3 × 5 ^ 2",
        "1\u{b4}23",
        "1\u{2215}3",
        "㎏",
        "3×5",
        "1e401",
        "3.5 (kg)",
        "$5 kg",
        "NaN",
        "0.12 3456",
        "1'23",
        "3.5..",
        ".-",
        "5,-3",
        "5-",
        "%5 kg",
        "5 .",
        &long,
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(read(&" ".repeat(201)), None);
}

#[test]
fn tolerances_are_inclusive_and_exact() {
    let key = |number: &str, tolerance: Option<(ToleranceKind, &str)>| NumberKey {
        correct_number: Decimal::parse(number).unwrap(),
        tolerance: tolerance.map(|(kind, value)| Tolerance { kind, value: Decimal::parse(value).unwrap() }),
        unit: None,
    };
    let is_right = |text: &str, key: &NumberKey| read(text).unwrap().is_within(key);
    let exact = key("0.3", None);
    assert!(is_right("0,30", &exact) && !is_right("0.30000000000000000001", &exact));
    let absolute = key("0.3", Some((ToleranceKind::Absolute, "0.1")));
    assert!(is_right("0.2", &absolute) && is_right("0.4", &absolute));
    assert!(!is_right("0.19999999999999999999", &absolute) && !is_right("0.40000000000000000001", &absolute));
    let relative = key("-200", Some((ToleranceKind::Relative, "0.05")));
    assert!(is_right("-210", &relative) && is_right("-190", &relative) && !is_right("-210.01", &relative));
    assert!(!is_right("200", &relative));
}
