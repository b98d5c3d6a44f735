//! Golden bytes of learning platforms.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    grants::Scope,
    lti::{LtiKey, LtiLaunch, LtiPlatform, LtiSettings, RetiredLtiKey, SentGrade},
};

pub(super) fn samples() -> Vec<Sample> {
    let platform = LtiPlatform {
        id: "moodle".into(),
        name: "Moodle of the university".into(),
        issuer: "https://moodle.example.org".into(),
        client_id: "q5Zy".into(),
        deployments: vec!["1".into(), "2".into()],
        auth_url: "https://moodle.example.org/mod/lti/auth.php".into(),
        token_url: "https://moodle.example.org/mod/lti/token.php".into(),
        keys_url: "https://moodle.example.org/mod/lti/certs.php".into(),
        scope: Scope::Tests([id(3)].into()),
        webhook_id: id(31),
    };
    let key = LtiKey { name: "one".into(), sealed: vec![1, 2, 3], made_at: AT };
    let public = r#"{"kty":"RSA","kid":"zero","n":"AQAB","e":"AQAB"}"#.into();
    let retired = RetiredLtiKey { name: "zero".into(), public, made_at: AT, retired_at: AT };
    let launch = LtiLaunch {
        invite_id: id(5),
        key: [3; 32],
        platform: "moodle".into(),
        subject: "17".into(),
        activity: "4".into(),
        line_item: Some("https://moodle.example.org/mod/lti/services.php/2/lineitems/5/lineitem?type_id=1".into()),
        launched_at: AT,
        sent: Some(SentGrade { earned: 7.5, points: 10, at: AT }),
    };
    let ungraded = LtiLaunch { invite_id: id(6), key: [4; 32], line_item: None, sent: None, ..launch.clone() };
    vec![
        sample("LTI platforms", &LtiSettings { key: Some(key), platforms: vec![platform], retired: vec![retired] }),
        sample("LTI launches", &launch),
        sample("LTI launches without a grade", &ungraded),
    ]
}
