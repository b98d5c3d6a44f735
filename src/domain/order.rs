//! Orders of an applicant tracking system: invites with an id of its own (`docs/api.md#orders`).

use super::{Error, Instant, InviteId, Result, ShareId, TestId, UserId, WebhookId};
use serde::{Deserialize, Serialize};

/// Characters of an external id.
pub const MAX_EXTERNAL_ID: usize = 200;

/// An invite that a program has ordered. It is deleted with the invite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub invite_id: InviteId,
    /// The test of the invite, which keeps it.
    pub test_id: TestId,
    /// The id by which the program knows it; unique on the site.
    pub external_id: String,
    /// `None` for the operator.
    pub placed_by: Option<UserId>,
    pub placed_at: Instant,
    /// Name of the token that the program called with, at that time; blank without one.
    pub token_name: String,
    pub form: OrderForm,
    /// Where its score goes.
    pub return_to: Option<ReturnAddress>,
    /// The link to its report, from its first score on.
    pub report: Option<OrderReport>,
    /// The whole return address, of which more than is shown may be secret. Encrypted with a key derived from the master key.
    pub address_sealed: Option<Vec<u8>>,
}

/// The form in which a program has ordered, and expects answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderForm {
    /// `POST /orders`.
    #[default]
    Own,
    /// The Assessment Partner API of Greenhouse.
    Greenhouse,
    /// The Assessments API of Ashby.
    Ashby,
}

/// The address of an order, with the webhook of its receiver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnAddress {
    pub webhook_id: WebhookId,
    /// The address, or the part of it that is [shown](super::webhook::shown_url) where the whole is sealed.
    pub url: String,
}

/// A shared link whose token programs may ask for again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderReport {
    pub share_id: ShareId,
    /// Encrypted with a key derived from the master key.
    pub token_sealed: Vec<u8>,
}

/// The external id as it is stored.
///
/// # Errors
/// 422 on `external_id`: it is part of addresses, and is compared byte by byte.
pub fn check_external_id(id: &str) -> Result<String> {
    let id = id.trim();
    let is_clean = id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:~@+=".contains(c));
    if id.is_empty() || id.len() > MAX_EXTERNAL_ID || !is_clean || id.chars().all(|c| c == '.') {
        let message = "An external id has 1 to 200 letters, digits and the characters - _ . : ~ @ + =.";
        return Err(Error::field("external_id", message));
    }
    Ok(id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_external_id_fits_into_an_address() {
        for good in ["42", "greenhouse:17", "a.b-c_d~e@f+g=", " 42 ", &"x".repeat(200)] {
            assert_eq!(check_external_id(good).as_deref(), Ok(good.trim()));
        }
        for bad in ["", " ", "a b", "a/b", "..", ".", "ä", "a%2f", "a\nb", "a?b", &"x".repeat(201)] {
            assert!(check_external_id(bad).is_err(), "{bad}");
        }
    }
}
