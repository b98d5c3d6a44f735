//! Short pages of a launch. They need no script, so that a platform's frame can show them whatever it blocks.

use crate::{secrets::token, service::invite::lti::Offer};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use html_escape::{encode_double_quoted_attribute as attribute, encode_text as text};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#1c1f26;background:#fff;max-width:42rem;margin:2rem auto;\
    padding:0 1rem}h1{font-size:1.25rem}a,button{font:inherit;display:inline-block;padding:.5rem 1rem;border:1px solid #1d4ed8;\
    border-radius:.375rem;background:#1d4ed8;color:#fff;text-decoration:none;cursor:pointer}ul{list-style:none;padding:0}\
    li{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.5rem 0;border-top:1px solid #d4d7dd}\
    small{color:#4b5260;display:block}:focus-visible{outline:3px solid #1c1f26;outline-offset:2px}";

/// Title and content of a page.
pub struct Page {
    title: String,
    content: String,
}

pub fn refusal(why: &str) -> Page {
    Page { title: "This test cannot be opened".into(), content: format!("<p>{}</p>", text(why)) }
}

pub fn learner(title: &str, link: &str) -> Page {
    let link = attribute(link);
    Page {
        title: title.to_owned(),
        content: format!(
            "<p>The test opens in a window of its own. Leave this page open: your course stays here.</p>\
             <p><a href=\"{link}\" target=\"_blank\" rel=\"noopener noreferrer\">Open the test</a></p>"
        ),
    }
}

pub fn teacher(title: &str, link: &str) -> Page {
    let link = attribute(link);
    Page {
        title: title.to_owned(),
        content: format!(
            "<p>Learners who open this activity take this test. Each has one attempt for this activity, and the score \
             becomes the grade as soon as it is final.</p>\
             <p><a href=\"{link}\" target=\"_blank\" rel=\"noopener noreferrer\">Show the results</a></p>"
        ),
    }
}

pub fn choice(offer: &Offer) -> Page {
    let action = attribute(&offer.return_url);
    let row = |test: &crate::service::invite::lti::Offered| {
        format!(
            "<li><span>{title}<small>{minutes} minutes</small></span><form method=\"post\" action=\"{action}\">\
             <input type=\"hidden\" name=\"JWT\" value=\"{jwt}\"><button aria-label=\"Choose {label}\">Choose</button></form></li>",
            title = text(&test.title),
            minutes = test.minutes,
            jwt = attribute(&test.response),
            label = attribute(&test.title),
        )
    };
    let rows: String = offer.tests.iter().map(row).collect();
    let more = if offer.has_more { "<p>Older tests are not listed.</p>" } else { "" };
    Page { title: "Choose the test of this activity".into(), content: format!("<ul>{rows}</ul>{more}") }
}

/// `frames` are the origins of pages that may show this one in a frame.
pub fn respond(status: StatusCode, page: &Page, frames: &[String]) -> Response {
    let nonce = token::new();
    let Page { title, content } = page;
    let title = text(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title}</title><style nonce=\"{nonce}\">{STYLE}</style></head>\
         <body><main><h1>{title}</h1>{content}</main></body></html>"
    );
    // What is refused may come from anywhere, says nothing of anyone, and has nothing to press.
    let frames = if status.is_success() { frames.join(" ") } else { "https: http:".into() };
    let policy = format!("default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; frame-ancestors {frames}");
    let mut response = (status, Html(html)).into_response();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
