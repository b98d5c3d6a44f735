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

#[test]
fn roles_are_given_and_taken_for_the_site_and_for_tests() {
    let place = Place::with_admin();
    let create =
        ["admin", "create", "--email", "paul@example.org", "--name", "Paul", "--role", "staff", "--password-stdin"];
    assert!(place.run_with_input(create, "a good secret").done().contains("staff"));
    let run = |args: &[&str]| place.run(args.iter().copied());
    let grant = ["admin", "grant", "--email", "paul@example.org", "--role", "hiring-manager"];
    assert_eq!(run(&grant).done(), "Roles of paul@example.org: hiring_manager.\n");
    let of_test = ["--test", "01990000-0000-7000-8000-000000000000"];
    assert!(
        run(&[&["admin", "grant", "--email", "paul@example.org", "--role", "proctor"][..], &of_test].concat())
            .refused()
            .contains("does not exist")
    );
    let listed = run(&["admin", "roles", "--json"]).json();
    assert_eq!((&listed[0]["role"], &listed[0]["tests"]), (&"hiring_manager".into(), &serde_json::Value::Null));
    let revoke = ["admin", "revoke", "--email", "paul@example.org", "--role", "hiring-manager"];
    assert!(run(&[&revoke[..], &of_test].concat()).refused().contains("whole site"));
    assert_eq!(run(&revoke).done(), "Roles of paul@example.org: none.\n");
    let of_admin = ["admin", "grant", "--email", "ada@example.org", "--role", "viewer"];
    assert!(run(&of_admin).refused().contains("Administrators have all roles"));
}
