//! The statements. Each one is proved against a PostgreSQL whose standby is stopped: what waits for a standby, and what
//! does not, is no matter of taste (`docs/twin.md`).

/// The tables. The first row of the log is the batch that all members begin with. A batch that fits into a page is one row:
/// elsewhere each 2 kB of it would be a row of another table, with an index entry of its own.
pub const SCHEMA: &str = "
CREATE TABLE invigil_lease (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch   bigint NOT NULL UNIQUE,
    token   bigint NOT NULL,
    holder  text NOT NULL,
    wanted  text NOT NULL,
    until   timestamptz NOT NULL,
    term_ms bigint NOT NULL
);
CREATE TABLE invigil_log (
    number  bigint PRIMARY KEY,
    epoch   bigint NOT NULL,
    hash    bytea NOT NULL,
    batch   bytea NOT NULL
);
ALTER TABLE invigil_log ALTER batch SET STORAGE EXTERNAL;
ALTER TABLE invigil_log SET (toast_tuple_target = 8160);
CREATE TABLE invigil_member (
    name    text PRIMARY KEY,
    applied bigint NOT NULL,
    seen    timestamptz NOT NULL,
    version text NOT NULL,
    state   text NOT NULL,
    lag_ms  bigint NOT NULL
);";

/// Meets the row if the log is as it was created, for data with the last batch $2 of hash $3, and no member has used it. It is an
/// UPDATE, whose commit waits for the standby, and so for that of the creation.
pub const BEGUN: &str = "UPDATE invigil_lease SET term_ms = $1 WHERE until = '-infinity' AND holder = '' \
    AND NOT EXISTS (SELECT FROM invigil_member) \
    AND (SELECT count(*) = 1 AND bool_and(number = $2 AND hash = $3) FROM invigil_log)";

/// Defaults of roles and databases must not weaken a session: without warnings, a wait for the standby that was cancelled
/// would look like a commit. A dead connection is found by the server, too, because its locks would block a take-over.
/// PostgreSQL 13 has not all of these settings: it is connected to nevertheless, so that a person reads that it is too old.
pub const SESSION: &str = "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; \
    SET client_min_messages = warning; SET statement_timeout = 0; SET lock_timeout = 0; \
    SET idle_in_transaction_session_timeout = 0; SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; \
    SET tcp_keepalives_count = 3; SET tcp_user_timeout = 4000; \
    SELECT set_config(name, value, false) FROM (VALUES ('idle_session_timeout', '0'), \
    ('client_connection_check_interval', '2000')) AS newer (name, value) \
    WHERE current_setting('server_version_num')::int >= 140000";

/// Demands in one statement: the epoch, under a lock that a take-over conflicts with and a renewal does not; and our own
/// predecessor. The repeat of a record is an UPDATE of the row with its own hash, which waits for the standby again.
pub const APPEND: &str = "WITH l AS (SELECT epoch FROM invigil_lease WHERE epoch = $1 AND token = $6 FOR KEY SHARE) \
    INSERT INTO invigil_log (number, epoch, hash, batch) SELECT $2::bigint, l.epoch, $3::bytea, $4::bytea FROM l \
    WHERE EXISTS (SELECT FROM invigil_log p WHERE p.number = $2::bigint - 1 AND p.hash = $5) \
    ON CONFLICT (number) DO UPDATE SET epoch = excluded.epoch WHERE invigil_log.hash = excluded.hash";

pub const EPOCH: &str = "SELECT epoch, token FROM invigil_lease";

/// $1 is this member, $2 the length of the lease in ms, $4 a number whose upper half is this member's instance, as that of
/// the token is the holder's: a copy of its folder has its name, and must not take its lease. Where a person wants another
/// member to lead, that one has a whole lease to take it.
macro_rules! is_free {
    () => {
        "(until < now() OR (holder = $1 AND token >> 32 = $4::bigint >> 32)) \
         AND (wanted IN ('', $1) OR until + $2 * interval '1 ms' < now())"
    };
}

/// The commit of this is what makes a take-over: it waits for the standby, and so for every record before.
pub const TAKE: &str = concat!(
    "UPDATE invigil_lease SET epoch = greatest(epoch, $3) + 1, token = $4, holder = $1, wanted = '', \
     until = now() + $2 * interval '1 ms' WHERE ",
    is_free!(),
    " RETURNING epoch"
);

pub const RENEW: &str = "UPDATE invigil_lease SET until = now() + $2 * interval '1 ms' WHERE epoch = $1 AND token = $5 \
    RETURNING EXISTS (SELECT FROM invigil_log WHERE number = $3 AND hash = $4), wanted";

pub const RELEASE: &str = "UPDATE invigil_lease SET until = now() WHERE epoch = $1 AND token = $2";

