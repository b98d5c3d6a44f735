//! A stored picture of a face, of a person who is in the middle of the test.

use super::{app::TestApp, journey::text};
use invigil::{
    domain::{
        InviteId,
        exam_session::{IdentityCheck, IdentityPicture, PictureKind},
        time::HOUR,
    },
    store::Record,
};
use serde_json::Value;

/// Stores a picture of these bytes with the seat of an invite.
pub async fn keep_face(t: &TestApp, session: &Value, invite: &Value, jpeg: &[u8]) {
    let invite_id: InviteId = text(&invite["id"]).parse().unwrap();
    let session_id = text(&session["id"]).parse().unwrap();
    let kind = PictureKind::Face;
    let key = IdentityPicture::key_of((invite_id, kind.number()));
    let sealed = t.app.secrets.vault.seal(IdentityPicture::TABLE.0, &key, 1, jpeg);
    let mut check = IdentityCheck::new(invite_id, session_id, t.now().plus(24 * HOUR));
    check.took(kind, t.now());
    let stored = t.app.store.write(move |tx| {
        tx.put(&check)?;
        tx.put(&IdentityPicture { invite_id, kind, sealed })
    });
    stored.await.unwrap();
}
