//! Common parts of all operations in the OpenAPI document, added here instead of at each handler.

use super::{
    api::operate::sentence::SentenceValueBody,
    error::{CloseReasonSchema, ErrorBody, status},
    refusals::{Argument, Reach, response},
};
use crate::domain::{ErrorKind, permission::Access};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use utoipa::openapi::{
    AllOf, Array, Object, OneOf, OpenApi, PathItem, Paths, RefOr, Schema, Type,
    path::Operation,
    schema::SchemaType,
    security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
};
use utoipa_axum::router::UtoipaMethodRouter;

/// The parts of the API description that belong to no call.
#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(ErrorBody, CloseReasonSchema, SentenceValueBody)),
    info(
        title = "Invigil",
        description = "Secure pre-interview assessments with live monitoring. Timestamps are RFC 3339 in UTC. Every reply \
        with status 400 or above has the error envelope `ApiError`.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    )
)]
pub struct ApiDescription;

/// A handler, for what the types of its arguments say about its operation.
pub trait Handler<Arguments> {
    /// Who may make the call.
    const ACCESS: Option<Access>;
    /// The reach of a permission for some tests.
    const REACH: Option<Reach>;

    /// Refusals of all arguments.
    fn refusals() -> Vec<ErrorKind>;
}

macro_rules! handler {
    ($($argument:ident)+) => {
        impl<F, R, $($argument: Argument),+> Handler<(R, $($argument,)+)> for F
        where
            F: Fn($($argument),+) -> R,
        {
            const ACCESS: Option<Access> = only(&[$($argument::ACCESS),+]);
            const REACH: Option<Reach> = first(&[$($argument::REACH),+]);

            fn refusals() -> Vec<ErrorKind> {
                [$($argument::kinds()),+].concat()
            }
        }
    };
}

handler!(A);
handler!(A B);
handler!(A B C);
handler!(A B C D);
handler!(A B C D E);
handler!(A B C D E G);
handler!(A B C D E G I);

/// The access that arguments name; `None` without one, or with two that differ. An invite link and the attempt key are both
/// the candidate's.
const fn only(named: &[Option<Access>]) -> Option<Access> {
    let mut found = None;
    let mut rest = named;
    while let [first, others @ ..] = rest {
        rest = others;
        found = match (found, *first) {
            (access, None) | (None, access) => access,
            (Some(Access::Link), Some(Access::Link)) => Some(Access::Link),
            (Some(_), Some(_)) => return None,
        };
    }
    found
}

const fn first(named: &[Option<Reach>]) -> Option<Reach> {
    let mut rest = named;
    while let [first, others @ ..] = rest {
        if first.is_some() {
            return *first;
        }
        rest = others;
    }
    None
}

/// Completes the description of one handler's route. A handler that does not say who may call it does not build.
pub fn described<S, H: Handler<A>, A>(route: UtoipaMethodRouter<S>, _: &H) -> UtoipaMethodRouter<S> {
    const { assert!(H::ACCESS.is_some(), "a handler names once who may call it: `As<..>`, `AsAccount`, `Anyone`, ...") };
    let (schemas, mut paths, router) = route;
    let refusals = H::refusals();
    for operation in paths.paths.values_mut().flat_map(operations) {
        name(operation);
        add_refusals(operation, &refusals);
        let access = H::ACCESS.map_or("", Access::name);
        let extensions = operation.extensions.get_or_insert_default();
        extensions.insert("x-capability".into(), access.into());
        if let (Some(Access::Staff(_)), Some(reach)) = (H::ACCESS, H::REACH) {
            extensions.insert("x-reach".into(), reach.name().into());
        }
        if refusals.contains(&ErrorKind::Unauthorized) {
            operation.security = Some(vec![SecurityRequirement::new("bearer", [""; 0])]);
        }
    }
    (schemas, paths, router)
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete].into_iter().flatten()
}

/// Prefixes the operation id with the tag: handler names are unique only within one.
fn name(operation: &mut Operation) {
    let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
    operation.operation_id = operation.operation_id.take().map(|id| format!("{tag}_{id}"));
}

