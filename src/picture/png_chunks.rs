//! Chunks of a PNG (ISO 15948). Only those that the pixels need reach the decoder: compressed texts and colour profiles may
//! unpack to a thousand times their size, and nothing of them is stored.

const SIGNATURE: usize = 8;
/// Length, type and checksum beside the data of a chunk.
const FRAME: usize = 12;
/// Most bytes of an EXIF block, which may hold a preview; only its orientation is read.
const MAX_EXIF: usize = 64 << 10;

/// The file without the chunks that the pixels do not need. What comes after a damaged chunk is dropped: the decoder refuses
/// what is left.
pub(super) fn without_metadata(file: &[u8]) -> Vec<u8> {
    let mut kept = file.get(..SIGNATURE).unwrap_or(file).to_vec();
    let mut at = SIGNATURE;
    while let Some(chunk) = next(file.get(at..).unwrap_or_default()) {
        at += chunk.len();
        let is_needed = match &chunk[4..8] {
            // acTL marks an animated picture.
            b"IHDR" | b"PLTE" | b"IDAT" | b"IEND" | b"tRNS" | b"acTL" => true,
            b"eXIf" => chunk.len() <= MAX_EXIF + FRAME,
            _ => false,
        };
        if is_needed {
            kept.extend_from_slice(chunk);
        }
    }
    kept
}

fn next(rest: &[u8]) -> Option<&[u8]> {
    let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
    rest.get(..usize::try_from(length).ok()?.checked_add(FRAME)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], &name, data, &[1, 2, 3, 4]].concat()
    }

    #[test]
    fn what_the_pixels_do_not_need_is_dropped() {
        let start = b"\x89PNG\r\n\x1a\n".to_vec();
        let (needed, exif) =
            ([chunk(*b"IHDR", b"x"), chunk(*b"PLTE", b"y"), chunk(*b"tRNS", b"")].concat(), chunk(*b"eXIf", b"z"));
        let rest = [chunk(*b"IDAT", b"0123"), chunk(*b"IEND", b"")].concat();
        let metadata =
            [b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"gAMA", b"prVW"].map(|name| chunk(*name, b"bomb")).concat();
        let large = chunk(*b"eXIf", &vec![0; MAX_EXIF + 1]);
        let file = [&start[..], &needed, &metadata, &exif, &large, &rest].concat();
        assert_eq!(without_metadata(&file), [&start[..], &needed, &exif, &rest].concat());
        for end in 0..file.len() {
            assert!(without_metadata(&file[..end]).len() <= end);
        }
    }
}
