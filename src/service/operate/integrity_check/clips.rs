//! Clips, which are stored in parts.

use super::IntegrityCheck;
use crate::domain::{
    ClipId, Result,
    clip::{AgreedClips, Clip, ClipPart},
};
use std::collections::HashMap;

impl IntegrityCheck<'_> {
    pub(super) fn clips(&mut self) -> Result<()> {
        self.of_attempts::<AgreedClips>("agreed clips")?;
        self.of_attempts::<Clip>("clip")?;
        let mut found: HashMap<ClipId, (u32, usize)> = HashMap::new();
        self.each::<ClipPart>(|s, part| {
            let (parts, bytes) = found.entry(part.clip_id).or_default();
            *parts += 1;
            *bytes += part.bytes.len();
            let there = s.has::<Clip>((part.attempt_id, part.clip_id))?;
            s.require(there, "part of clip", part.clip_id, "the clip is missing");
            Ok(())
        })?;
        self.each::<Clip>(|s, clip| {
            let stored = found.get(&clip.id).copied().unwrap_or_default();
            // One that is being stored lacks parts.
            let is_whole = !clip.is_whole || stored == (clip.parts, clip.bytes as usize);
            s.require(is_whole, "clip", clip.id, "its parts do not match their number and size");
            Ok(())
        })
    }
}
