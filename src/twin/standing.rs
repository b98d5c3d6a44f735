//! Reads the members and the settings of the log.

use super::sql;
use crate::store::LogMember;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio_postgres::{Client, Error};

/// A member that was not seen for this long is away.
const AWAY_AFTER: Duration = Duration::from_secs(10);

pub fn machine_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

/// Version and settings of the server.
pub struct LogServer {
    pub number: i32,
    pub version: String,
    /// Whether a commit waits for a standby.
    pub is_synchronous: bool,
    /// How far its clock is ahead of this machine's, in ms.
    pub clock_ahead: i64,
}

pub async fn server(client: &Client) -> Result<LogServer, Error> {
    let row = client.query_one(sql::SETTINGS, &[]).await?;
    Ok(LogServer {
        number: row.get(0),
        version: row.get(1),
        is_synchronous: row.get(2),
        clock_ahead: row.get::<_, i64>(3).saturating_sub(machine_ms()),
    })
}

/// One that joins is no member yet: it is not seen until it serves.
fn is_away(state: &str, seen_ms_ago: i64) -> bool {
    state != "joining" && Duration::from_millis(u64::try_from(seen_ms_ago).unwrap_or_default()) > AWAY_AFTER
}

pub async fn members(client: &Client) -> Result<Vec<LogMember>, Error> {
    let rows = client.query(sql::MEMBERS, &[]).await?;
    let member = |row: &tokio_postgres::Row| {
        let (behind, lag, seen): (i64, i64, i64) = (row.get(3), row.get(4), row.get(5));
        let state: String = row.get(1);
        let is_away = is_away(&state, seen);
        LogMember {
            name: row.get(0),
            state,
            number: row.get(2),
            behind,
            // What a member says of itself is as old as it is.
            lag_ms: if is_away && behind > 0 { lag + seen } else { lag },
            seen_ms_ago: seen.max(0),
            is_away,
            version: row.get(6),
            clock_ahead_ms: row.get(7),
        }
    };
    Ok(rows.iter().map(member).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_joins_is_not_away() {
        assert!(!is_away("following", 10_000) && is_away("following", 10_001) && !is_away("following", -500));
        assert!(!is_away("joining", 60_000));
    }
}
