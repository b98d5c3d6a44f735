//! The language of a launch's pages: the platform's, else the test's, the site's, the browser's (docs/lti.md#language).

use super::lti::{World, choosing, teacher};
use crate::support::{
    call::Reply,
    journey::small_test,
    lti_platform::{claim, launching},
};
use invigil::{
    domain::{language::Language, translation::page_texts},
    service::{
        actor::{Actor, SiteOperator},
        settings::languages,
    },
};
use serde_json::{Value, json};
use std::fmt::Write;

const GERMAN: &str = "Der Test öffnet sich in einem eigenen Fenster.";

/// A whole launch in a frame.
async fn framed(w: &World, change: impl FnOnce(&mut Value), accepted: &str) -> Reply {
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    let mut claims = w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target());
    change(&mut claims);
    let call = launching(&w.t, &cookie, &asked["state"], &w.platform.sign(&claims));
    let call = call.header("sec-fetch-dest", "iframe").header("accept", "text/html");
    call.header("accept-language", accepted).send().await
}

fn locale(tag: &'static str) -> impl FnOnce(&mut Value) {
    move |claims| claims[claim("launch_presentation")] = json!({"locale": tag})
}

async fn set_language(w: &World, tag: &str) {
    let body = json!({"language": tag});
    w.t.put("/api/admin/company-settings").bearer(&w.ada).json(body).send().await.ok();
}

#[tokio::test]
async fn a_page_is_in_the_language_of_platform_test_site_or_browser() {
    let w = World::new().await;
    let english = framed(&w, |_| {}, "").await;
    assert!(english.text.contains("<html lang=\"en\" dir=\"ltr\">"), "{}", english.text);
    assert!(
        english
            .text
            .contains("<p>The test opens in a window of its own. Leave this page open: your course stays here.</p>")
    );
    assert!(english.text.contains("<h1><bdi>Rust</bdi></h1>"), "{}", english.text);

    let german = framed(&w, locale("de_AT"), "fr").await;
    assert!(german.text.contains("<html lang=\"de\" dir=\"ltr\">") && german.text.contains(GERMAN), "{}", german.text);
    let arabic = framed(&w, locale("ar"), "").await;
    assert!(arabic.text.contains("<html lang=\"ar\" dir=\"rtl\">"), "{}", arabic.text);
    assert!(arabic.text.contains("فتح الاختبار") && arabic.text.contains("<bdi>Rust</bdi>"), "{}", arabic.text);

    // One that the site does not offer, or that is no language.
    for unknown in ["it", "tlh", ""] {
        let page = framed(&w, locale(unknown), "tlh, pl;q=0.9, fr;q=0.5").await;
        assert!(page.text.contains("<html lang=\"pl\""), "{unknown}: {}", page.text);
    }
    set_language(&w, "es").await;
    assert!(framed(&w, locale("it"), "pl").await.text.contains("<html lang=\"es\""));
    let mut test = small_test("Rust");
    test["language"] = json!("ja");
    w.t.put(format!("/api/tests/{}", w.id())).bearer(&w.ada).json(test).send().await.ok();
    assert!(framed(&w, |_| {}, "pl").await.text.contains("<html lang=\"ja\""));
    assert!(framed(&w, locale("de"), "pl").await.text.contains(GERMAN));
    w.t.assert_sound();
}

#[tokio::test]
async fn a_refusal_is_in_the_language_of_its_reader() {
    let w = World::new().await;
    let nameless = |claims: &mut Value| {
        locale("de")(claims);
        claims.as_object_mut().unwrap().remove("sub");
    };
    let page = framed(&w, nameless, "fr").await;
    assert_eq!(page.status, 401);
    assert!(page.text.contains("Dieser Test kann nicht geöffnet werden"), "{}", page.text);
    assert!(
        page.text.contains("Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt keine Person."),
        "{}",
        page.text
    );

    // What cannot be verified says nothing of its reader.
    let stranger = |claims: &mut Value| {
        locale("de")(claims);
        claims["aud"] = json!("another");
    };
    let page = framed(&w, stranger, "fr-CA").await;
    assert!(page.text.contains("<html lang=\"fr\"") && page.text.contains("jeton"), "{}", page.text);
    let call = launching(&w.t, "a=b", "made up", "a.b.c").header("accept", "text/html");
    let page = call.header("accept-language", "ar").send().await;
    assert!(page.text.contains("dir=\"rtl\"") && page.text.contains("انتهت صلاحية"), "{}", page.text);
    let call = w.t.get("/api/lti/login?iss=x&login_hint=a&target_link_uri=x").header("accept", "text/html");
    let page = call.header("accept-language", "pt").send().await;
    assert!(page.text.contains("a plataforma não é conhecida aqui"), "{}", page.text);

    // Programs get the envelope, in English.
    let reply = launching(&w.t, "a=b", "made up", "a.b.c").header("accept-language", "ar").send().await;
    assert!(reply.text.contains("This launch has expired"), "{}", reply.text);
}

