//! The claims of a platform's signed message (LTI 1.3 Core section 5.3, Assignment and Grade Services 2.0, Deep Linking 2.0).

use super::refused;
use crate::{
    directory::{Claims, Url, is_usable_url},
    domain::{Result, TestId, language::Language, lti::LtiPlatform, user},
    secrets::token,
};
use serde_json::{Map, Value};

const LTI: &str = "https://purl.imsglobal.org/spec/lti/claim/";
const SETTINGS: &str = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings";
const GRADES: &str = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint";
/// The scope of the tokens that grades are sent with.
pub(super) const SCORE_SCOPE: &str = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
/// Bytes of a name or an address of the platform.
const MAX_CLAIM: usize = 2_000;
/// Characters of a learner's name.
const MAX_NAME: usize = 200;
/// Roles that are read.
const MAX_ROLES: usize = 100;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Someone opens an activity.
    Launch,
    /// A teacher chooses what an activity is to be.
    Choice,
}

/// The part that someone has in the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Learner,
    Teacher,
}

pub(super) struct Message<'c>(pub &'c Claims);

/// Where a choice goes back to.
pub(super) struct ChoiceRequest {
    pub return_url: String,
    pub data: Option<Value>,
}

impl<'c> Message<'c> {
    /// # Errors
    /// 401 for another version, an unknown deployment, or an unknown kind of message.
    pub fn kind(&self, platform: &LtiPlatform) -> Result<Kind> {
        if self.text("version")? != "1.3.0" {
            return Err(refused("it is not of LTI 1.3"));
        }
        let deployment = self.deployment()?;
        if !platform.deployments.iter().any(|known| known == deployment) {
            return Err(refused("its deployment id is not known here"));
        }
        match self.text("message_type")? {
            "LtiResourceLinkRequest" => Ok(Kind::Launch),
            "LtiDeepLinkingRequest" => Ok(Kind::Choice),
            _ => Err(refused("its type is not known here")),
        }
    }

