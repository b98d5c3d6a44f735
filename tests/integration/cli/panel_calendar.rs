//! `invigil panel-calendar`, with a calendar on loopback.

use crate::support::binary::Place;
use axum::Router;
use tokio::net::TcpListener;

const TEST: &str = r#"{"title": "Rust", "duration_minutes": 60, "questions": [
    {"id": "one", "type": "multiple_choice", "question": "2 + 2?", "points": 2, "options": ["3", "4"], "correct_answer": "4"}]}"#;
const CALENDAR: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20200101T090000Z\r\n\
    DTEND:20200101T100000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
const UNKNOWN: &str = "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10";

fn with_test() -> (Place, String) {
    let place = Place::with_admin();
    place.write("test.json", TEST);
    let made = place.run(["test", "import", "test.json", "--json"]).json();
    let id = made[0]["id"].as_str().unwrap().to_owned();
    (place, id)
}

#[test]
fn a_calendar_is_named_and_removed_and_its_address_is_not_shown() {
    let (place, id) = with_test();
    assert!(place.run(["panel-calendar", "show", &id]).done().contains("no calendar"));
    let set = ["panel-calendar", "set", &id, "--time-zone", "Europe/Berlin", "--address-stdin"];
    let shown = place.run_with_input(set, "webcal://calendar.example.org/planted-key/a.ics\n").done();
    assert!(shown.contains("https://calendar.example.org") && !shown.contains("planted-key"), "{shown}");
    let json = place.run(["panel-calendar", "show", &id, "--json"]).json();
    assert_eq!((&json["version"], &json["in_use"], &json["read_at"]), (&1.into(), &false.into(), &().into()));
    for (args, input) in [
        (["panel-calendar", "set", &id, "--address-stdin"].as_slice(), "ftp://calendar.example.org/a.ics\n"),
        (
            ["panel-calendar", "set", &id, "--address-stdin", "--time-zone", "Mars/Olympus"].as_slice(),
            "https://a.example.org/\n",
        ),
        (["panel-calendar", "set", &id].as_slice(), ""),
        (["panel-calendar", "show", "7"].as_slice(), ""),
        (["panel-calendar", "show", UNKNOWN].as_slice(), ""),
        (["panel-calendar", "test", UNKNOWN].as_slice(), ""),
    ] {
        place.run_with_input(args, input).refused();
    }
    place.run(["panel-calendar", "remove", &id]).done();
    assert_eq!(place.run(["panel-calendar", "show", &id, "--json"]).json()["origin"], serde_json::Value::Null);
    assert!(place.run(["panel-calendar", "test", &id]).refused().contains("names no calendar"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_is_read_through_the_server() {
    let (place, id) = with_test();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/a.ics", axum::routing::get(async || CALENDAR));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let serving = place.serve_with(&["--webhook-network", "127.0.0.0/8"]);
    let set = |path: &str| {
        let args = ["panel-calendar", "set", &id, "--address-stdin"];
        place.run_with_input(args, &format!("http://{address}/{path}\n")).done()
    };
    set("a.ics");
    let read = place.run(["panel-calendar", "test", &id]).done();
    assert!(read.contains("in the next 14 days") && read.contains("in use      yes"), "{read}");
    let json = place.run(["panel-calendar", "show", &id, "--json"]).json();
    assert_eq!((&json["in_use"], &json["failure"]), (&true.into(), &().into()));
    assert!(json["busy_times"].as_u64().unwrap() >= 14, "{json}");
    set("none.ics");
    assert!(place.run(["panel-calendar", "test", &id]).refused().contains("status 404"));
    let json = place.run(["panel-calendar", "test", &id, "--json"]).json();
    assert_eq!(json["failure"]["reason"], "status");
    serving.stop();
}
