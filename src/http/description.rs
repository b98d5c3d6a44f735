//! Common parts of all operations in the OpenAPI document, added here instead of at each handler.

use super::error::Envelope;
use utoipa::{
    ToSchema,
    openapi::{
        Content, OpenApi, Paths, Ref, RefOr, Response, ResponseBuilder,
        path::{Operation, Parameter, ParameterIn},
        security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
    },
};

/// Prefixes all paths with `/api` and adds the responses and security that extractors and middleware contribute.
pub fn finish(document: &mut OpenApi) {
    let paths = std::mem::replace(&mut document.paths, Paths::new()).paths;
    document.paths.paths = paths.into_iter().map(|(path, item)| (format!("/api{path}"), item)).collect();
    for (path, item) in &mut document.paths.paths {
        let calls = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for call in calls.into_iter().flatten() {
            name(call);
            add_refusals(call);
            // Every call that can return 401 takes a bearer token, except the sign-in itself.
            if call.responses.responses.contains_key("401") && path != "/api/auth/login" {
                call.security = Some(vec![SecurityRequirement::new("bearer", [""; 0])]);
            }
        }
    }
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    document.components.get_or_insert_with(Default::default).add_security_scheme("bearer", scheme);
}

/// Prefixes the operation id with the tag: handler names are unique only within one.
fn name(call: &mut Operation) {
    let tag = call.tags.iter().flatten().next().cloned().unwrap_or_default();
    call.operation_id = call.operation_id.take().map(|id| format!("{tag}_{id}"));
}

/// Adds the error statuses of reading a body, a query or an attempt key; and 503, which any call can return.
fn add_refusals(call: &mut Operation) {
    let takes_json = match &call.request_body {
        Some(RefOr::T(body)) => Some(body.content.contains_key("application/json")),
        _ => None,
    };
    let in_path = |p: &RefOr<Parameter>| matches!(p, RefOr::T(p) if p.parameter_in == ParameterIn::Path);
    let reads_more = call.parameters.iter().flatten().any(|parameter| !in_path(parameter));
    let refusals = match takes_json {
        Some(true) => &["400", "413", "415", "422", "429"][..],
        Some(false) => &["413", "429"],
        None if reads_more => &["422"],
        None => &[],
    };
    for status in refusals.iter().chain(&["503"]) {
        call.responses.responses.entry((*status).to_owned()).or_insert_with(refusal);
    }
}

fn refusal() -> RefOr<Response> {
    let schema = Ref::from_schema_name(Envelope::name());
    RefOr::T(ResponseBuilder::new().content("application/json", Content::new(Some(schema))).build())
}
