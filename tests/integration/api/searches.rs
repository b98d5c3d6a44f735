//! A search finds the rows that a filter of the whole list would leave, in its order and over all pages.

use crate::support::{
    app::TestApp,
    journey::{column, list, small_test, text},
};
use invigil::domain::time::MINUTE;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

const PEOPLE: [(&str, &str); 16] = [
    ("Zoë Müller", "zoe.mueller@uni-köln.example"),
    ("ÖZGE Çelik", "Ozge.Celik@Example.ORG"),
    ("Łukasz Wójcik", "lukasz.wojcik@example.org"),
    ("李雷", "li.lei@example.cn"),
    ("Seán O'Neill", "sean.oneill@mail.example"),
    ("İpek Yılmaz", "ipek@example.org"),
    ("Anna Lind", "anna.lind@example.org"),
    ("Johanna Lindqvist", "johanna@lindqvist.example"),
    ("Hanno van der Berg", "hanno.van.der.berg@a-rather-long-name-of-a-company.example"),
    ("ANNA LIND", "anna.lind2@example.org"),
    ("Müller", "müller@example.org"),
    ("A", "a@b.example"),
    ("Nguyễn Thị Minh Khai", "khai+tests@example.org"),
    ("%_\\ Person", "100%_sure@example.org"),
    ("Aaaa Aaaa", "aaaa.aaaa.aaaa@example.org"),
    ("Eve", "eve'or'1@example.org"),
];

/// Ends of words, middles, one to three letters, whole addresses and more, and what no one has.
const PARTS: [&str; 34] = [
    "a",
    "E",
    "@",
    ".",
    "ü",
    "Ö",
    "雷",
    "%",
    "_",
    "'",
    "lu",
    "MÜ",
    "aa",
    "ö",
    "nn",
    "lin",
    "LIND",
    "anna",
    "hanna",
    ".or",
    "ll@",
    "müller",
    "ÇELIK",
    "i\u{307}pek",
    "o'neill",
    "@example",
    "anna.lind@example.org",
    "anna.lind@example.orgs",
    "van der berg",
    "aaaa.aaaa",
    "khai+tests",
    "company.example",
    "nobody-like-this",
    "zoë m",
];

async fn pages(t: &TestApp, admin: &str, path: &str) -> Vec<Value> {
    let (mut rows, mut next) = (Vec::new(), Some(format!("/api{path}")));
    while let Some(page) = next {
        let reply = t.get(page).bearer(admin).send().await;
        let link = reply.headers.get("link").map(|link| link.to_str().unwrap().to_owned());
        next = link.map(|link| link.split(['<', '>']).nth(1).unwrap().to_owned());
        rows.extend(list(&reply.ok()).iter().cloned());
    }
    rows
}

/// Each search against the list without it, which no search has a part in.
async fn assert_exact(t: &TestApp, admin: &str) {
    let mut hits = 0;
    for (path, field, names) in [
        ("/admin/applicants?", "search", true),
        ("/invites?", "email_search", false),
        ("/invites?status_filter=sent&", "email_search", false),
        ("/invites?status_filter=expired&", "email_search", false),
        ("/invites?date_filter=2026-03-02&", "email_search", false),
    ] {
        let all = pages(t, admin, &format!("{path}limit=1000")).await;
        for part in PARTS {
            let wanted = part.to_lowercase();
            let has = |row: &&Value| {
                let in_email = text(&row[if names { "email" } else { "applicant_email" }]).contains(&wanted);
                in_email || names && text(&row["full_name"]).to_lowercase().contains(&wanted)
            };
            let expected: Vec<&Value> = all.iter().filter(has).collect();
            let part = utf8_percent_encode(part, NON_ALPHANUMERIC);
            let found = pages(t, admin, &format!("{path}limit=3&{field}={part}")).await;
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{path} {part}");
            hits += found.len();
        }
    }
    assert!(hits > 250, "{hits}");
}

#[tokio::test]
async fn a_search_leaves_what_a_filter_would_leave() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    // Half of them in one instant, as lists come; the search that makes the mirror is among the first.
    for (n, (name, email)) in PEOPLE.iter().take(8).enumerate() {
        t.invite_with(&admin, &test, email, json!({"applicant_name": name})).await.expect(201);
        t.clock.advance(MINUTE);
        if n == 2 {
            assert_eq!(pages(&t, &admin, "/invites?email_search=example").await.len(), 3);
            assert_eq!(pages(&t, &admin, "/admin/applicants?search=example").await.len(), 3);
        }
    }
    let at_once: Vec<_> = PEOPLE.iter().skip(8).map(|(name, email)| json!({"name": name, "email": email})).collect();
    let bulk = json!({"test_id": test["id"], "applicants": at_once});
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(bulk).send().await.ok();
    assert!(list(&reply["results"]).iter().all(|row| row["ok"] == true), "{reply}");
    assert_exact(&t, &admin).await;

    // What changes is followed: a name, a withdrawn invite, one that is over, a person who is erased.
    t.change_user("anna.lind@example.org", |user| user.full_name = "Åsa Ölander".into()).await;
    t.take(&admin, &test, "müller@other.example", &[]).await;
    let invites = pages(&t, &admin, "/invites?limit=1000").await;
    let people = pages(&t, &admin, "/admin/applicants?limit=1000").await;
    for email in ["johanna@lindqvist.example", "khai+tests@example.org"] {
        let invite = invites.iter().find(|row| row["applicant_email"] == email).unwrap();
        t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
    }
    let gone = people.iter().find(|row| row["email"] == "ipek@example.org").unwrap();
    t.delete(format!("/api/admin/applicants/{}", text(&gone["id"]))).bearer(&admin).send().await.ok();
    let found = pages(&t, &admin, "/admin/applicants?search=%C3%85sa%20%C3%B6l").await;
    assert_eq!(column(&Value::Array(found), "email"), ["anna.lind@example.org"]);
    assert_eq!(pages(&t, &admin, "/admin/applicants?search=ipek").await.len(), 0);
    assert_eq!(pages(&t, &admin, "/invites?email_search=ipek").await.len(), 0);
    assert_eq!(pages(&t, &admin, "/invites?status_filter=expired&email_search=lindq").await.len(), 1);
    assert_exact(&t, &admin).await;
    t.assert_sound();
}
