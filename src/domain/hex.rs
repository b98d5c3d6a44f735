//! Bytes as lower-case hexadecimal digits.

const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    // Not with `write!`: each save returns the head of its history.
    let digit = |half: u8| DIGITS[usize::from(half & 0xf)];
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

/// The bytes; `None` for other characters, upper case too, and for half a byte.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// 32 bytes; `None` for anything else.
#[must_use]
pub fn decode32(text: &str) -> Option<[u8; 32]> {
    decode(text)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_and_only_one_spelling_is_read() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
        for bad in ["0", "0G", "AB", "é", " 0"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
        assert_eq!(decode32("00"), None);
    }
}
