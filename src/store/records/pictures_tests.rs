//! Golden bytes of pictures.

use super::tests::{AT, Sample, sample};
use crate::{
    domain::{
        PictureHash,
        picture::{Picture, PictureFile, PictureFormat},
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let hash = PictureHash([8; 32]);
    vec![
        sample(
            "question pictures",
            &Picture { hash, format: PictureFormat::Webp, width: 640, height: 480, bytes: 3, used_at: AT },
        ),
        sample("files of question pictures", &PictureFile { hash, bytes: vec![1, 2, 3] }),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let formats = [PictureFormat::Png, PictureFormat::Jpeg, PictureFormat::Webp];
    assert_eq!(formats.map(|format| number(codec::encode_as(0, &format).unwrap())), [0, 1, 2]);
}
