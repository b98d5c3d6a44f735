//! Learning platforms: launches, the choice of a test, and grades (docs/lti.md).

use super::webhooks::{send, server};
use crate::support::{
    app::{PUBLIC_URL, TestApp},
    call::Reply,
    journey::{key, list, small_test, text},
    lti_platform::{LtiPlatform, claim, launching, post_launch},
};
use invigil::domain::time::{DAY, HOUR};
use serde_json::{Value, json};

pub(super) struct World {
    pub t: TestApp,
    pub platform: LtiPlatform,
    pub ada: String,
    pub test: Value,
}

impl World {
    pub async fn new() -> Self {
        let t = server();
        let ada = t.admin().await;
        let test = t.create_test(&ada, small_test("Rust")).await;
        let platform = LtiPlatform::start(&t.app).await;
        let w = Self { t, platform, ada, test };
        w.set(w.platform.form()).await.ok();
        w.platform.read_keys(&w.t).await;
        w
    }

    pub async fn set(&self, form: Value) -> Reply {
        self.t.put("/api/admin/lti-platforms/moodle").bearer(&self.ada).json(form).send().await
    }

    pub fn id(&self) -> &str {
        text(&self.test["id"])
    }

    pub fn target(&self) -> String {
        format!("{PUBLIC_URL}/api/lti/launch?test={}", self.id())
    }

    /// A whole launch, whose claims are changed by `change`.
    pub async fn launch(&self, subject: &str, change: impl FnOnce(&mut Value)) -> Reply {
        let (cookie, asked) = self.platform.begin(&self.t, &self.target()).await;
        let mut claims = self.platform.learner(&asked["nonce"], subject, self.id(), &self.target());
        change(&mut claims);
        post_launch(&self.t, &cookie, &asked["state"], &self.platform.sign(&claims)).await
    }

    pub async fn invites(&self) -> Value {
        self.t.get("/api/invites").bearer(&self.ada).send().await.ok()
    }

    /// The token of the link that a launch leads to.
    pub async fn learner(&self, subject: &str) -> Value {
        let reply = self.launch(subject, |_| {}).await;
        assert_eq!(reply.status, 303, "{}", reply.text);
        json!(reply.header("location").strip_prefix(&format!("{PUBLIC_URL}/take-test/")).unwrap())
    }
}

pub(super) fn teacher(claims: &mut Value) {
    claims[claim("roles")] = json!([
        "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor",
        "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor",
    ]);
}

#[tokio::test]
async fn a_launch_is_one_invite_whose_score_becomes_the_grade_also_after_a_repair() {
    let w = World::new().await;
    let link = w.learner("ann").await;
    assert_eq!(w.learner("ann").await, link, "the same activity is the same invite");
    let invites = w.invites().await;
    let invite = &list(&invites)[0];
    assert_eq!((list(&invites).len(), &invite["applicant_name"]), (1, &json!("Learner ann")));
    assert_eq!(invite["applicant_email"], "ann@uni.example.org");
    assert!(w.t.mailer.sent().is_empty(), "a learner who is here needs no mail");
    w.t.start(&link, &key(1)).await.ok();
    w.t.submit(&link, &key(1), &[("q1", "A")]).await.ok();
    send(&w.t).await;
    let scores = w.platform.scores();
    assert_eq!(scores.len(), 1);
    assert_eq!((scores[0].path.as_str(), scores[0].answered), ("/items/5/scores?type_id=1", 200));
    let sent = &scores[0].body;
    assert_eq!((&sent["userId"], &sent["scoreGiven"], &sent["scoreMaximum"]), (&json!("ann"), &json!(0.0), &json!(1)));
    assert_eq!((&sent["activityProgress"], &sent["gradingProgress"]), (&json!("Completed"), &json!("FullyGraded")));
    // Launched again, and sent again: the platform knows it.
    w.learner("ann").await;
    send(&w.t).await;
    assert!(w.platform.scores().is_empty());
    w.t.clock.advance(HOUR);
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "unclear"});
    let ada = w.t.sign_in("ada@example.org").await;
    w.t.post(format!("/api/tests/{}/repairs", w.id())).bearer(&ada).json(repair).send().await.expect(201);
    invigil::service::scoring::repairs::job::pass(&w.t.app).await.unwrap();
    send(&w.t).await;
    let scores = w.platform.scores();
    assert_eq!(scores.len(), 1);
    assert_eq!(scores[0].body["scoreGiven"], json!(1.0));
    assert!(text(&scores[0].body["timestamp"]) > text(&sent["timestamp"]));
    assert_eq!(w.platform.tokens(), 2, "a token is used until its end");
    w.t.assert_sound();
}

