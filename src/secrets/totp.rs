//! Codes by time (RFC 6238: SHA-1, six digits, 30 s), as all authenticator apps make them, and recovery codes.

use super::{MasterKey, SecretError, token};
use crate::domain::Instant;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use qrcode::{Color, EcLevel, QrCode};
use totp_rs::{Builder, Secret, Totp};

const SECRET_BYTES: usize = 20;
const DIGITS: u8 = 6;
pub const STEP_SECONDS: u64 = 30;
/// Steps before and after the present one whose codes count: a clock may be off by 30 s, and typing takes time.
const SKEW: u16 = 1;
/// Steps around the present one in which a code is looked for to find a clock that is off: ten minutes.
const SEARCHED: i16 = 20;

/// Since 1970; times before it have no codes.
fn seconds(at: Instant) -> u64 {
    u64::try_from(at.as_secs()).unwrap_or_default()
}

/// A secret that an app shares.
pub struct TotpSecret([u8; SECRET_BYTES]);

impl TotpSecret {
    #[must_use]
    pub fn generate() -> Self {
        Self(token::random_bytes())
    }

    /// # Errors
    /// For other than the bytes of [`Self::as_bytes`].
    pub fn read(bytes: &[u8]) -> Result<Self, SecretError> {
        bytes.try_into().map(Self).map_err(|_| SecretError::Hash("the stored secret is malformed".to_owned()))
    }

    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The secret for people who type it into the app.
    #[must_use]
    pub fn in_base32(&self) -> String {
        Secret::new_stack(self.0).to_base32()
    }

    fn totp(&self) -> Totp {
        let builder = Builder::new().with_secret(Secret::new_stack(self.0)).with_digits(DIGITS);
        builder.with_step_duration(STEP_SECONDS).with_skew(SKEW).build_noncompliant()
    }

    /// The code at a time; for tests and scripts.
    #[must_use]
    pub fn code_at(&self, at: Instant) -> String {
        self.totp().generate(seconds(at)).to_string()
    }

    /// The time step whose code this is, if it is one of the present.
    #[must_use]
    pub fn step_of(&self, code: &str, now: Instant) -> Option<u64> {
        let is_code = code.len() == usize::from(DIGITS) && code.bytes().all(|byte| byte.is_ascii_digit());
        if is_code { self.totp().check(code, seconds(now)) } else { None }
    }

    /// The steps by which the code is ahead of `now` (negative: behind), within ten minutes. Such a code is not accepted.
    #[must_use]
    pub fn steps_ahead(&self, code: &str, now: Instant) -> Option<i64> {
        let (totp, present) = (self.totp(), seconds(now) / STEP_SECONDS);
        (0..=SEARCHED).flat_map(|far| [far, -far]).map(i64::from).find(|off| {
            let step = present.checked_add_signed(*off);
            step.is_some_and(|step| totp.generate(step * STEP_SECONDS).to_string() == code)
        })
    }

    /// The address that apps read from a picture.
    #[must_use]
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        // A colon separates the two.
        let issuer = encoded(&issuer.replace(':', " "));
        let account = encoded(account);
        let secret = self.in_base32();
        format!(
            "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&digits={DIGITS}&period={STEP_SECONDS}"
        )
    }
}

/// A QR code as a square of modules.
pub struct QrPicture {
    /// Modules a side, without the quiet zone.
    pub size: usize,
    /// The dark modules, as the path of an SVG picture with one unit a module.
    pub path: String,
}

/// # Errors
/// For a text that no QR code holds.
pub fn qr_picture(text: &str) -> Result<QrPicture, SecretError> {
    let error = |e: qrcode::types::QrError| SecretError::Hash(e.to_string());
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(error)?;
    let (size, colours) = (code.width(), code.into_colors());
    let rows = colours.chunks(size).enumerate();
    // One rectangle for each run of dark modules in a row.
    let runs = rows.flat_map(|(y, row)| {
        let mut x = 0;
        let runs = row.chunk_by(|a, b| a == b).filter_map(move |run| {
            let (start, length) = (x, run.len());
            x += length;
            (run.first() == Some(&Color::Dark)).then(|| format!("M{start} {y}h{length}v1h-{length}z"))
        });
        runs.collect::<Vec<_>>()
    });
    Ok(QrPicture { size, path: runs.collect() })
}

/// A new recovery code: 80 random bits, in groups of four characters.
#[must_use]
pub fn recovery_code() -> String {
    let mut bytes = [0; SECRET_BYTES];
    bytes[..10].copy_from_slice(&token::random_bytes::<10>());
    let text = Secret::new_stack(bytes).to_base32();
    let groups = text.as_bytes().chunks(4).take(4).map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("-")
}

