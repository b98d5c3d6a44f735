//! Fixture: an outage.

use super::app::TestApp;
use invigil::domain::{
    OutageId,
    outage::{Loss, Outage, OutageWindow, Silence},
    time::{MINUTE, SignedDuration},
};

/// An outage of a minute. Returns its id.
pub async fn lose_time(t: &TestApp, attempt: &str) -> String {
    let (attempt_id, back, id) = (attempt.parse().unwrap(), t.now(), t.app.new_id::<OutageId>());
    let from = back.plus(-MINUTE);
    let cut = OutageWindow { from, to: from };
    let outage = Outage::single(id, &Silence { attempt_id, cut, back, is_over: false, typed: 0 });
    let loss = Loss { outage_id: id, attempt_id, back: Some(back), typed: 0, given: SignedDuration::ZERO };
    t.app.store.write(move |tx| tx.put(&outage).and_then(|()| tx.put(&loss))).await.unwrap();
    id.to_string()
}