#[tokio::test]
async fn a_grade_waits_for_a_platform_that_is_away_or_has_no_line_item_yet() {
    let w = World::new().await;
    let link = w.learner("bea").await;
    w.t.start(&link, &key(1)).await.ok();
    w.t.submit(&link, &key(1), &[("q1", "B")]).await.ok();
    w.platform.answer_scores(503);
    send(&w.t).await;
    assert_eq!(w.platform.scores().len(), 1);
    w.platform.answer_scores(200);
    w.t.clock.advance(HOUR);
    send(&w.t).await;
    let scores = w.platform.scores();
    assert_eq!((scores.len(), &scores[0].body["scoreGiven"]), (1, &json!(1.0)));
    // An activity that got its grade only after the test.
    let ungraded = |claims: &mut Value| {
        claims.as_object_mut().unwrap().remove("https://purl.imsglobal.org/spec/lti-ags/claim/endpoint");
    };
    let reply = w.launch("cid", ungraded).await;
    let link = json!(reply.header("location").rsplit('/').next().unwrap());
    w.t.start(&link, &key(2)).await.ok();
    w.t.submit(&link, &key(2), &[("q1", "B")]).await.ok();
    send(&w.t).await;
    assert!(w.platform.scores().is_empty());
    w.learner("cid").await;
    send(&w.t).await;
    assert_eq!(w.platform.scores().len(), 1);
    // Its delivery may have been given up since: a later launch sends it again.
    w.learner("cid").await;
    send(&w.t).await;
    assert!(w.platform.scores().is_empty(), "not twice in an hour");
    w.t.clock.advance(HOUR);
    w.learner("cid").await;
    send(&w.t).await;
    assert_eq!(w.platform.scores().len(), 1);
    w.t.assert_sound();
}

#[tokio::test]
async fn a_grade_that_was_kept_back_is_sent_once_names_are_shown() {
    let w = World::new().await;
    let path = |call: &str| format!("/api/tests/{}/{call}", w.id());
    w.t.put(path("anonymous")).bearer(&w.ada).json(json!({"anonymous": true})).send().await.ok();
    let link = w.learner("ann").await;
    w.t.start(&link, &key(1)).await.ok();
    w.t.submit(&link, &key(1), &[("q1", "B")]).await.ok();
    w.learner("ann").await;
    send(&w.t).await;
    assert!(w.platform.scores().is_empty());
    let reason = json!({"reason": "all are scored"});
    w.t.post(path("reveal-names")).bearer(&w.ada).json(reason.clone()).send().await.ok();
    w.t.post(path("reveal-names")).bearer(&w.ada).json(reason).send().await.ok();
    send(&w.t).await;
    assert_eq!(w.platform.scores().len(), 1);
    w.t.assert_sound();
}

#[tokio::test]
async fn an_invite_that_expired_unused_is_made_again_and_one_that_was_withdrawn_is_not() {
    let w = World::new().await;
    let first = w.learner("dan").await;
    w.t.clock.advance(DAY * 60);
    let ada = w.t.sign_in("ada@example.org").await;
    let second = w.learner("dan").await;
    assert_ne!(first, second);
    let invites = w.t.get("/api/invites").bearer(&ada).send().await.ok();
    let id = list(&invites).iter().find(|row| row["status"] != "expired").unwrap()["id"].clone();
    w.t.post(format!("/api/invites/{}/revoke", text(&id))).bearer(&ada).send().await.ok();
    assert_eq!(w.learner("dan").await, second, "an administrator's decision stands");
    w.t.assert_sound();
}

#[tokio::test]
async fn a_learner_without_name_and_address_is_the_same_person_each_time() {
    let w = World::new().await;
    let nameless = |claims: &mut Value| {
        for name in ["name", "email"] {
            claims.as_object_mut().unwrap().remove(name);
        }
    };
    let first = w.launch("e-1", nameless).await;
    assert_eq!(first.header("location"), w.launch("e-1", nameless).await.header("location"));
    assert_ne!(first.header("location"), w.launch("e-2", nameless).await.header("location"));
    let invites = w.invites().await;
    assert_eq!(list(&invites).len(), 2);
    assert!(text(&list(&invites)[0]["applicant_email"]).ends_with("@moodle.invalid"));
    assert!(text(&list(&invites)[0]["applicant_name"]).starts_with("Learner "));
}

#[tokio::test]
async fn a_frame_and_a_teacher_are_shown_a_page() {
    let w = World::new().await;
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    let claims = w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target());
    let call = launching(&w.t, &cookie, &asked["state"], &w.platform.sign(&claims));
    let framed = call.header("sec-fetch-dest", "iframe").header("accept", "text/html").send().await;
    assert_eq!(framed.status, 200);
    assert!(framed.text.contains("/take-test/") && framed.text.contains("target=\"_blank\""), "{}", framed.text);
    let policy = framed.header("content-security-policy").to_owned();
    assert!(policy.ends_with(&format!("frame-ancestors {}", w.platform.issuer())), "{policy}");
    let page = w.launch("tea", teacher).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains(&format!("{PUBLIC_URL}/admin/tests/{}/results", w.id())), "{}", page.text);
    assert_eq!(list(&w.invites().await).len(), 1, "a teacher is not invited");
}

