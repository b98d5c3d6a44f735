//! Secrets of receivers, sealed for the record that keeps them: keys, headers and addresses.

use crate::{app::App, domain::webhook::shown_url, store::Record};

pub(super) fn seal<R: Record>(app: &App, id: R::Id<'_>, secret: &str) -> Vec<u8> {
    app.secrets.vault.seal(R::TABLE.0, &R::key_of(id), 1, secret.as_bytes())
}

/// `None` under another master key.
pub(super) fn open<R: Record>(app: &App, id: R::Id<'_>, sealed: &[u8]) -> Option<String> {
    let plain = app.secrets.vault.open(R::TABLE.0, &R::key_of(id), 1, sealed).ok()?;
    String::from_utf8(plain).ok()
}

/// The part of an address that is shown, and the whole, sealed, where that is more.
pub(super) fn seal_address<R: Record>(app: &App, id: R::Id<'_>, url: &str) -> (String, Option<Vec<u8>>) {
    let shown = shown_url(url);
    let sealed = (shown != url).then(|| seal::<R>(app, id, url));
    (shown, sealed)
}

/// The whole of a sealed address; `None` under another master key.
pub(super) fn whole_address<R: Record>(
    app: &App,
    id: R::Id<'_>,
    (shown, sealed): (&str, Option<&[u8]>),
) -> Option<String> {
    sealed.map_or_else(|| Some(shown.to_owned()), |sealed| open::<R>(app, id, sealed))
}
