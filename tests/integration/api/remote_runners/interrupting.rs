//! A runner whose slots are taken takes what another candidate waits for.

use super::{Site, outcome, tested};
use crate::support::journey::{key, text};
use serde_json::{Value, json};

#[tokio::test]
async fn a_busy_runner_takes_a_job_that_interrupts_its_own() {
    let site = Site::new().await;
    let machine = site.machine("judge-1", &["rust"]).await;
    let interrupting = async || {
        let body = json!({"session": machine.session, "wait_seconds": 0, "interrupts": true});
        machine.call("lease", body).await.ok()
    };
    let test = site.t.create_test(&site.admin, tested()).await;
    let mut asked = Vec::new();
    for (who, email) in [(1, "eve@example.org"), (2, "dan@example.org")] {
        let invite = site.t.invite(&site.admin, &test, email).await;
        site.t.start(&invite["token"], &key(who)).await.ok();
        let path = format!("/api/take-test/{}/runs", text(&invite["token"]));
        let body = json!({"question_id": "q1", "language": "Rust", "source": "fn main() {}", "tests": true});
        let run = site.t.post(&path).key(&key(who)).json(body).send().await.expect(202);
        asked.push((who, format!("{path}/{}", text(&run["run_id"]))));
    }
    let state = async |at: usize| {
        let (who, path): &(u8, String) = &asked[at];
        text(&site.t.get(path).key(&key(*who)).send().await.ok()["state"]).to_owned()
    };
    let long = machine.takes().await;
    let other = interrupting().await;
    assert_ne!(other["job"]["candidate"], long["job"]["candidate"]);
    assert_eq!((state(0).await, state(1).await), ("running".to_owned(), "running".to_owned()));
    let renews = async |waits: bool| {
        let lease = |l: &Value, waits| json!({"job": l["job"]["id"], "lease": l["lease"], "waits": waits});
        let leases = [lease(&long, waits), lease(&other, false)];
        machine.call("renew", json!({"session": machine.session, "leases": leases})).await.ok()
    };
    for _ in 0..2 {
        assert_eq!(renews(true).await["over"], json!([]));
        assert_eq!((state(0).await, state(1).await), ("waiting".to_owned(), "running".to_owned()));
    }
    machine.reports(&other, outcome()).await;
    renews(false).await;
    assert_eq!((state(0).await, state(1).await), ("running".to_owned(), "done".to_owned()));
    // What has candidates of its own wait does not interrupt them.
    site.submit().await;
    let judging = interrupting().await;
    assert_eq!(judging["job"]["candidate"], "judging");
    site.submit().await;
    assert_eq!(interrupting().await["job"], Value::Null);
    machine.reports(&judging, outcome()).await;
    assert_eq!(interrupting().await["job"]["candidate"], "judging");
    site.t.assert_sound();
}
