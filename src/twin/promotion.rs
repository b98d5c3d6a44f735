//! A person lets another member lead: the wish in the log, and what has come of it.

use super::{
    postgres::PgLog,
    settings::Settings,
    setup::{is_other, log_of, member_named},
    standing,
};
use crate::store::LogMember;
use std::time::{Duration, Instant};

/// Batches that a member may lack and be promoted nevertheless: there is no leader while it applies them.
const FEW_BEHIND: u32 = 1_000;
/// A member that was not seen for this long is not asked to lead: it reports itself each second.
const SEEN_WITHIN: Duration = Duration::from_secs(5);
/// How often the lease is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// Why a member cannot be asked to lead, in words: the leader would stop for nothing.
fn unfit(name: &str, members: &[LogMember]) -> Option<String> {
    let is_there = |member: &&LogMember| {
        let seen = Duration::from_millis(u64::try_from(member.seen_ms_ago).unwrap_or_default());
        seen <= SEEN_WITHIN && !member.is_away && member.state != "joining"
    };
    let Some(member) = member_named(members, name).filter(is_there) else {
        let seconds = SEEN_WITHIN.as_secs();
        return Some(format!("no member '{name}' was seen in the last {seconds} s: see 'invigil twin status'"));
    };
    match member.state.as_str() {
        "needs_seed" => Some(format!("'{name}' cannot lead, because it needs a seed: see 'invigil twin join'")),
        "diverged" => Some(format!("'{name}' cannot lead, because its file holds what the log does not")),
        _ if member.behind > i64::from(FEW_BEHIND) => {
            Some(format!("'{name}' is {} batches behind: try again once it has applied them", member.behind))
        }
        _ => None,
    }
}

/// The lease after a member was asked to lead.
struct Wish {
    epoch: i64,
    holder: String,
    wanted: String,
    is_held: bool,
}

impl Wish {
    fn read(log: &mut PgLog) -> Result<Self, String> {
        let lease = "SELECT epoch, holder, wanted, until > now() FROM invigil_lease";
        log.with_client(async |client| {
            let row = client.query_one(lease, &[]).await?;
            Ok(Self { epoch: row.get(0), holder: row.get(1), wanted: row.get(2), is_held: row.get(3) })
        })
    }

    /// Whether `name` leads, which was asked to in the epoch `asked`.
    ///
    /// # Errors
    /// Why it will not, in words.
    fn is_met(&self, name: &str, asked: i64) -> Result<bool, String> {
        let Self { epoch, holder, wanted, is_held } = self;
        match (*is_held, *epoch > asked) {
            (true, _) if holder == name => Ok(true),
            // A whole lease after the one before had ended.
            (true, true) => Err(format!(
                "'{name}' did not take the lease in time: '{holder}' leads, in epoch {epoch}. See 'invigil twin status', and \
                 the log of '{name}'"
            )),
            (_, false) if wanted.is_empty() => Err(format!("the request that '{name}' leads was withdrawn meanwhile")),
            (_, false) if wanted != name => Err(format!("'{wanted}' was asked to lead meanwhile, instead of '{name}'")),
            _ => Ok(false),
        }
    }
}

/// Asks the leader to give the lease to `name`, and waits until it has it. Returns how long that took; `None` if it led
/// already.
///
/// # Errors
/// If there is no such member, if another machine or folder is the one of these settings, if it cannot lead, if it did not take
/// the lease in time, or if another one leads instead.
pub fn promote(settings: &Settings, name: &str, limit: Duration) -> Result<Option<Duration>, String> {
    let began = Instant::now();
    let mut log = log_of(settings)?;
    // It would let the other one lead, or say that this one does.
    if name == settings.name && log.with_client(async |client| is_other(client, settings).await)? {
        return Err(format!(
            "another server is the member '{name}', as seen in the last 10 s: a copy of its machine or folder must join under its \
             own name; if this folder was moved, try again 10 s after that server has stopped"
        ));
    }
    // Nothing is asked of one that leads: a wish that stays would keep the others from taking over in time.
    let stays = "UPDATE invigil_lease SET wanted = '' WHERE holder = $1 AND until > now()";
    if log.with_client(async |client| client.execute(stays, &[&name]).await)? > 0 {
        return Ok(None);
    }
    let members = log.with_client(standing::members)?;
    if let Some(why) = unfit(name, &members) {
        return Err(why);
    }
    let ask = "UPDATE invigil_lease SET wanted = $1 RETURNING epoch";
    let asked =
        log.with_client(async |client| client.query_one(ask, &[&name]).await.map(|row| row.get::<_, i64>(0)))?;
    loop {
        // The log may change its server in this moment.
        let found = Wish::read(&mut log);
        if let Ok(wish) = &found
            && wish.is_met(name, asked)?
        {
            return Ok(Some(began.elapsed()));
        }
        if began.elapsed() > limit {
            let withdrawn = "UPDATE invigil_lease SET wanted = '' WHERE wanted = $1";
            let _ = log.with_client(async |client| client.execute(withdrawn, &[&name]).await);
            found?;
            return Err(format!(
                "'{name}' has not taken the lease within {} s; see 'invigil twin status'",
                limit.as_secs()
            ));
        }
        std::thread::sleep(LOOK_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, state: &str) -> LogMember {
        LogMember {
            name: name.into(),
            state: state.into(),
            number: 40,
            behind: 3,
            lag_ms: 0,
            seen_ms_ago: 200,
            is_away: false,
            version: "0.2.0".into(),
            clock_ahead_ms: 0,
        }
    }

    /// The leader stops as soon as another member is wanted.
    #[test]
    fn only_a_member_that_can_lead_is_asked_to() {
        let refused = |member: LogMember| unfit("b", &[member]).unwrap_or_default();
        assert_eq!(refused(member("b", "following")), "");
        // As it was when its last lease ended.
        assert_eq!(refused(member("b", "paused")), "");
        assert!(refused(member("a", "following")).contains("no member 'b'"));
        assert!(refused(member("b", "joining")).contains("no member 'b'"));
        assert!(refused(LogMember { is_away: true, ..member("b", "following") }).contains("no member 'b'"));
        assert!(refused(member("b", "needs_seed")).contains("needs a seed"));
        assert!(refused(member("b", "diverged")).contains("holds what the log does not"));
        assert_eq!(refused(LogMember { seen_ms_ago: 4_900, ..member("b", "following") }), "");
        assert!(refused(LogMember { seen_ms_ago: 5_100, ..member("b", "following") }).contains("in the last 5 s"));
        assert!(refused(LogMember { behind: 50_000, ..member("b", "following") }).contains("50000 batches behind"));
    }

    /// Else a person waits for what cannot come any more.
    #[test]
    fn a_wish_ends_as_soon_as_it_is_met_or_cannot_be() {
        let lease = |epoch, holder: &str, wanted: &str, is_held| {
            Wish { epoch, holder: holder.into(), wanted: wanted.into(), is_held }.is_met("b", 7)
        };
        assert_eq!(lease(7, "a", "b", true), Ok(false), "it leads still");
        assert_eq!(lease(7, "a", "b", false), Ok(false), "it has given the lease back");
        assert_eq!(lease(8, "b", "", true), Ok(true));
        assert_eq!(lease(8, "b", "", false), Ok(false), "one that took it may take it again");
        assert!(lease(8, "a", "", true).unwrap_err().contains("'a' leads, in epoch 8"));
        assert!(lease(7, "a", "", true).unwrap_err().contains("withdrawn"));
        assert!(lease(7, "a", "c", true).unwrap_err().starts_with("'c' was asked to lead"));
    }
}