/// Adds the errors of the arguments, those of reading a body, and 503, which any call can return.
fn add_refusals(operation: &mut Operation, of_arguments: &[ErrorKind]) {
    let of_body = match &operation.request_body {
        Some(RefOr::T(body)) if body.content.contains_key("application/json") => &[
            ErrorKind::Malformed,
            ErrorKind::TooLarge,
            ErrorKind::UnsupportedMedia,
            ErrorKind::Invalid,
            ErrorKind::TooMany,
        ][..],
        Some(RefOr::T(body)) if body.content.contains_key("application/x-www-form-urlencoded") => {
            &[ErrorKind::Malformed, ErrorKind::TooLarge, ErrorKind::UnsupportedMedia, ErrorKind::TooMany]
        }
        Some(_) => &[ErrorKind::TooLarge, ErrorKind::TooMany],
        None => &[],
    };
    for kind in of_arguments.iter().chain(of_body).chain(&[ErrorKind::Unavailable]) {
        operation.responses.responses.entry(status(*kind).as_str().to_owned()).or_insert_with(response);
    }
}

/// Names of the schemas that a part of the description refers to.
fn references(part: &impl Serialize) -> Vec<String> {
    let mut found = Vec::new();
    collect_references(&serde_json::to_value(part).unwrap_or_default(), &mut found);
    found
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str().and_then(|text| text.strip_prefix("#/components/schemas/")) {
                    Some(schema) if name == "$ref" => found.push(schema.to_owned()),
                    _ => collect_references(field, found),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                collect_references(item, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Names of the schemas of bodies that callers send, with all that they refer to.
fn of_callers(document: &OpenApi) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(components) = &document.components else { return found };
    let items = document.paths.paths.values();
    let operations = items.flat_map(|item| [&item.get, &item.put, &item.post, &item.delete]).flatten();
    let bodies = operations.filter_map(|operation| operation.request_body.as_ref());
    let mut left: Vec<String> = bodies.flat_map(references).collect();
    while let Some(name) = left.pop() {
        if let Some(schema) = components.schemas.get(&name)
            && found.insert(name)
        {
            left.extend(references(schema));
        }
    }
    found
}

/// Requires what can be null in replies: such a field is sent as `null`. One that is left out is never null, and says so with
/// `nullable = false` (a structure test checks it). What callers send they may leave out.
fn require_nullable(document: &mut OpenApi) {
    let of_callers = of_callers(document);
    let Some(components) = &mut document.components else { return };
    for (name, schema) in &mut components.schemas {
        if let RefOr::T(schema) = schema
            && !of_callers.contains(name)
        {
            require_in(schema);
        }
    }
}

fn require_in(schema: &mut Schema) {
    match schema {
        Schema::Object(Object { properties, required, .. }) => {
            for (name, field) in &*properties {
                if is_nullable(field) && !required.contains(name) {
                    required.push(name.clone());
                }
            }
        }
        Schema::OneOf(OneOf { items, .. }) | Schema::AllOf(AllOf { items, .. }) => {
            for item in items {
                if let RefOr::T(schema) = item {
                    require_in(schema);
                }
            }
        }
        _ => {}
    }
}

fn is_nullable(field: &RefOr<Schema>) -> bool {
    let RefOr::T(schema) = field else { return false };
    match schema {
        Schema::Object(Object { schema_type, .. }) | Schema::Array(Array { schema_type, .. }) => match schema_type {
            SchemaType::Type(one) => *one == Type::Null,
            SchemaType::Array(several) => several.contains(&Type::Null),
            SchemaType::AnyValue => false,
        },
        Schema::OneOf(OneOf { items, .. }) => items.iter().any(is_nullable),
        _ => false,
    }
}

/// Prefixes all paths with `/api`, requires what replies always have, and adds the security scheme.
pub fn finish(document: &mut OpenApi) {
    require_nullable(document);
    let paths = std::mem::replace(&mut document.paths, Paths::new()).paths;
    document.paths.paths = paths.into_iter().map(|(path, item)| (format!("/api{path}"), item)).collect();
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    document.components.get_or_insert_with(Default::default).add_security_scheme("bearer", scheme);
}
