//! Learning platforms that speak LTI 1.3: tests are activities in their courses, and scores become grades there
//! (`docs/lti.md`).

use super::{
    Instant, InviteId, WebhookId,
    grants::Scope,
    time::{DAY, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// Platforms of one site.
pub const MAX_PLATFORMS: usize = 20;
/// Deployments of one platform.
pub const MAX_DEPLOYMENTS: usize = 50;
/// Retired keys that are kept: of more, the oldest go.
pub const MAX_RETIRED_KEYS: usize = 10;
/// How long a retired key is published. Nothing that this server signs is valid for longer than an hour (the choice of a
/// test); the rest of the day is for clocks that differ. It is not longer because a key may be retired after it has leaked.
pub const PUBLISHED_FOR: SignedDuration = DAY;

/// A platform, such as a Moodle or Canvas site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiPlatform {
    /// Its name in paths: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Exactly as the platform names itself.
    pub issuer: String,
    /// The id by which the platform knows this server; unique with the issuer.
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
    /// Returns the issuer and client by which launches know their platform: another issuer or client has other people
    /// and activities, also under the same id.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{} {}", self.client_id, self.issuer)
    }
}

/// The key with which this server signs for platforms; there is one at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiKey {
    /// Its name in the published set.
    pub name: String,
    /// Encrypted with a key derived from the master key.
    pub sealed: Vec<u8>,
    pub made_at: Instant,
}

/// A key that signed for platforms. Its private half is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetiredLtiKey {
    /// Its name in the published set.
    pub name: String,
    /// The public half as it is published: a JSON Web Key (RFC 7517).
    pub public: String,
    pub made_at: Instant,
    pub retired_at: Instant,
}

impl RetiredLtiKey {
    #[must_use]
    pub fn is_published(&self, now: Instant) -> bool {
        self.retired_at.is_within(PUBLISHED_FOR, now)
    }

    #[must_use]
    pub const fn published_until(&self) -> Instant {
        self.retired_at.plus(PUBLISHED_FOR)
    }
}

/// The platforms of the site, and the keys of this server for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LtiSettings {
    /// The key that signs.
    pub key: Option<LtiKey>,
    pub platforms: Vec<LtiPlatform>,
    /// Newest first. They are forgotten by the first rotation after they were published for long enough.
    pub retired: Vec<RetiredLtiKey>,
}

impl LtiSettings {
    /// Lets `key` sign from now on. The key before is retired; `public` is its public half, which is absent if it no longer
    /// opens: then it is not published either.
    pub fn rotate(&mut self, key: LtiKey, public: Option<String>) {
        let now = key.made_at;
        self.retired.retain(|old| old.is_published(now));
        if let (Some(LtiKey { name, made_at, .. }), Some(public)) = (self.key.replace(key), public) {
            self.retired.insert(0, RetiredLtiKey { name, public, made_at, retired_at: now });
        }
        self.retired.truncate(MAX_RETIRED_KEYS);
    }

    /// The retired keys that are published, newest first.
    pub fn published(&self, now: Instant) -> impl Iterator<Item = &RetiredLtiKey> {
        self.retired.iter().filter(move |key| key.is_published(now))
    }

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
    /// A hash of platform, deployment, activity and learner; unique.
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
    use crate::domain::time::{HOUR, MINUTE};
    use uuid::Uuid;

    fn key(name: &str, made_at: Instant) -> LtiKey {
        LtiKey { name: name.into(), sealed: vec![1], made_at }
    }

    fn published(settings: &LtiSettings, now: Instant) -> Vec<&str> {
        settings.published(now).map(|key| key.name.as_str()).collect()
    }

    #[test]
    fn a_retired_key_is_published_for_a_day_and_forgotten_by_the_next_rotation() {
        let (mut settings, start) = (LtiSettings::default(), Instant::EPOCH.plus(DAY));
        settings.rotate(key("a", start), None);
        assert!(settings.retired.is_empty(), "there was none before");
        let first = start.plus(HOUR);
        settings.rotate(key("b", first), Some("public a".into()));
        assert_eq!(settings.key, Some(key("b", first)));
        let retired = RetiredLtiKey { name: "a".into(), public: "public a".into(), made_at: start, retired_at: first };
        assert_eq!(settings.retired, [retired]);
        assert_eq!(settings.retired[0].published_until(), first.plus(PUBLISHED_FOR));
        settings.rotate(key("c", first.plus(HOUR)), Some("public b".into()));
        assert_eq!(published(&settings, first.plus(PUBLISHED_FOR - MINUTE)), ["b", "a"]);
        assert_eq!(published(&settings, first.plus(PUBLISHED_FOR)), ["b"]);
        // A clock that was set back by far does not publish them for ever.
        assert!(published(&settings, first.plus(HOUR - PUBLISHED_FOR - PUBLISHED_FOR)).is_empty());
        assert_eq!(settings.retired.len(), 2, "until the next rotation");
        settings.rotate(key("d", first.plus(PUBLISHED_FOR)), Some("public c".into()));
        assert_eq!(settings.retired.iter().map(|key| key.name.as_str()).collect::<Vec<_>>(), ["c", "b"]);
    }

    #[test]
    fn a_key_that_no_longer_opens_is_replaced_and_not_published() {
        let mut settings = LtiSettings { key: Some(key("lost", Instant::EPOCH)), ..LtiSettings::default() };
        settings.rotate(key("b", Instant::EPOCH), None);
        assert_eq!((settings.key.map(|key| key.name), settings.retired), (Some("b".into()), vec![]));
    }

    #[test]
    fn the_oldest_of_too_many_retired_keys_go() {
        let mut settings = LtiSettings::default();
        for number in 0..MAX_RETIRED_KEYS + 3 {
            settings.rotate(key(&number.to_string(), Instant::EPOCH), Some(String::new()));
        }
        let names = published(&settings, Instant::EPOCH);
        assert_eq!((names.len(), names[0], names[MAX_RETIRED_KEYS - 1]), (MAX_RETIRED_KEYS, "11", "2"));
    }

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
        let settings = LtiSettings { platforms, ..LtiSettings::default() };
        let found = |issuer, client| settings.launching(issuer, client).map(|platform| platform.id.as_str());
        assert_eq!(found("canvas", Some("2")), Some("b"));
        assert_eq!(found("canvas", None), None);
        assert_eq!(found("moodle", None), Some("c"));
        assert_eq!(found("moodle", Some("2")), None);
        assert_eq!(found("Moodle", None), None);
    }
}