/// Reads by bytes: a record may have many megabytes. The first one always comes.
pub const READ: &str = "SELECT number, hash, batch FROM (SELECT number, hash, batch, \
    sum(octet_length(batch)) OVER (ORDER BY number) - octet_length(batch) AS bytes_before \
    FROM invigil_log WHERE number > $1 ORDER BY number LIMIT 512) r WHERE bytes_before < $2::bigint ORDER BY number";

/// Ends a lease, of epoch $2, that lasts longer than any that was asked for; $1 is the length of a lease in ms.
pub const END_FAR: &str =
    "UPDATE invigil_lease SET until = now() WHERE until > now() + $1 * interval '2 ms' AND epoch = $2";

/// After the records: an end that is read later can only be further on. The last column is the end of a lease that lasts
/// longer than any that was asked for.
pub const ENDS: &str = concat!(
    "SELECT epoch, token, holder, ",
    is_free!(),
    ", (SELECT max(number) FROM invigil_log), (SELECT hash FROM invigil_log WHERE number = $3), until > now(), \
     (extract(epoch FROM clock_timestamp()) * 1000)::bigint, \
     CASE WHEN until > now() + $2 * interval '2 ms' THEN (extract(epoch FROM until) * 1000)::bigint END FROM invigil_lease"
);

/// After the version and a plus sign is the instance, and after another one how far the log's clock is ahead, in ms. Meets no
/// row if another instance of that name was seen in the last 10 s, unless this one holds the lease. Versions of the program
/// without instances write none.
pub const CONFIRM: &str = "INSERT INTO invigil_member AS m VALUES ($1, $2, now(), $3, $4, $5) \
    ON CONFLICT (name) DO UPDATE SET applied = $2, seen = now(), version = $3, state = $4, lag_ms = $5 \
    WHERE $4 IN ('taking_over', 'leading', 'paused') OR m.seen < now() - interval '10 s' \
    OR split_part(m.version, '+', 2) IN ('', split_part($3, '+', 2))";

/// Whether another instance of this member was seen in the last 10 s, in either of its rows: $2 is the own one, as after the
/// version, and $3 as in the upper half of a token.
pub const IS_OTHER: &str = "SELECT EXISTS (SELECT FROM invigil_member WHERE name = $1 AND seen > now() - interval '10 s' \
    AND split_part(version, '+', 2) NOT IN ('', $2)) \
    OR EXISTS (SELECT FROM invigil_lease WHERE holder = $1 AND until > now() AND token >> 32 <> $3)";

/// Adds a member that joins, from the batch of its seed on: the log is kept for it, and it is no member yet. Meets no row if
/// there is a member of that name.
pub const RESERVE: &str = "INSERT INTO invigil_member VALUES ($1, $2, now(), $3, 'joining', 0) \
    ON CONFLICT (name) DO UPDATE SET applied = $2, seen = now() WHERE invigil_member.state = 'joining'";

pub const UNRESERVE: &str = "DELETE FROM invigil_member WHERE name = $1 AND state = 'joining'";

/// The members. What has been applied by one that is away grows old with the time since it was seen.
pub const MEMBERS: &str = "SELECT name, state, applied, greatest(0, (SELECT max(number) FROM invigil_log) - applied), lag_ms, \
    (extract(epoch FROM now() - seen) * 1000)::bigint, split_part(version, '+', 1), \
    coalesce(nullif(split_part(version, '+', 3), ''), '0')::bigint FROM invigil_member ORDER BY name";

/// Settings that decide what the log survives, and its clock in ms.
pub const SETTINGS: &str = "SELECT current_setting('server_version_num')::int, current_setting('server_version'), \
    current_setting('synchronous_standby_names') <> '' AND current_setting('fsync') = 'on', \
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// Never the last record. $1 is the greatest number that may be deleted, $2 how long a member that is away is waited for,
/// in ms. A bounded number of rows, since the lease is renewed on the same connection.
pub const TRIM: &str = "DELETE FROM invigil_log WHERE number < least($1, (SELECT max(number) FROM invigil_log), \
    (SELECT min(applied) FROM invigil_member WHERE seen > now() - $2 * interval '1 ms'), \
    (SELECT min(number) FROM invigil_log) + 2000)";

/// Ends the sessions that a lock of session $1 waits for: of a leader whose connection broke within a statement. One that
/// waits for the standby is no such session.
pub const END_BLOCKERS: &str = "SELECT pg_terminate_backend(p) FROM unnest(pg_blocking_pids($1)) p \
    JOIN pg_stat_activity a ON a.pid = p WHERE a.wait_event IS DISTINCT FROM 'SyncRep'";
