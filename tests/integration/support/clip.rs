//! A stored clip, without a camera.

use super::app::TestApp;
use invigil::domain::{
    AttemptId, ClipId,
    clip::{Clip, ClipPart},
};

/// Stores a clip of these bytes with an attempt, and returns its id.
pub async fn keep_clip(t: &TestApp, attempt: &str, bytes: &[u8]) -> String {
    let (id, attempt_id): (ClipId, AttemptId) = (t.app.new_id(), attempt.parse().unwrap());
    let (from, size) = (t.now(), u32::try_from(bytes.len()).unwrap());
    let clip = Clip { id, attempt_id, from, to: from, marks: Vec::new(), bytes: size, parts: 1, is_whole: true };
    let part = ClipPart { attempt_id, clip_id: id, number: 0, bytes: bytes.to_vec() };
    let stored = t.app.store.write(move |tx| {
        tx.put(&clip)?;
        tx.put(&part)
    });
    stored.await.unwrap();
    id.to_string()
}
