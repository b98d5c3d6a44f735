//! The command socket.

use crate::support::binary::Place;
use std::{
    io::{Read, Write},
    os::unix::{fs::FileTypeExt, fs::PermissionsExt, net::UnixStream},
    path::PathBuf,
};

#[test]
fn the_socket_is_private_and_goes_with_the_server() {
    let place = Place::with_admin();
    let serving = place.serve();
    let socket = place.data().join("invigil.sock");
    let meta = socket.metadata().unwrap();
    assert!(meta.file_type().is_socket());
    assert_eq!(meta.permissions().mode() & 0o777, 0o600);
    serving.stop();
    assert!(!socket.exists());
}

#[test]
fn a_socket_that_a_crash_left_behind_is_in_nobodys_way() {
    let place = Place::with_admin();
    let mut serving = place.serve();
    serving.kill();
    assert!(place.data().join("invigil.sock").exists());
    assert_eq!(place.run(["admin", "list", "--json"]).json().as_array().unwrap().len(), 1);
    let serving = place.serve();
    assert_eq!(place.run(["admin", "list", "--json"]).json().as_array().unwrap().len(), 1);
    serving.stop();
}

#[test]
fn a_path_longer_than_a_sockets_address_works() {
    let long: PathBuf = std::iter::repeat_n("a-rather-long-name-of-a-folder", 10).collect();
    assert!(long.as_os_str().len() > 108);
    let place = Place::with_data(long);
    place.add_admin("ada@example.org").done();
    let serving = place.serve();
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
}

fn talk(place: &Place, sent: &[u8]) -> Vec<u8> {
    let mut stream = UnixStream::connect(place.data().join("invigil.sock")).unwrap();
    stream.write_all(sent).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = Vec::new();
    // A connection that is cut with bytes unread ends in a reset.
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn sized(json: &str) -> Vec<u8> {
    [&u32::try_from(json.len()).unwrap().to_be_bytes(), json.as_bytes()].concat()
}

#[test]
fn nonsense_and_other_versions_are_refused_and_the_server_goes_on() {
    let place = Place::with_admin();
    let serving = place.serve();
    assert!(talk(&place, &[0xff; 64]).is_empty(), "a length above the limit ends the connection");
    assert!(talk(&place, &[0, 0, 0, 9, 1]).is_empty());
    let answer = talk(&place, &sized("nonsense"));
    assert!(String::from_utf8_lossy(&answer).contains("does not know this command"));
    let answer = talk(&place, &sized(r#"{"version": "0.0.0", "op": {"Check": {"json": false}}}"#));
    assert!(String::from_utf8_lossy(&answer).contains("0.0.0"), "{answer:?}");
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
}
