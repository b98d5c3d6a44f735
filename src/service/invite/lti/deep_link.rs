//! A teacher chooses the test of an activity: each choice is signed for the platform, and the page sends it there.

use super::{claims::Message, keys, platforms, refused};
use crate::{
    app::App,
    domain::{
        Error, Result,
        lti::LtiPlatform,
        test::{Test, archive::Archived},
        time::{HOUR, SignedDuration},
    },
    secrets::token,
    service::{
        query::page::{Slice, newest_wanted},
        test::staged_import,
    },
    store::{Read, records::TESTS_BY_CREATION},
};
use serde_json::{Value, json};

/// Tests that are offered, newest first.
pub const MAX_OFFERED: usize = 100;
/// How long a choice may take.
const CHOICE_TTL: SignedDuration = HOUR;
/// Points of the grade that a platform makes for a test. Scores are sent with their own points, which it converts.
const GRADE_POINTS: u32 = 100;

/// The choices of a teacher.
pub struct Offer {
    /// The address of the platform that takes the choice.
    pub return_url: String,
    pub tests: Vec<Offered>,
    /// There are older tests that are not offered.
    pub has_more: bool,
}

/// A test with the signed choice of it.
pub struct Offered {
    pub title: String,
    pub minutes: u32,
    pub response: String,
}

/// # Errors
/// 401 for a message without an address for the choice; storage.
pub(super) async fn offer(app: &App, platform: &LtiPlatform, message: &Message<'_>) -> Result<Offer> {
    let request = message.choice()?;
    let (tests, has_more) = tests(app, platform)?;
    let (launch, now) = (platforms::addresses(app)?.launch, app.now());
    let signer = keys::signer(app).await?;
    let deployment = message.deployment()?;
    let claims = |test: &Test| -> Value {
        let item = json!({
            "type": "ltiResourceLink",
            "title": test.title,
            "url": format!("{launch}?test={}", test.id),
            "custom": { "test": test.id.to_string() },
            "lineItem": { "scoreMaximum": GRADE_POINTS, "label": test.title, "resourceId": test.id.to_string() },
        });
        let mut claims = json!({
            "iss": platform.client_id,
            "sub": platform.client_id,
            "aud": [platform.issuer],
            "iat": now.as_secs(),
            "exp": now.plus(CHOICE_TTL).as_secs(),
            "nonce": token::new(),
            "https://purl.imsglobal.org/spec/lti/claim/deployment_id": deployment,
            "https://purl.imsglobal.org/spec/lti/claim/message_type": "LtiDeepLinkingResponse",
            "https://purl.imsglobal.org/spec/lti/claim/version": "1.3.0",
            "https://purl.imsglobal.org/spec/lti-dl/claim/content_items": [item],
        });
        if let Some(data) = &request.data {
            claims["https://purl.imsglobal.org/spec/lti-dl/claim/data"] = data.clone();
        }
        claims
    };
    let named: Vec<(String, u32, Value)> =
        tests.iter().map(|test| (test.title.clone(), test.duration_minutes, claims(test))).collect();
    // A hundred signatures take a tenth of a second.
    let offered = tokio::task::spawn_blocking(move || {
        let sign = |(title, minutes, claims): (String, u32, Value)| {
            signer.sign(&claims).map(|response| Offered { title, minutes, response })
        };
        named.into_iter().map(sign).collect::<std::result::Result<Vec<_>, _>>()
    });
    let tests = offered.await.map_err(Error::internal)??;
    if tests.is_empty() {
        return Err(refused("there is no test here that this platform may use"));
    }
    Ok(Offer { return_url: request.return_url, tests, has_more })
}

fn tests(app: &App, platform: &LtiPlatform) -> Result<(Vec<Test>, bool)> {
    let read = app.store.read()?;
    let mut hidden = staged_import::hidden(&read)?;
    hidden.extend(read.records::<Archived>()?.into_iter().map(|archived| archived.test_id));
    let shown = |test: &Test| platform.scope.permits(test.id) && !hidden.contains(&test.id);
    let slice = Slice { limit: MAX_OFFERED, ..Slice::default() };
    let page = newest_wanted(&read, TESTS_BY_CREATION.all(), &slice, None, shown)?;
    Ok((page.items, page.next.is_some()))
}