/// A teacher's launch that asks for a choice.
pub(super) fn choosing(platform: &LtiPlatform) -> impl Fn(&mut Value) + Copy {
    move |claims: &mut Value| {
        teacher(claims);
        claims[claim("message_type")] = json!("LtiDeepLinkingRequest");
        claims["https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"] = json!({
            "deep_link_return_url": format!("{}/chosen?a=1&b=2", platform.issuer()),
            "accept_types": ["link", "ltiResourceLink"], "accept_presentation_document_targets": ["iframe"],
            "data": "opaque",
        });
    }
}

/// The signed choices of a page.
pub(super) fn choices(page: &Reply) -> Vec<&str> {
    page.text.split("name=\"JWT\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[tokio::test]
async fn a_teacher_chooses_one_of_the_tests_that_the_platform_may_use() {
    let w = World::new().await;
    let other = w.t.create_test(&w.ada, small_test("<b>Go</b>")).await;
    let choosing = choosing(&w.platform);
    let page = w.launch("tea", choosing).await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("&lt;b&gt;Go") && !page.text.contains("<b>Go"));
    assert!(page.text.contains(&format!("action=\"{}/chosen?a=1&amp;b=2\"", w.platform.issuer())), "{}", page.text);
    let tokens = choices(&page);
    assert_eq!(tokens.len(), 2);
    let chosen = w.platform.verified(tokens[0], &w.platform.issuer()).unwrap();
    assert_eq!(chosen[claim("message_type")], "LtiDeepLinkingResponse");
    assert_eq!((&chosen[claim("deployment_id")], &chosen[claim("version")]), (&json!("1"), &json!("1.3.0")));
    assert_eq!(chosen["https://purl.imsglobal.org/spec/lti-dl/claim/data"], "opaque");
    let item = &chosen["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"][0];
    assert_eq!((&item["type"], &item["title"]), (&json!("ltiResourceLink"), &json!("<b>Go</b>")));
    assert_eq!(item["custom"]["test"], other["id"]);
    assert_eq!(item["url"], format!("{PUBLIC_URL}/api/lti/launch?test={}", text(&other["id"])));
    w.set(json!({"tests": [w.id()]})).await.ok();
    let page = w.launch("tea", choosing).await;
    assert_eq!(page.text.matches("name=\"JWT\"").count(), 1);
}

#[tokio::test]
async fn a_platform_is_set_up_changed_and_removed() {
    let w = World::new().await;
    let path = "/api/admin/lti-platforms/moodle";
    let shown = w.t.get("/api/admin/lti-platforms").bearer(&w.ada).send().await.ok();
    assert_eq!(shown["launchUrl"], format!("{PUBLIC_URL}/api/lti/launch"));
    let version = shown["platforms"][0]["version"].clone();
    w.set(json!({"name": "LMS", "version": version})).await.ok();
    w.set(json!({"name": "Other", "version": version})).await.refused(409, "changed_meanwhile");
    w.set(json!({"name": "Mine", "version": 0})).await.invalid("id");
    for (field, value) in [
        ("name", json!(" ")),
        ("authUrl", json!("http://lms.example.org/")),
        ("tokenUrl", json!("https://169.254.169.254/")),
        ("keysUrl", json!("ftp://lms.example.org/")),
        ("deployments", json!([" "])),
        ("tests", json!(["0192b4a0-0000-7000-8000-000000000001"])),
    ] {
        w.set(json!({field: value})).await.invalid(field);
    }
    let twin = w.t.put("/api/admin/lti-platforms/twin").bearer(&w.ada).json(w.platform.form()).send().await;
    twin.invalid("clientId");
    let hooks = w.t.get("/api/webhooks").bearer(&w.ada).send().await.ok();
    assert_eq!(list(&hooks)[0]["name"], "Grades: Moodle");
    let link = w.learner("ann").await;
    w.t.delete(path).bearer(&w.ada).send().await.expect(204);
    w.t.delete(path).bearer(&w.ada).send().await.refused(404, "not_found");
    assert_eq!(list(&w.t.get("/api/webhooks").bearer(&w.ada).send().await.ok()).len(), 0);
    assert_eq!(list(&w.invites().await).len(), 1, "what it has made stays");
    let same = json!({"version": 0});
    let form = w.platform.form().as_object().unwrap().clone().into_iter().chain(same.as_object().unwrap().clone());
    w.set(Value::Object(form.collect())).await.ok();
    assert_eq!(w.learner("ann").await, link, "the same platform again");
    w.t.assert_sound();
}
