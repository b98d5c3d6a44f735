//! Each layer of the sandbox is left out once: the self-check finds it, and so do the attacks.

use crate::{
    attacks::{Arena, all},
    site::{Layers, Site, one_at_a_time},
};
use serde_json::Value;

#[test]
fn the_self_check_finds_each_required_layer_that_is_left_out() {
    let _one = one_at_a_time();
    for layer in ["rlimits", "landlock", "seccomp", "answers", "watch"] {
        let site = Site::sabotaged(Layers::Base, layer);
        let output = site.invigil(&["runner", "doctor", "--json"]).output().unwrap();
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let checked = found["layers"].as_array().unwrap().iter().find(|found| found["name"] == "self-check").unwrap();
        assert_eq!((output.status.code(), &checked["holds"]), (Some(1), &Value::from(false)), "{layer}: {found}");
        assert!(checked["detail"].as_str().unwrap().contains("does not hold"), "{layer}: {checked}");
        let mut runner = site.invigil(&["runner"]);
        let refused = runner.stdin(std::process::Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains("no program can be run safely"), "{layer}: {said}");
    }
}

#[test]
fn attacks_find_each_layer_that_is_left_out() {
    let _one = one_at_a_time();
    for (sabotage, name) in [
        ("self-check,rlimits", "many threads"),
        ("self-check,rlimits", "core dump"),
        ("self-check,landlock", "reads /etc/passwd"),
        ("self-check,landlock", "reads another job"),
        ("self-check,seccomp", "changes a mode"),
        ("self-check,seccomp", "UDP to loopback"),
        ("self-check,watch", "memory past RLIMIT_DATA by mprotect"),
        ("self-check,cleanup", "child that outlives the program"),
        ("self-check,environment", "environment left"),
        ("self-check,descriptors", "descriptors left open"),
    ] {
        let mut arena = Arena::new(Layers::Base, sabotage);
        let attacks = all();
        let attack = attacks.iter().find(|attack| attack.name == name).unwrap();
        // On a busy machine a program's CPU time may end before it gets what the layer denies.
        let is_found = (0..3).any(|_| arena.attack(attack, false).is_err());
        assert!(is_found, "{sabotage} is not found by '{name}'");
    }
}
