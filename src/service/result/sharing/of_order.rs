//! The link to the report of an order's result, for the program that has ordered it (`docs/api.md#orders`).

use super::shares::make_room;
use crate::{
    app::App,
    domain::{
        ErrorKind, Instant, Result, ShareId,
        order::{Order, OrderReport},
        share::{MAX_VALIDITY, SharedLink, Shows},
        submission::Submission,
    },
    secrets::token,
    service::{settings, work::Work},
    store::{Read, Record},
};

const PATH: &str = "/shared/";
const HIDDEN: &str = "/shared/\u{2026}/";

/// The link to the report, which is made with the first score and again when it has expired. `None` where someone has
/// revoked it, and where the test has too many links.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn report(
    w: &mut Work<'_, '_>,
    order: &mut Order,
    submission: &Submission,
) -> Result<Option<String>> {
    let known = order.report.as_ref().map(|report| w.get::<SharedLink>(report.share_id)).transpose()?.flatten();
    if known.as_ref().is_some_and(|share| share.revoked_at.is_some()) {
        return Ok(None);
    }
    if let Some(link) = valid(w.app, &**w, order, w.now)? {
        return Ok(Some(link));
    }
    match make_room(w, submission.test_id) {
        Ok(()) => {}
        Err(error) if error.kind == ErrorKind::Conflict => return Ok(None),
        Err(error) => return Err(error),
    }
    let (share_id, secret) = (w.app.new_id::<ShareId>(), token::new());
    let share = SharedLink {
        id: share_id,
        test_id: submission.test_id,
        submissions: vec![submission.id],
        shows: Shows { scores: true, ..Shows::default() },
        token_hash: token::hash(&secret),
        by: order.placed_by,
        at: w.now,
        expires_at: w.now.plus(MAX_VALIDITY),
        revoked_at: None,
        views: 0,
        viewed_at: None,
    };
    w.put(&share)?;
    w.audit("result.share", share_id, "order")?;
    let token_sealed = w.app.secrets.vault.seal(Order::TABLE.0, &Order::key_of(order.invite_id), 1, secret.as_bytes());
    order.report = Some(OrderReport { share_id, token_sealed });
    w.put(order)?;
    valid(w.app, &**w, order, w.now)
}

/// The link, as long as it is valid.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn valid(app: &App, read: &impl Read, order: &Order, now: Instant) -> Result<Option<String>> {
    let Some(report) = &order.report else { return Ok(None) };
    let share: Option<SharedLink> = read.get(report.share_id)?;
    if !share.is_some_and(|share| share.is_valid(now)) {
        return Ok(None);
    }
    let Some(secret) = secret(app, order, report) else { return Ok(None) };
    Ok(Some(format!("{}{PATH}{secret}", settings::public_url(app)?)))
}

/// `None` under another master key.
fn secret(app: &App, order: &Order, report: &OrderReport) -> Option<String> {
    let key = Order::key_of(order.invite_id);
    let opened = app.secrets.vault.open(Order::TABLE.0, &key, 1, &report.token_sealed).ok()?;
    String::from_utf8(opened).ok()
}

/// The end of a link that opens nothing. No name or title has it: the id is made with the link.
fn hidden_end(report: &OrderReport) -> String {
    format!("{HIDDEN}{}", report.share_id)
}

/// The link of an order as it is stored with what is to be sent: it opens nothing until it is [filled in](filled).
pub(in crate::service) fn hidden(order: &Order, link: &str) -> String {
    let (Some(report), Some((base, _))) = (&order.report, link.rsplit_once(PATH)) else { return link.to_owned() };
    format!("{base}{}", hidden_end(report))
}

/// Whether a body has a link that was [hidden].
pub(in crate::service) fn is_hidden(body: &str) -> bool {
    body.contains(HIDDEN)
}

/// A body with the whole link to the report of its order.
pub(in crate::service) fn filled(app: &App, order: &Order, body: &str) -> String {
    let known = order.report.as_ref().and_then(|report| Some((report, secret(app, order, report)?)));
    known.map_or_else(
        || body.to_owned(),
        |(report, secret)| body.replace(&hidden_end(report), &format!("{PATH}{secret}")),
    )
}
