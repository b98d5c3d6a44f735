//! Webhooks: calls to a receiver of the site when something happened (`docs/webhooks.md`).

use super::{
    Instant, InviteId, Result, TestId, UserId, WebhookId,
    error::FieldChecker,
    grants::{MAX_GRANT_TESTS, Scope},
    order::{MAX_EXTERNAL_ID, Order},
    user::normalise_name,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub mod address;
mod delivery;
mod numbers;
mod repeated;
mod template;

pub use address::{MAX_URL, origin};
pub use delivery::{Delivery, DeliveryClass, DeliveryState, LastTry, MAX_REPLY, RETENTION, TRIED_FOR, retry_in};
pub use template::{MAX_TEMPLATE, PLACEHOLDERS, URL_PLACEHOLDERS, fill, fill_url, needs_order, shown_url};

/// Webhooks of one installation.
pub const MAX_WEBHOOKS: usize = 20;
/// Receivers of return addresses of orders, which are not among them.
pub const MAX_ORDER_RECEIVERS: usize = 20;
/// Further headers of one webhook.
pub const MAX_HEADERS: usize = 10;
const MAX_NAME: usize = 60;
const MAX_HEADER_VALUE: usize = 2_000;

/// Something that happened to an invite, or a test of the webhook itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WebhookEvent {
    /// An invite was created.
    InviteSent,
    /// Its page was opened for the first time.
    InviteOpened,
    AttemptStarted,
    AttemptSubmitted,
    /// A score became final, or a final one has changed.
    ResultScored,
    ResultDecided,
    /// A proctor has flagged an attempt, or the server noticed what is worth a look.
    AttemptFlagged,
    InviteExpired,
    InviteWithdrawn,
    /// Sent on request, to try the webhook.
    Test,
}

impl WebhookEvent {
    /// The events that a webhook can be for.
    pub const ALL: [Self; 9] = [
        Self::InviteSent,
        Self::InviteOpened,
        Self::AttemptStarted,
        Self::AttemptSubmitted,
        Self::ResultScored,
        Self::ResultDecided,
        Self::AttemptFlagged,
        Self::InviteExpired,
        Self::InviteWithdrawn,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InviteSent => "invite.sent",
            Self::InviteOpened => "invite.opened",
            Self::AttemptStarted => "attempt.started",
            Self::AttemptSubmitted => "attempt.submitted",
            Self::ResultScored => "result.scored",
            Self::ResultDecided => "result.decided",
            Self::AttemptFlagged => "attempt.flagged",
            Self::InviteExpired => "invite.expired",
            Self::InviteWithdrawn => "invite.withdrawn",
            Self::Test => "webhook.test",
        }
    }
}

/// The method of the calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WebhookMethod {
    #[default]
    Post,
    Put,
    Patch,
}

/// A header that the calls have beside those of the signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedHeader {
    /// Name of the header in lower case.
    pub name: String,
    /// Encrypted with a key derived from the master key.
    pub value_sealed: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhook {
    pub id: WebhookId,
    pub name: String,
    /// The address, or the part of it that is [shown](shown_url) where the whole is sealed.
    pub url: String,
    pub method: WebhookMethod,
    pub events: BTreeSet<WebhookEvent>,
    /// The tests whose events it receives.
    pub scope: Scope,
    /// Whether calls are sent. Events that happen while they are not are not kept for the webhook.
    pub is_enabled: bool,
    /// The key of its signatures. Encrypted with a key derived from the master key.
    pub secret_sealed: Vec<u8>,
    pub headers: Vec<SealedHeader>,
    /// JSON with placeholders in its texts; `None` for the usual body.
    pub template: Option<String>,
    /// `None` for the operator.
    pub created_by: Option<UserId>,
    pub created_at: Instant,
    pub version: u32,
    pub changed_by: Option<UserId>,
    pub changed_at: Instant,
    /// The receiver of return addresses of orders, which begin with its address. It receives nothing else.
    pub of_orders: bool,
    /// Only events of orders whose external id begins like this.
    pub only_orders: Option<String>,
    /// The whole address, of which more than is shown may be secret. Encrypted with a key derived from the master key.
    pub url_sealed: Option<Vec<u8>>,
}

impl Webhook {
    /// Whether it receives this event of a test, unless it is for some orders alone.
    #[must_use]
    pub fn wants(&self, event: WebhookEvent, test: TestId) -> bool {
        self.is_enabled && !self.of_orders && self.events.contains(&event) && self.scope.permits(test)
    }

    /// The external id of an order without the beginning that it is chosen by.
    #[must_use]
    pub fn order_key<'o>(&self, external_id: &'o str) -> &'o str {
        self.only_orders.as_ref().and_then(|start| external_id.strip_prefix(start)).unwrap_or(external_id)
    }

    /// Whether it receives events of an invite with this order, or with none.
    #[must_use]
    pub fn is_for(&self, order: Option<&Order>) -> bool {
        let begins = |start: &String| order.is_some_and(|order| order.external_id.starts_with(start));
        self.only_orders.as_ref().is_none_or(begins) && (order.is_some() || !needs_order(&self.url))
    }
}

/// A header as it is entered. Without a value, the stored one of this name stays.
#[derive(Clone, Debug)]
pub struct HeaderDraft {
    pub name: String,
    pub value: Option<String>,
}

