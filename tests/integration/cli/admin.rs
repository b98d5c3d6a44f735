use crate::support::binary::{Place, finish};

#[test]
fn the_first_administrator_is_the_superadmin_and_the_next_is_not() {
    let place = Place::new();
    let created = |email| place.add_admin(email).done();
    assert_eq!(created("Ada@Example.org"), "Created the superadmin Ada Lovelace (ada@example.org).\n");
    assert_eq!(created("bob@example.org"), "Created the administrator Ada Lovelace (bob@example.org).\n");
    let list = place.run(["admin", "list", "--json"]).json();
    assert_eq!(list[0]["email"], "ada@example.org");
    assert_eq!((&list[0]["is_first_admin"], &list[1]["is_first_admin"]), (&true.into(), &false.into()));
    assert!(!list.to_string().contains("argon2"));
    let plain = place.run(["admin", "list"]).done();
    assert!(plain.starts_with("EMAIL") && plain.lines().count() == 3, "{plain}");
    assert!(place.add_admin("ada@example.org").refused().contains("already an account"));
}

#[test]
fn a_missing_password_error_names_the_ways_to_give_one() {
    let place = Place::new();
    let line = place.run(["admin", "create", "--email", "a@example.org", "--name", "A"]).refused();
    assert!(line.contains("--password-stdin") && line.contains("INVIGIL_ADMIN_PASSWORD_FILE"), "{line}");
    assert!(!place.data().exists());
}

#[test]
fn the_password_is_read_from_a_file() {
    let place = Place::new();
    let file = place.write("password", "correct horse\n");
    let mut command = place.command(["admin", "create", "--email", "a@example.org", "--name", "A"]);
    command.env("INVIGIL_ADMIN_PASSWORD_FILE", file);
    assert!(finish(command, "").done().contains("superadmin"));
}

#[test]
fn a_refused_account_creates_no_data_folder() {
    let place = Place::new();
    let args = ["admin", "create", "--email", "nobody", "--name", "N", "--password-stdin"];
    let line = place.run_with_input(args, "short").refused();
    assert!(line.contains("valid email") && line.contains("at least 6"), "{line}");
    assert!(!place.data().exists());
}

#[test]
fn reset_password_requires_an_existing_administrator() {
    let place = Place::with_admin();
    let reset =
        |email| place.run_with_input(["admin", "reset-password", "--email", email, "--password-stdin"], "new secret");
    assert!(reset("ada@example.org").done().contains("ada@example.org"));
    assert!(reset("eve@example.org").refused().contains("no such administrator"));
}
