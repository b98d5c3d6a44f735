//! Learning platforms that speak LTI 1.3: tests are activities in their courses, and scores become grades there
//! (`docs/lti.md`).

use super::{Instant, InviteId, WebhookId, grants::Scope};
use serde::{Deserialize, Serialize};

/// Platforms of one site.
pub const MAX_PLATFORMS: usize = 20;
/// Deployments of one platform.
pub const MAX_DEPLOYMENTS: usize = 50;

/// A platform, such as a Moodle or Canvas site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiPlatform {
    /// Its name in paths: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Exactly as the platform names itself.
    pub issuer: String,
    /// By which the platform knows this server; unique with the issuer.
    pub client_id: String,
    /// The places of the platform that may launch tests.
    pub deployments: Vec<String>,
    /// Where a launch goes for the platform's sign-in.
    pub auth_url: String,
    /// Where this server gets tokens for grades.
    pub token_url: String,
    /// Where the platform's keys are.
    pub keys_url: String,
    /// The tests that its courses may use.
    pub scope: Scope,
    /// The receiver of its grades.
    pub webhook_id: WebhookId,
}

impl LtiPlatform {
    /// By which launches know their platform: another issuer or client has other people and activities, also under the same id.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{} {}", self.client_id, self.issuer)
    }
}

/// The key with which this server signs for platforms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiKey {
    /// Its name in the published set.
    pub name: String,
    /// Encrypted with a key derived from the master key.
    pub sealed: Vec<u8>,
    pub made_at: Instant,
}

/// The platforms of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiSettings {
    pub key: Option<LtiKey>,
    pub platforms: Vec<LtiPlatform>,
}

impl LtiSettings {
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&LtiPlatform> {
        self.platforms.iter().find(|platform| platform.id == id)
    }

    /// The platform of a launch.
    #[must_use]
    pub fn of_launch(&self, launch: &LtiLaunch) -> Option<&LtiPlatform> {
        self.platforms.iter().find(|platform| platform.identity() == launch.platform)
    }

    /// The platform whose grades a webhook sends.
    #[must_use]
    pub fn of_webhook(&self, id: WebhookId) -> Option<&LtiPlatform> {
        self.platforms.iter().find(|platform| platform.webhook_id == id)
    }

    /// The platform that begins a launch. Some name only the issuer: then it must be the only one of it.
    #[must_use]
    pub fn launching(&self, issuer: &str, client_id: Option<&str>) -> Option<&LtiPlatform> {
        let mut found = self
            .platforms
            .iter()
            .filter(|platform| platform.issuer == issuer && client_id.is_none_or(|id| platform.client_id == id));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}

/// The invite that an activity of a platform has made for a learner. It is deleted with the invite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LtiLaunch {
    pub invite_id: InviteId,
    /// Of platform, deployment, activity and learner; unique.
    pub key: [u8; 32],
    /// The identity of the platform.
    pub platform: String,
    /// The platform's name of the learner.
    pub subject: String,
    /// The platform's name of the activity.
    pub activity: String,
    /// Where the grade goes; `None` for an activity without one.
    pub line_item: Option<String>,
    pub launched_at: Instant,
    /// The last grade that was queued for this line item.
    pub sent: Option<SentGrade>,
}

/// A grade as it was queued.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentGrade {
    pub earned: f64,
    pub points: u32,
    pub at: Instant,
}

/// Where the scores of a line item are posted: `/scores` belongs to its path, before any query.
#[must_use]
pub fn scores_address(line_item: &str) -> String {
    let (path, query) = line_item.split_once('?').map_or((line_item, None), |(path, query)| (path, Some(query)));
    let path = path.trim_end_matches('/');
    query.map_or_else(|| format!("{path}/scores"), |query| format!("{path}/scores?{query}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn scores_belong_to_the_path_of_the_line_item() {
        for (line_item, scores) in [
            ("https://lms.example.org/items/5", "https://lms.example.org/items/5/scores"),
            ("https://lms.example.org/items/5/", "https://lms.example.org/items/5/scores"),
            ("https://lms.example.org/5/lineitem?type_id=1", "https://lms.example.org/5/lineitem/scores?type_id=1"),
        ] {
            assert_eq!(scores_address(line_item), scores);
        }
    }

    #[test]
    fn an_issuer_alone_names_a_platform_where_it_has_one() {
        let platform = |id: &str, issuer: &str, client_id: &str| LtiPlatform {
            id: id.into(),
            name: id.into(),
            issuer: issuer.into(),
            client_id: client_id.into(),
            deployments: vec!["1".into()],
            auth_url: String::new(),
            token_url: String::new(),
            keys_url: String::new(),
            scope: Scope::All,
            webhook_id: WebhookId(Uuid::nil()),
        };
        let platforms = vec![platform("a", "canvas", "1"), platform("b", "canvas", "2"), platform("c", "moodle", "1")];
        let settings = LtiSettings { key: None, platforms };
        let found = |issuer, client| settings.launching(issuer, client).map(|platform| platform.id.as_str());
        assert_eq!(found("canvas", Some("2")), Some("b"));
        assert_eq!(found("canvas", None), None);
        assert_eq!(found("moodle", None), Some("c"));
        assert_eq!(found("moodle", Some("2")), None);
        assert_eq!(found("Moodle", None), None);
    }
}
