//! Accommodations of a person beside extra time.

use crate::{
    domain::{
        InviteId, Result,
        arrangement::{Agreed, Arrangement},
    },
    store::Read,
};

/// # Errors
/// Storage only.
pub fn agreed(read: &impl Read, invite: InviteId) -> Result<Agreed> {
    Ok(read.get::<Arrangement>(invite)?.map(|arrangement| arrangement.agreed).unwrap_or_default())
}

/// Whether the candidate takes the test without a camera, by agreement.
///
/// # Errors
/// Storage only.
pub(crate) fn is_without_camera(read: &impl Read, invite: InviteId) -> Result<bool> {
    Ok(agreed(read, invite)?.no_camera)
}