    fn value(&self, name: &str) -> Option<&'c Value> {
        self.0.0.get(&format!("{LTI}{name}"))
    }

    fn text(&self, name: &str) -> Result<&'c str> {
        let text = self.value(name).and_then(Value::as_str).filter(|text| !text.is_empty() && text.len() <= MAX_CLAIM);
        text.ok_or_else(|| refused(&format!("it has no {name}")))
    }

    /// # Errors
    /// 401 without one.
    pub fn deployment(&self) -> Result<&'c str> {
        self.text("deployment_id")
    }

    /// The platform's name of the person.
    ///
    /// # Errors
    /// 401 for an anonymous launch: there would be no one to invite.
    pub fn subject(&self) -> Result<&'c str> {
        self.0.subject().filter(|subject| subject.len() <= MAX_CLAIM).ok_or_else(|| refused("it names no person"))
    }

    /// # Errors
    /// 401 without one.
    pub fn activity(&self) -> Result<&'c str> {
        let id = self.value("resource_link").and_then(|link| link.get("id")).and_then(Value::as_str);
        id.filter(|id| !id.is_empty() && id.len() <= MAX_CLAIM).ok_or_else(|| refused("it names no activity"))
    }

    /// # Errors
    /// 401 for someone who is neither a learner nor a teacher of the course.
    pub fn part(&self) -> Result<Part> {
        let roles = self.value("roles").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        // Of the course, by full name or by the short one of the specification.
        let in_course = |names: &[&str]| {
            roles.iter().take(MAX_ROLES).filter_map(Value::as_str).any(|role| {
                let short = role.strip_prefix("http://purl.imsglobal.org/vocab/lis/v2/membership#").unwrap_or(role);
                names.contains(&short)
            })
        };
        if in_course(&["Instructor", "ContentDeveloper", "Administrator"]) {
            Ok(Part::Teacher)
        } else if in_course(&["Learner"]) {
            Ok(Part::Learner)
        } else {
            Err(refused("it names no role in the course that can open a test"))
        }
    }

    /// The test that an activity is for: a parameter of it, or part of its address. `None` where neither names one.
    ///
    /// # Errors
    /// 401 where they name different ones, or something else.
    pub fn test(&self) -> Result<Option<TestId>> {
        let parameter = self.value("custom").and_then(|custom| custom.get("test")).and_then(Value::as_str);
        let of_address = self.target().and_then(test_of);
        let read = |id: &str| id.trim().parse().map_err(|_| refused("it does not name a test"));
        let (by_parameter, by_address) =
            (parameter.map(read).transpose()?, of_address.as_deref().map(read).transpose()?);
        match (by_parameter, by_address) {
            (Some(one), Some(other)) if one != other => Err(refused("it names two tests")),
            (one, other) => Ok(one.or(other)),
        }
    }

    /// The address that the activity has.
    pub fn target(&self) -> Option<&'c str> {
        self.value("target_link_uri").and_then(Value::as_str)
    }

    /// Where the grade of the activity goes; `None` for one without.
    pub fn line_item(&self) -> Option<String> {
        let endpoint = self.0.0.get(GRADES)?;
        let may_score = endpoint.get("scope")?.as_array()?.iter().any(|scope| scope == SCORE_SCOPE);
        let url = endpoint.get("lineitem")?.as_str().filter(|url| url.len() <= MAX_CLAIM && is_usable_url(url))?;
        may_score.then(|| url.to_owned())
    }

    /// # Errors
    /// 401 where there is no usable address for the choice, or no test can be chosen.
    pub fn choice(&self) -> Result<ChoiceRequest> {
        let settings = self.0.0.get(SETTINGS).and_then(Value::as_object).cloned().unwrap_or_default();
        let accepts = |settings: &Map<String, Value>| {
            let types = settings.get("accept_types").and_then(Value::as_array);
            types.is_some_and(|types| types.iter().any(|kind| kind == "ltiResourceLink"))
        };
        if !accepts(&settings) {
            return Err(refused("no activity can be chosen for it"));
        }
        let url = settings.get("deep_link_return_url").and_then(Value::as_str);
        let url = url.filter(|url| url.len() <= MAX_CLAIM && is_usable_url(url));
        Ok(ChoiceRequest {
            return_url: url.ok_or_else(|| refused("it has no address for the choice"))?.to_owned(),
            data: settings.get("data").cloned(),
        })
    }

    /// Where the platform's page of this launch is, for its frame.
    pub fn page(&self) -> Option<&'c str> {
        self.value("launch_presentation")?.get("return_url")?.as_str()
    }

    /// The language of the platform's page.
    pub fn locale(&self) -> Option<Language> {
        Language::of_tag(self.value("launch_presentation")?.get("locale")?.as_str()?)
    }

    /// Name and address of the person. A platform may keep either to itself: what is made up then is the same each time.
    ///
    /// # Errors
    /// 401 without a person.
    pub fn person(&self, platform: &LtiPlatform) -> Result<(String, String)> {
        let subject = self.subject()?;
        let hash =
            crate::domain::hex::encode(&token::hash(&serde_json::json!([platform.identity(), subject]).to_string()));
        let hash = &hash[..16];
        let joined = || {
            let parts = [self.0.text("given_name"), self.0.text("family_name")];
            let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
            Some(name).filter(|name| !name.is_empty())
        };
        let name = self.0.text("name").map(str::to_owned).or_else(joined);
        let name: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let name = if name.trim().is_empty() { format!("Learner {}", &hash[..8]) } else { name };
        let email = self.0.text("email").map(user::normalise_email);
        let email = email.filter(|email| user::is_email(email));
        // A name that no mail server can have (RFC 2606).
        Ok((name, email.unwrap_or_else(|| format!("{hash}@{}.invalid", platform.id))))
    }
}

/// The test that an address of an activity names.
pub(super) fn test_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    url.query_pairs().find(|(name, _)| name == "test").map(|(_, value)| value.into_owned())
}
