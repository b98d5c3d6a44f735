//! Short pages of a launch, in the language of their reader. They need no script, so that a platform's frame can show them
//! whatever it blocks.

use crate::{
    secrets::token,
    service::{
        invite::lti::{Offer, Offered},
        settings::page_words::PageWords,
    },
};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use html_escape::{encode_double_quoted_attribute as attribute, encode_text as text};

/// Sides are those of the text's direction.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#1c1f26;background:#fff;max-inline-size:42rem;\
    margin-block:2rem;margin-inline:auto;padding-inline:1rem}h1{font-size:1.25rem}a,button{font:inherit;display:inline-block;\
    padding-block:.5rem;padding-inline:1rem;border:1px solid #1d4ed8;border-radius:.375rem;background:#1d4ed8;color:#fff;\
    text-decoration:none;cursor:pointer}ul{list-style:none;padding:0}li{display:flex;gap:1rem;align-items:center;\
    justify-content:space-between;padding-block:.5rem;border-block-start:1px solid #d4d7dd}small{color:#4b5260;display:block}\
    :focus-visible{outline:3px solid #1c1f26;outline-offset:2px}";

/// A page.
pub struct Page {
    title: String,
    /// Heading of the page as HTML.
    heading: String,
    /// Content of the page as HTML.
    content: String,
}

impl Page {
    fn new(title: String, content: String) -> Self {
        Self { heading: text(&title).into_owned(), title, content }
    }

    /// Creates a page about a test, whose title may be in another language than the page.
    fn of_test(title: &str, content: String) -> Self {
        Self { heading: format!("<bdi>{}</bdi>", text(title)), title: title.to_owned(), content }
    }
}

/// A text of these pages, as HTML.
fn shown(words: &PageWords, context: &str) -> String {
    text(&words.text(context, &[])).into_owned()
}

pub fn refusal(words: &PageWords, why: &str) -> Page {
    Page::new(words.text("launch.cannotOpen", &[]), format!("<p>{}</p>", text(why)))
}

fn with_link(words: &PageWords, title: &str, (about, link, label): (&str, &str, &str)) -> Page {
    let (about, link, label) = (shown(words, about), attribute(link), shown(words, label));
    let content =
        format!("<p>{about}</p><p><a href=\"{link}\" target=\"_blank\" rel=\"noopener noreferrer\">{label}</a></p>");
    Page::of_test(title, content)
}

pub fn learner(words: &PageWords, title: &str, link: &str) -> Page {
    with_link(words, title, ("launch.ownWindow", link, "launch.openTest"))
}

pub fn teacher(words: &PageWords, title: &str, link: &str) -> Page {
    with_link(words, title, ("launch.forTeachers", link, "launch.showResults"))
}

pub fn choice(words: &PageWords, offer: &Offer) -> Page {
    let (action, choose) = (attribute(&offer.return_url), shown(words, "launch.choose"));
    let row = |test: &Offered| {
        let minutes = words.text("launch.minutes", &[("minutes", test.minutes.to_string().as_str())]);
        let label = words.text("launch.chooseNamed", &[("title", test.title.as_str())]);
        format!(
            "<li><span><bdi>{title}</bdi><small>{minutes}</small></span><form method=\"post\" action=\"{action}\">\
             <input type=\"hidden\" name=\"JWT\" value=\"{jwt}\"><button aria-label=\"{label}\">{choose}</button></form></li>",
            title = text(&test.title),
            minutes = text(&minutes),
            jwt = attribute(&test.response),
            label = attribute(&label),
        )
    };
    let rows: String = offer.tests.iter().map(row).collect();
    let more = if offer.has_more { format!("<p>{}</p>", shown(words, "launch.olderNotListed")) } else { String::new() };
    Page::new(words.text("launch.chooseTest", &[]), format!("<ul>{rows}</ul>{more}"))
}

/// `frames` are the origins of pages that may show this one in a frame.
pub fn respond(status: StatusCode, words: &PageWords, page: &Page, frames: &[String]) -> Response {
    let nonce = token::new();
    let Page { title, heading, content } = page;
    let (title, language) = (text(title), words.language());
    let (tag, direction) = (language.code(), if language.is_rtl() { "rtl" } else { "ltr" });
    let html = format!(
        "<!doctype html><html lang=\"{tag}\" dir=\"{direction}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title}</title><style nonce=\"{nonce}\">{STYLE}</style></head>\
         <body><main><h1>{heading}</h1>{content}</main></body></html>"
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
