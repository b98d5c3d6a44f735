//! `invigil lti`.

use crate::support::binary::Place;

const ADD: [&str; 17] = [
    "lti",
    "add",
    "moodle",
    "--name",
    "Moodle",
    "--issuer",
    "https://moodle.example.org",
    "--client-id",
    "q5ZyXr",
    "--deployment",
    "1",
    "--auth-url",
    "https://moodle.example.org/auth",
    "--token-url",
    "https://moodle.example.org/token",
    "--keys-url",
    "https://moodle.example.org/keys",
];

#[test]
fn a_platform_is_added_and_the_key_of_the_server_is_rotated() {
    let place = Place::with_admin();
    assert!(place.run(["lti", "list"]).done().contains("No learning platform is set up"));
    assert!(place.run(ADD).done().contains("\nkey "));
    assert_eq!(place.run(["lti", "list", "--json"]).json()[0]["clientId"], "q5ZyXr");
    let first = place.run(["lti", "show", "--json"]).json()["keys"][0].clone();
    assert!(first["retiredAt"].is_null() && first["publishedUntil"].is_null());
    let keys = place.run(["lti", "rotate", "--json"]).json();
    assert_eq!((keys.as_array().unwrap().len(), &keys[1]["id"]), (2, &first["id"]));
    assert!(keys[0]["retiredAt"].is_null() && keys[1]["publishedUntil"].is_string());
    assert_eq!(place.run(["lti", "show", "moodle", "--json"]).json()["keys"], keys);
    // Through a server that has the data open.
    let serving = place.serve();
    let said = place.run(["lti", "rotate"]).done();
    assert!(said.contains("signs for learning platforms from now on"), "{said}");
    assert_eq!(said.matches("published until").count(), 2, "{said}");
    let shown = place.run(["lti", "show"]).done();
    assert_eq!((shown.matches("\nkey ").count(), shown.matches("\nretired key ").count()), (1, 2), "{shown}");
    serving.stop();
    place.run(["lti", "remove", "moodle"]).done();
}