#[tokio::test]
async fn texts_of_translators_go_before_ours() {
    let w = World::new().await;
    let file = "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n\
        msgctxt \"launch.openTest\"\nmsgid \"Open the test\"\nmsgstr \"Los geht''s & mehr\"\n\n\
        msgctxt \"launch.minutes\"\nmsgid \"{minutes} minutes\"\nmsgstr \"{minutes} min\"\n";
    let operator: SiteOperator = Actor::Operator.require().unwrap();
    let done = languages::import(&w.t.app, &operator, file.as_bytes(), None).await.unwrap();
    assert_eq!(done.own, 2, "{:?}", done.problems);
    let page = framed(&w, locale("de"), "").await;
    assert!(page.text.contains(">Los geht's &amp; mehr</a>") && page.text.contains(GERMAN), "{}", page.text);
}

/// A file of translators with all texts of these pages in brackets.
fn bracketed(tag: &str) -> String {
    let mut file = format!("msgid \"\"\nmsgstr \"Language: {tag}\\n\"\n");
    for text in page_texts(Language::English).iter().filter(|text| text.context.starts_with("launch.")) {
        let english = text.english.replace('\\', "\\\\").replace('"', "\\\"");
        write!(file, "\nmsgctxt \"{}\"\nmsgid \"{english}\"\nmsgstr \"⟦{english}⟧\"\n", text.context).unwrap();
    }
    file
}

/// All that a page shows and a screen reader says of it, but for texts in brackets and the title of the test.
fn plain_texts(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for piece in page.split('<').filter(|piece| !piece.starts_with("style")) {
        let Some((tag, text)) = piece.split_once('>') else { continue };
        found.push(text);
        for name in ["aria-label=\"", "title=\"", "alt=\"", "placeholder=\""] {
            found.extend(tag.split_once(name).and_then(|(_, label)| label.split('"').next()));
        }
    }
    found.retain(|text| !text.trim().is_empty() && *text != "Rust" && !(text.starts_with('⟦') && text.ends_with('⟧')));
    found
}

#[tokio::test]
async fn pages_of_a_launch_say_nothing_that_is_not_in_the_catalogue() {
    let w = World::new().await;
    let operator: SiteOperator = Actor::Operator.require().unwrap();
    for (tag, direction) in [("de", "ltr"), ("ar", "rtl")] {
        languages::import(&w.t.app, &operator, bracketed(tag).as_bytes(), None).await.unwrap();
        let choose = choosing(&w.platform);
        let of_teacher = |claims: &mut Value| {
            teacher(claims);
            locale(tag)(claims);
        };
        let of_choice = |claims: &mut Value| {
            choose(claims);
            locale(tag)(claims);
        };
        let nameless = |claims: &mut Value| {
            locale(tag)(claims);
            claims.as_object_mut().unwrap().remove("sub");
        };
        let pages = [
            framed(&w, locale(tag), "").await,
            w.launch("tea", of_teacher).await,
            w.launch("tea", of_choice).await,
            framed(&w, nameless, "").await,
        ];
        for page in pages {
            assert!(page.text.contains(&format!("<html lang=\"{tag}\" dir=\"{direction}\">")), "{}", page.text);
            assert_eq!(plain_texts(&page.text), Vec::<&str>::new(), "{}", page.text);
            assert!(page.text.contains('⟧'), "{}", page.text);
        }
    }
    let french = framed(&w, locale("fr"), "").await;
    assert!(plain_texts(&french.text).len() > 1, "a text beside the catalogue is found (control)");
}
