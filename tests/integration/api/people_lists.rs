//! Lists of people: what is shown before anything is sent is what happens when it is.

use crate::support::{
    app::TestApp,
    journey::{list, small_test, text},
};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

async fn preview(t: &TestApp, admin: &str, bytes: impl Into<Vec<u8>>) -> Value {
    let call = t.post("/api/invites/bulk/preview?with_text=true").bearer(admin);
    call.body("application/octet-stream", bytes).send().await.ok()
}

#[tokio::test]
async fn who_can_be_invited_is_invited_and_who_cannot_is_refused_for_the_same_reason() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.applicant("out@example.org").await;
    t.change_user("out@example.org", |user| user.is_active = false).await;
    let lines = "name,email,extra_minutes,closes_at\n\
        Ada,\u{202a}ada@example.org\u{202c}\nBob,\"bob@example,org\"\nCy,cy..x@example.org\n\u{200b},di@example.org\n\
        Ada again,ADA@example.org\nOut,out@example.org\nEve,eve@example.org,999\nFay,fay@example.org,,2020-01-01T00:00:00Z\n\
        Gus,gus@example.org.\nHal,h al@example.org\nIda,info@m\u{fc}ller-sample.de\nJo,info@xn--mller-sample-dlb.de\n";
    let shown = preview(&t, &admin, lines).await;
    let people = list(&shown["people"]);
    let refused: Vec<bool> = people.iter().map(|person| person["problem"].is_string()).collect();
    // An address alone will do.
    let fine = [0, 3, 10];
    assert!(refused.iter().enumerate().all(|(n, refused)| *refused != fine.contains(&n)), "{people:#?}");
    let applicants: Vec<Value> = people
        .iter()
        .map(|person| {
            let mut applicant = json!({"name": person["name"], "email": person["email"]});
            for field in ["extra_minutes", "closes_at"] {
                if !person[field].is_null() {
                    applicant[field] = person[field].clone();
                }
            }
            applicant
        })
        .collect();
    let body = json!({"test_id": test["id"], "applicants": applicants});
    let sent = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    for (person, row) in people.iter().zip(list(&sent["results"])) {
        assert_eq!(person["problem"].is_null(), row["ok"] == true, "{person} {row}");
        // A line that the list itself explains is not sent; the number of a line is that of its list.
        let is_own = |text: &str| text.contains("cells") || text.contains("already on line");
        if let Some(problem) = person["problem"].as_str().filter(|problem| !is_own(problem)) {
            assert_eq!(row["detail"], problem, "{person}");
        }
    }
    let problem = |n: usize| text(&people[n]["problem"]);
    assert!(problem(1).contains("','"), "{}", problem(1));
    assert!(
        problem(2).contains("two dots") && problem(5).contains("deactivated") && problem(8).contains("ends with a dot")
    );
    assert_eq!(problem(11), "This address is already on line 12.");
    assert!(shown["notes"].to_string().contains("Invisible characters were removed from line"));
}

#[tokio::test]
async fn a_mailbox_is_one_person_in_both_forms_of_its_domain() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let ascii = "info@xn--mller-sample-dlb.de";
    let body = |email: &str| json!({"test_id": test["id"], "applicant_name": "Ida", "applicant_email": email});
    for email in [ascii, "Info@M\u{fc}ller-Sample.de", "info@mu\u{308}ller-sample.de"] {
        let invite = t.post("/api/invites").bearer(&admin).json(body(email)).send().await.expect(201);
        assert_eq!(text(&invite["applicant_email"]), "info@m\u{fc}ller-sample.de", "{email}");
    }
    let people = t.get("/api/admin/applicants").bearer(&admin).send().await.ok();
    assert_eq!(list(&people).len(), 1, "{people}");
    for search in ["m%C3%BCller-sample", "xn--mller-sample-dlb.de", ascii] {
        let found = t.get(format!("/api/admin/applicants?search={search}")).bearer(&admin).send().await.ok();
        assert_eq!(list(&found).len(), 1, "{search}");
    }
    // An address that was stored in ASCII keeps its record.
    t.change_user("info@m\u{fc}ller-sample.de", |user| user.email = ascii.into()).await;
    t.post("/api/invites").bearer(&admin).json(body("info@m\u{fc}ller-sample.de")).send().await.expect(201);
    assert_eq!(list(&t.get("/api/admin/applicants").bearer(&admin).send().await.ok()).len(), 1);
    t.assert_sound();
}

#[tokio::test]
async fn files_of_other_programs_are_read() {
    let (t, admin) = TestApp::with_admin().await;
    let read = preview(&t, &admin, &b"Name;Email\r\nJ\xf6rg M\xfcller;joerg@example.org\r\n"[..]).await;
    assert_eq!(read["check_names"], true);
    assert_eq!(text(&read["people"][0]["name"]), "J\u{f6}rg M\u{fc}ller");
    assert_eq!(text(&read["text"]), "Name;Email\nJ\u{f6}rg M\u{fc}ller;joerg@example.org\n");

    let mut book = Workbook::new();
    book.add_worksheet().set_name("Notes").unwrap().write(0, 0, "see the next sheet").unwrap();
    let sheet = book.add_worksheet().set_name("People").unwrap();
    for (column, heading) in (0..).zip(["Pr\u{e9}nom", "Nom", "Poste", "Adresse e\u{2d}mail"]) {
        sheet.write(0, column, heading).unwrap();
    }
    for (column, cell) in (0..).zip(["Zo\u{eb}", "Sample", "Chef", "zoe@example.org"]) {
        sheet.write(2, column, cell).unwrap();
    }
    let read = preview(&t, &admin, book.save_to_buffer().unwrap()).await;
    let zoe = json!({"line": 3, "name": "Zo\u{eb} Sample", "email": "zoe@example.org"});
    assert_eq!(read["people"], json!([zoe]));
    let notes = json!(["Sheet 'People' was read; sheet 'Notes' is not used.", "Column 'Poste' is not used."]);
    assert_eq!((&read["notes"], &read["check_names"]), (&notes, &json!(false)));
    // The page goes on with the text.
    assert_eq!(preview(&t, &admin, text(&read["text"]).as_bytes()).await["people"], read["people"]);

    let refused = t.post("/api/invites/bulk/preview").bearer(&admin).body("application/octet-stream", "who\nx\n");
    let refusal = refused.send().await.invalid("list");
    assert!(text(&refusal["detail"]).contains("no column 'email'"), "{refusal}");
}

#[tokio::test]
async fn bounds_of_a_list_are_met_exactly() {
    let (t, admin) = TestApp::with_admin().await;
    let rows = |count: usize| (0..count).map(|n| format!("P {n},p{n}@example.org\n")).collect::<Vec<_>>().concat();
    assert_eq!(list(&preview(&t, &admin, rows(10_000)).await["people"]).len(), 10_000);
    let call = |bytes: Vec<u8>| t.post("/api/invites/bulk/preview").bearer(&admin).body("text/plain", bytes).send();
    call(rows(10_001).into_bytes()).await.refused(422, "invalid");
    let padded = |size: usize| [b"Ada,ada@example.org\n".to_vec(), vec![b'\n'; size - 20]].concat();
    call(padded((4 << 20) + 1)).await.refused(413, "too_large");
    // More lines than a list can have, but not more bytes: blank ones count for nothing.
    assert_eq!(list(&call(padded(4 << 20)).await.ok()["people"]).len(), 1);
}
