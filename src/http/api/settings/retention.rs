//! Data that ends: its rules, what they would delete, and holds (docs/behaviour/data.md#retention).

use crate::{
    app::App,
    domain::{
        TestId,
        retention::{Days, Hold, RetentionChange, RetentionKind, RetentionRules},
    },
    http::{
        error::ApiResult,
        extract::{As, FORM_LIMIT, Loaded, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::Timestamp,
    },
    service::{
        actor::{Custodian, SiteOperator},
        operate::retention::{self, DryRun, holds},
        settings::version,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Numbers of days after which data are deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = RetentionRules)]
pub struct RulesBody {
    /// Days by kind (`screenshots`, `answers`, `timeline`, `people`, `mails`); null for never.
    site: BTreeMap<String, Option<u16>>,
    /// Tests with rules of their own.
    tests: Vec<TestRules>,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// Rules of a test, which override those of the site.
#[derive(Serialize, ToSchema)]
#[schema(as = RetentionRulesOfTest)]
pub struct TestRules {
    test_id: String,
    title: String,
    /// Days by kind; null for never. A kind that is missing follows the site.
    rules: BTreeMap<String, Option<u16>>,
}

/// Change of the rules; kinds and tests that it does not name stay.
#[derive(Deserialize, ToSchema)]
#[schema(as = RetentionRulesInput)]
pub struct RulesInput {
    /// Days by kind: 1 to 3,650, or null for never.
    #[serde(default)]
    site: BTreeMap<String, Option<i64>>,
    #[serde(default)]
    tests: Vec<TestRulesInput>,
    /// Version of the rules that were changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

/// All rules of a test that are not those of the site.
#[derive(Deserialize, ToSchema)]
#[schema(as = RetentionRulesOfTestInput)]
pub struct TestRulesInput {
    #[schema(value_type = String)]
    test_id: uuid::Uuid,
    /// Days by kind: 1 to 3,650, or null for never. Empty: the test follows the site.
    rules: BTreeMap<String, Option<i64>>,
}

/// Data that a sweep would delete now.
#[derive(Serialize, ToSchema)]
#[schema(as = RetentionDryRun)]
pub struct DryRunBody {
    items: Vec<DryRunItemBody>,
    /// Time at which the next of the remaining data end, by kind.
    next: BTreeMap<String, Timestamp>,
    /// Number of what holds keep although its time is over.
    held: u64,
    /// Earliest time at which a sweep deletes these data; null if there are none.
    #[schema(required)]
    sweep_at: Option<Timestamp>,
}

/// Data of one kind and one test that go.
#[derive(Serialize, ToSchema)]
#[schema(as = RetentionDryRunItem)]
pub struct DryRunItemBody {
    kind: &'static str,
    /// Null for people, and for mails to accounts.
    #[schema(required)]
    test_id: Option<String>,
    #[schema(required)]
    title: Option<String>,
    /// Attempts, people or mails.
    count: u64,
    /// Number of the attempts that wait for a score and whose answers would be deleted.
    unscored: u64,
}

/// A hold: data that stay although their time is over.
#[derive(Serialize, ToSchema)]
#[schema(as = Hold)]
pub struct HoldBody {
    id: String,
    /// `person`, `invite` or `test`.
    kind: &'static str,
    subject_id: String,
    /// Address of the person or of the invited one, and title of the test.
    label: String,
    reason: String,
    /// Name of the administrator.
    by: String,
    at: Timestamp,
}

/// A hold to be placed.
#[derive(Deserialize, ToSchema)]
pub struct HoldInput {
    /// `person`, `invite` or `test`.
    kind: String,
    /// Id of the person, invite or test; for a person, the email address is accepted too.
    id: String,
    /// 1 to 500 characters.
    reason: String,
}

fn named(days: &Days) -> BTreeMap<String, Option<u16>> {
    days.iter().map(|(kind, days)| (kind.name().to_owned(), *days)).collect()
}

fn body(app: &App, rules: &RetentionRules) -> ApiResult<Json<RulesBody>> {
    let mut titles = retention::titles(app, rules)?;
    let of_test = |(id, days): (&TestId, &Days)| TestRules {
        test_id: id.to_string(),
        title: titles.remove(id).unwrap_or_default(),
        rules: named(days),
    };
    let tests = rules.tests.iter().map(of_test).collect();
    let site = RetentionKind::ALL.map(|kind| (kind, rules.days(kind, None)));
    Ok(Json(RulesBody { site: named(&site.into()), tests, version: version::of(rules)? }))
}

impl From<RulesInput> for RetentionChange {
    fn from(RulesInput { site, tests, .. }: RulesInput) -> Self {
        Self { site, tests: tests.into_iter().map(|of| (TestId(of.test_id), of.rules)).collect() }
    }
}

impl From<DryRun> for DryRunBody {
    fn from(DryRun { items, next, held, sweep_at }: DryRun) -> Self {
        let item = |item: retention::DryRunItem| {
            let (test_id, title) = item.test.map(|(id, title)| (id.to_string(), title)).unzip();
            DryRunItemBody { kind: item.kind.name(), test_id, title, count: item.count, unscored: item.unscored }
        };
        Self {
            items: items.into_iter().map(item).collect(),
            next: next.into_iter().map(|(kind, at)| (kind.name().to_owned(), at.into())).collect(),
            held,
            sweep_at: sweep_at.map(Into::into),
        }
    }
}

impl From<holds::ListedHold> for HoldBody {
    fn from(holds::ListedHold { hold, label, by }: holds::ListedHold) -> Self {
        Self {
            id: hold.id.to_string(),
            kind: hold.subject.kind(),
            subject_id: hold.subject.key(),
            label,
            reason: hold.reason,
            by,
            at: hold.at.into(),
        }
    }
}

/// Get the rules for data that ends.
#[utoipa::path(get, path = "/admin/retention", tag = "settings", responses((status = 200, body = RulesBody)))]
pub async fn rules(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<RulesBody>> {
    body(&app, &retention::rules(&app, &by)?)
}

/// Change the rules for data that ends. Superadmin only.
#[utoipa::path(put, path = "/admin/retention", tag = "settings", request_body = RulesInput,
    responses((status = 200, body = RulesBody), Conflict))]
pub async fn set_rules(
    State(app): State<App>,
    As(by): As<Custodian>,
    unread: UnreadBody,
) -> ApiResult<Json<RulesBody>> {
    let input: RulesInput = unread.json(TEXT_LIMIT).await?;
    let version = input.version;
    body(&app, &retention::set_rules(&app, &by, input.into(), version).await?)
}

/// Count what the rules would delete now; with rules in the body, what they would with these changes.
#[utoipa::path(post, path = "/admin/retention/dry-run", tag = "settings", request_body = RulesInput,
    responses((status = 200, body = DryRunBody)))]
