//! The repair of a log that has lost its end: an asynchronous PostgreSQL whose machine died. Its last records are beside the
//! file of a member, and may be appended again while no other epoch exists.

use super::{log::Hash, postgres::PgLog, record, settings::Settings, tail};
use crate::store::{BatchHead, ChangeSet};
use serde::Serialize;
use std::{path::Path, time::Duration};

/// The batches that a repair appends.
#[derive(Debug, Serialize)]
pub struct Repair {
    /// The last batch of the log.
    pub last: u64,
    /// Number of batches that follow it in this machine's file.
    pub lost: u64,
    pub bytes: u64,
    #[serde(skip)]
    sets: Vec<ChangeSet>,
}

/// How long the kept records may take to be appended.
const REPAIR_TIMEOUT: Duration = Duration::from_hours(1);

/// The end of the log, under the lock of the lease.
const END: &str = "SELECT l.epoch, l.until > now() AND NOT (l.holder = $1 AND l.token >> 32 = $2), l.holder, g.number, g.hash, \
    (SELECT hash FROM invigil_log WHERE number = $3) FROM (SELECT epoch, token, until, holder FROM invigil_lease FOR UPDATE) l, \
    (SELECT number, hash FROM invigil_log ORDER BY number DESC LIMIT 1) g";

struct LogEnd {
    epoch: u64,
    /// The member that leads, if it is another one.
    leader: Option<String>,
    number: u64,
    hash: Hash,
    /// Hash of the batch that this machine's file ends with; `None` if the log does not hold it.
    own: Option<Hash>,
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn end_of(row: &tokio_postgres::Row) -> LogEnd {
    let unsigned = |number: i64| u64::try_from(number).unwrap_or_default();
    let hash_of = |bytes: &[u8]| -> Hash { bytes.try_into().unwrap_or([0xff; 32]) };
    LogEnd {
        epoch: unsigned(row.get(0)),
        leader: row.get::<_, bool>(1).then(|| row.get(2)),
        number: unsigned(row.get(3)),
        hash: hash_of(row.get(4)),
        own: row.get::<_, Option<&[u8]>>(5).map(hash_of),
    }
}

/// Finds what the log has lost of the file with this head; changes nothing.
///
/// # Errors
/// Why it cannot be repaired, in words.
pub fn plan(settings: &Settings, folder: &Path, head: &BatchHead) -> Result<Repair, String> {
    let mut log = PgLog::new(settings).map_err(|error| error.to_string())?;
    let (name, own, batch) = (settings.name.clone(), i64::from(settings.instance), signed(head.batch));
    let end =
        log.with_client(async |client| client.query_one(END, &[&name, &own, &batch]).await.map(|row| end_of(&row)))?;
    planned(&end, folder, head)
}

fn planned(end: &LogEnd, folder: &Path, head: &BatchHead) -> Result<Repair, String> {
    // First, so that no member that leads is stopped for nothing.
    if end.number >= head.batch {
        return Err(not_behind(end, head));
    }
    if let Some(leader) = &end.leader {
        return Err(format!("{leader} leads: stop it first, if it lacks what this machine holds"));
    }
    if end.epoch > head.epoch {
        return Err(format!(
            "another epoch exists: the log is at epoch {}, and this machine's last batch is of epoch {}. Keep the file, and \
             choose by 'invigil twin rows' which machine goes on with 'invigil twin detach'",
            end.epoch, head.epoch
        ));
    }
    let from = BatchHead { epoch: end.epoch, batch: end.number, hash: end.hash };
    let kept = tail::between(folder, from, *head);
    let Some(sets) = kept.map_err(|error| format!("the kept records cannot be read: {error}"))? else {
        return Err(format!(
            "the records from {} to {} are not kept here as the log continues: keep the file",
            end.number + 1,
            head.batch
        ));
    };
    let bytes = sets.iter().map(|set| record::encode(set).bytes.len() as u64).sum();
    Ok(Repair { last: end.number, lost: sets.len() as u64, bytes, sets })
}

/// Why a log that is as far as the file, or further, is not repaired.
fn not_behind(end: &LogEnd, head: &BatchHead) -> String {
    let batch = head.batch;
    match end.own {
        Some(own) if own == head.hash => {
            format!(
                "nothing is lost: the log holds all of this machine's data, up to batch {batch}, and ends with {}",
                end.number
            )
        }
        Some(_) => format!(
            "the log has another batch {batch} than this machine: it lost its end, and another member has gone on. Keep the \
             file, which may be the only copy of its last saves, and choose by 'invigil twin rows' which machine goes on with \
             'invigil twin detach'"
        ),
        None => format!(
            "the log does not reach back to this machine's last batch, {batch}: it needs a seed, see 'invigil twin join'"
        ),
    }
}

/// Appends it, all or nothing, if the log is still as it was.
///
/// # Errors
/// Why not, in words.
pub fn apply(settings: &Settings, repair: &Repair) -> Result<(), String> {
    let mut log = PgLog::new(settings).map_err(|error| error.to_string())?;
    let (name, own, last) = (settings.name.clone(), i64::from(settings.instance), signed(repair.last));
    let done = log.with_client_for(REPAIR_TIMEOUT, async |client| {
        client.batch_execute("BEGIN").await?;
        let end = end_of(&client.query_one(END, &[&name, &own, &last]).await?);
        let before = repair.sets.first().map(|set| set.before);
        if end.leader.is_some() || before.is_none_or(|before| (before.batch, before.hash) != (end.number, end.hash)) {
            client.batch_execute("ROLLBACK").await?;
            return Ok(false);
        }
        for set in &repair.sets {
            let record = record::encode(set);
            let insert = "INSERT INTO invigil_log (number, epoch, hash, batch) VALUES ($1, $2, $3, $4)";
            let values: &[&(dyn tokio_postgres::types::ToSql + Sync)] =
                &[&signed(record.number), &signed(set.head.epoch), &&record.hash[..], &record.bytes];
            client.execute(insert, values).await?;
        }
        client.batch_execute("COMMIT").await?;
        Ok(true)
    })?;
    if done { Ok(()) } else { Err("the log has changed meanwhile: run it again".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Changes, Reseed};

    #[test]
    fn only_a_whole_tail_of_the_last_epoch_is_appended() {
        let folder = tempfile::tempdir().unwrap();
        let begin = BatchHead { epoch: 3, batch: 40, hash: [1; 32] };
        let first = ChangeSet::led(begin, Changes::Reseed(Reseed::Rebuilt), 3);
        let second = ChangeSet::led(first.head, Changes::Reseed(Reseed::Rebuilt), 3);
        let end = || LogEnd { epoch: 3, leader: None, number: 40, hash: [1; 32], own: Some([1; 32]) };
        let refused = |end: LogEnd, head: &BatchHead| planned(&end, folder.path(), head).unwrap_err();
        assert!(refused(end(), &second.head).contains("not kept"));
        let mut tail = tail::Tail::beside(folder.path().to_owned());
        tail.push(&record::encode(&first).bytes);
        assert!(refused(end(), &second.head).contains("records from 41 to 42 are not kept"));
        tail.push(&record::encode(&second).bytes);
        let repair = planned(&end(), folder.path(), &second.head).unwrap();
        assert_eq!((repair.last, repair.lost, repair.sets.len()), (40, 2, 2));
        // A record without its commit.
        assert_eq!(planned(&end(), folder.path(), &first.head).unwrap().lost, 1);
        assert!(refused(end(), &begin).contains("nothing is lost"));
        let led = LogEnd { leader: Some("b".into()), ..end() };
        assert!(refused(led, &begin).contains("nothing is lost"), "the leader need not be stopped");
        let gone_on = LogEnd { number: 44, hash: [9; 32], own: Some([8; 32]), ..end() };
        assert!(refused(gone_on, &begin).contains("another batch 40"));
        assert!(refused(LogEnd { number: 90_000, own: None, ..end() }, &begin).contains("needs a seed"));
        assert!(refused(LogEnd { epoch: 4, ..end() }, &second.head).contains("another epoch"));
        assert!(refused(LogEnd { hash: [2; 32], ..end() }, &second.head).contains("not kept"));
        assert!(refused(LogEnd { leader: Some("b".into()), ..end() }, &second.head).contains("b leads"));
    }
}