/// A webhook as it is entered.
#[derive(Clone, Debug)]
pub struct WebhookDraft {
    pub name: String,
    pub url: String,
    pub method: WebhookMethod,
    pub events: BTreeSet<WebhookEvent>,
    pub scope: Scope,
    pub is_enabled: bool,
    pub headers: Vec<HeaderDraft>,
    pub template: Option<String>,
    pub only_orders: Option<String>,
}

/// Headers that the server itself sets, or that would change how a call is read.
const OWN_HEADERS: [&str; 11] = [
    "connection",
    "content-encoding",
    "content-length",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "expect",
];

impl WebhookDraft {
    /// Checks the draft, and trims its texts. `stored` are the names of headers whose values are known, `is_test` knows the
    /// tests. The address itself is checked by who calls it.
    ///
    /// # Errors
    /// 422 by field.
    pub fn check(mut self, stored: &[SealedHeader], is_test: impl Fn(TestId) -> bool) -> Result<Self> {
        self.name = normalise_name(&self.name);
        self.url = String::from(self.url.trim());
        self.template = self.template.filter(|template| !template.trim().is_empty());
        self.only_orders = self.only_orders.map(|start| start.trim().to_owned()).filter(|start| !start.is_empty());
        let mut check = FieldChecker::default();
        let length = self.name.chars().count();
        let is_line = !self.name.chars().any(char::is_control);
        check.require(length > 0, "name", "A name is required.");
        check.require(length <= MAX_NAME && is_line, "name", "A name has 60 characters at most, on one line.");
        check.require(!self.url.is_empty(), "url", "Please enter the address of the receiver.");
        check.require(self.url.len() <= MAX_URL, "url", "An address has 2,000 characters at most.");
        template::check_url(&mut check, &self.url);
        check.require(!self.events.is_empty(), "events", "Please choose at least one event.");
        check.require(!self.events.contains(&WebhookEvent::Test), "events", "This event is sent on request only.");
        if let Scope::Tests(tests) = &self.scope {
            check.require(!tests.is_empty(), "tests", "Please choose at least one test, or the whole site.");
            let is_short = tests.len() <= MAX_GRANT_TESTS;
            check.require(is_short, "tests", "A webhook is for 200 tests at most, or for the whole site.");
            let are_known = tests.iter().take(MAX_GRANT_TESTS).all(|test| is_test(*test));
            check.require(are_known, "tests", "One of these tests does not exist.");
        }
        let is_short = self.only_orders.as_ref().is_none_or(|start| start.len() <= MAX_EXTERNAL_ID);
        check.require(is_short, "only_orders", "An external id has 200 characters at most.");
        self.check_headers(&mut check, stored);
        if let Some(template) = &self.template {
            template::check(&mut check, template);
        }
        check.finish(&["name", "url", "events"])?;
        Ok(self)
    }

    fn check_headers(&mut self, check: &mut FieldChecker, stored: &[SealedHeader]) {
        check.require(self.headers.len() <= MAX_HEADERS, "headers", "A webhook has 10 headers at most.");
        let mut seen = BTreeSet::new();
        for (place, header) in self.headers.iter_mut().enumerate() {
            header.name = header.name.trim().to_ascii_lowercase();
            header.value = header.value.take().filter(|value| !value.is_empty());
            let (name, field) = (header.name.as_str(), format!("headers[{place}].name"));
            let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
            let is_name = (1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_token);
            check.require(is_name, &field, "This is not the name of a header.");
            let is_own = OWN_HEADERS.contains(&name) || name.starts_with("webhook-") || name.starts_with("proxy-");
            check.require(!is_own, &field, "The server sets this header itself.");
            check.require(seen.insert(name.to_owned()), &field, "This header is there twice.");
            let field = format!("headers[{place}].value");
            match &header.value {
                None => {
                    let is_stored = stored.iter().any(|kept| kept.name == name);
                    check.require(is_stored, field, "Please enter a value.");
                }
                Some(value) if name == "content-type" => {
                    let is_json = value == "application/json" || value.ends_with("+json");
                    check.require(is_json && value.len() <= MAX_NAME, field, "The body is JSON: application/...+json.");
                }
                Some(value) => {
                    let is_visible = value.chars().all(|c| c == '\t' || (' '..='~').contains(&c));
                    let fits = value.len() <= MAX_HEADER_VALUE && is_visible && value.trim() == value;
                    check.require(fits, field, "A value has visible ASCII characters, 2,000 at most.");
                }
            }
        }
    }
}

/// One invite's events of one webhook are delivered in order.
pub type Line = (WebhookId, InviteId);

impl Delivery {
    /// The line that it stands in. The tests of a webhook have their own.
    #[must_use]
    pub fn line(&self) -> Line {
        self.invite_id.map_or_else(|| Self::line_of_tests(self.webhook_id), |invite| (self.webhook_id, invite))
    }

    /// The line of the tests of a webhook.
    #[must_use]
    pub const fn line_of_tests(webhook: WebhookId) -> Line {
        (webhook, InviteId(uuid::Uuid::nil()))
    }

    /// How receivers name it: the same at each try.
    #[must_use]
    pub fn message_id(&self) -> String {
        format!("msg_{}", self.id)
    }
}

#[cfg(test)]
mod tests;