/// Keyed, so that the database alone discloses nothing of a code. `code` is without spaces and hyphens, in upper case.
#[must_use]
pub fn recovery_hash(master: &MasterKey, account: &str, code: &str) -> [u8; 32] {
    master.derive(&format!("recovery code {account} {code}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::second_factor::normalise_code;

    /// RFC 6238, appendix B, in six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = TotpSecret(*b"12345678901234567890");
        let vectors = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000_u64, "353130"),
        ];
        for (seconds, code) in vectors {
            let at = Instant::from_millis(i64::try_from(seconds * 1_000).unwrap());
            assert_eq!(secret.code_at(at), code);
            assert_eq!(secret.step_of(code, at), Some(seconds / 30));
        }
    }

    #[test]
    fn a_code_counts_for_one_step_before_and_after_its_own() {
        let secret = TotpSecret(*b"12345678901234567890");
        let at = |seconds: i64| Instant::from_millis(seconds * 1_000);
        let code = secret.code_at(at(3_000));
        let counts = |seconds| secret.step_of(&code, at(seconds)).is_some();
        assert!(counts(2_970) && counts(3_029) && counts(3_059), "30 s off");
        assert!(!counts(2_969) && !counts(3_060), "more");
        for malformed in ["", "12345", "1234567", "12345a", "+12345", "١٢٣٤٥٦"] {
            assert_eq!(secret.step_of(malformed, at(3_000)), None, "{malformed}");
        }
    }

    #[test]
    fn a_code_of_another_clock_says_by_how_much_it_is_off() {
        let secret = TotpSecret(*b"12345678901234567890");
        let at = |seconds: i64| Instant::from_millis(seconds * 1_000);
        let ahead = |seconds: i64| secret.steps_ahead(&secret.code_at(at(6_000 + seconds)), at(6_000));
        assert_eq!((ahead(0), ahead(29), ahead(30), ahead(-1)), (Some(0), Some(0), Some(1), Some(-1)));
        assert_eq!((ahead(629), ahead(630), ahead(-600), ahead(-601)), (Some(20), None, Some(-20), None));
        assert_eq!(secret.steps_ahead("GEZD-GNBV", at(6_000)), None);
        assert_eq!(secret.steps_ahead(&secret.code_at(at(30)), at(0)), Some(1), "no step before 1970");
    }

    #[test]
    fn the_address_for_apps_is_encoded() {
        let uri = TotpSecret(*b"12345678901234567890").uri("ACME: R&D", "ada+x@example.org");
        assert_eq!(
            uri,
            "otpauth://totp/ACME%20%20R%26D:ada%2Bx%40example%2Eorg?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=ACME%20%20R%26D&digits=6&period=30"
        );
    }

    #[test]
    fn a_picture_covers_exactly_the_dark_modules() {
        let text = "otpauth://totp/a:b?secret=GEZDGNBV";
        let picture = qr_picture(text).unwrap();
        let code = QrCode::with_error_correction_level(text, EcLevel::M).unwrap();
        let mut drawn = vec![Color::Light; picture.size * picture.size];
        for run in picture.path.split_terminator('z') {
            let numbers: Vec<usize> = run
                .split(|c: char| !c.is_ascii_digit())
                .filter(|n| !n.is_empty())
                .map(|n| n.parse().unwrap())
                .collect();
            let [x, y, length, 1, same] = numbers[..] else { panic!("{run}") };
            assert_eq!(length, same);
            for n in x..x + length {
                drawn[y * picture.size + n] = Color::Dark;
            }
        }
        assert_eq!(drawn, code.into_colors());
        assert!(qr_picture(&"x".repeat(5_000)).is_err());
    }

    #[test]
    fn recovery_codes_differ_and_their_hashes_depend_on_key_account_and_code() {
        let (a, b) = (recovery_code(), recovery_code());
        assert_ne!(a, b);
        assert_eq!((a.len(), normalise_code(&a).len()), (19, 16), "{a}");
        let (key, other) = (MasterKey::generate(), MasterKey::generate());
        let hash = recovery_hash(&key, "ada", "ABCD");
        assert_eq!(hash, recovery_hash(&key, "ada", "ABCD"));
        assert_ne!(hash, recovery_hash(&other, "ada", "ABCD"));
        assert_ne!(hash, recovery_hash(&key, "bob", "ABCD"));
        assert_ne!(hash, recovery_hash(&key, "ada", "ABCE"));
    }
}
