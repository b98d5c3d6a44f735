//! Addresses of links and pictures.

pub const NOT_A_LINK: &str = "A link must start with https://, http:// or mailto:.";
pub const NOT_A_PICTURE: &str =
    "A picture must be uploaded to this server first: addresses of pictures start with picture:.";
/// Longest address, in bytes.
const MAX_ADDRESS: usize = 2_000;

/// The address of a link, if its scheme is permitted.
pub fn link(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once(':')?;
    let is_permitted = match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => rest.strip_prefix("//").is_some_and(|rest| !rest.is_empty()),
        "mailto" => !rest.is_empty(),
        _ => false,
    };
    let is_clean = address.len() <= MAX_ADDRESS && !address.chars().any(|c| c.is_control() || c.is_whitespace());
    (is_permitted && is_clean).then(|| address.to_owned())
}

/// The hash in `picture:<hash>`.
pub fn picture(address: &str) -> Option<String> {
    let hash = address.strip_prefix("picture:")?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    is_hash.then(|| hash.to_owned())
}
