//! Golden bytes of clips around flags.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    clip::{AgreedClips, Clip, ClipCause, ClipMark, ClipPart, ClipRule},
    signal::SignalKind::{Paste, TabHidden},
};

pub(super) fn samples() -> Vec<Sample> {
    let rule = ClipRule { test_id: id(3), is_on: true, signals: vec![TabHidden], version: 2, by: Some(id(1)), at: AT };
    let causes = [ClipCause::Flag, ClipCause::Screenshot, ClipCause::Signal(Paste)];
    let clip = Clip {
        id: id(9),
        attempt_id: id(5),
        from: AT,
        to: AT,
        marks: causes.map(|cause| ClipMark { at: AT, cause }).to_vec(),
        bytes: 3,
        parts: 1,
        is_whole: false,
    };
    let part = ClipPart { attempt_id: id(5), clip_id: id(9), number: 0, bytes: vec![0x1A, 0x45, 0xDF] };
    vec![
        sample("clip rules", &rule),
        sample("agreed clips", &AgreedClips { attempt_id: id(5), signals: vec![TabHidden, Paste] }),
        sample("clips", &clip),
        sample("parts of clips", &part),
    ]
}