pub async fn dry_run(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    unread: UnreadBody,
) -> ApiResult<Json<DryRunBody>> {
    let input: RulesInput = unread.json(TEXT_LIMIT).await?;
    Ok(Json(retention::dry_run(&app, &by, input.into()).await?.into()))
}

/// List holds, newest first.
#[utoipa::path(get, path = "/admin/holds", tag = "settings", responses((status = 200, body = Vec<HoldBody>)))]
pub async fn holds(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<Vec<HoldBody>>> {
    Ok(Json(holds::list(&app, &by)?.into_iter().map(Into::into).collect()))
}

/// Place a hold on a person, an invite or a test: the sweep deletes nothing of it.
#[utoipa::path(post, path = "/admin/holds", tag = "settings", request_body = HoldInput,
    responses((status = 201, body = HoldBody), Conflict))]
pub async fn hold(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    unread: UnreadBody,
) -> ApiResult<(StatusCode, Json<HoldBody>)> {
    let HoldInput { kind, id, reason } = unread.json(FORM_LIMIT).await?;
    let subject = holds::subject(&app, &by, &kind, &id)?;
    let held = holds::place(&app, &by, subject, &reason).await?;
    Ok((StatusCode::CREATED, Json(held.into())))
}

/// Lift a hold.
#[utoipa::path(delete, path = "/admin/holds/{id}", tag = "settings", params(("id" = String, Path)),
    responses((status = 204)))]
pub async fn lift(State(app): State<App>, Loaded(by, hold): Loaded<SiteOperator, Hold>) -> ApiResult<StatusCode> {
    holds::lift(&app, &by, hold.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
