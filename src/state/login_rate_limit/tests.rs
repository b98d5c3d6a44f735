use super::*;
use crate::domain::time::{HOUR, MILLISECOND, SECOND};

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

impl LoginRateLimit {
    /// Without waiting for others in progress.
    fn try_as(&self, email: &str, from: IpAddr, standing: SignInStanding, now: Instant) -> Result<SignInAttempt> {
        let account = self.hasher.hash_one(email);
        let subject = SignInSubject { account, network: Network::of(from), wide: Network::wide(from) };
        self.try_begin(subject, standing, now).map_err(|refused| too_many(&refused))
    }

    fn try_in(&self, email: &str, from: IpAddr, now: Instant) -> Result<SignInAttempt> {
        self.try_as(email, from, SignInStanding::Stranger, now)
    }

    /// A wrong guess. Returns the seconds to wait if it was rejected.
    fn guess(&self, email: &str, from: IpAddr, now: Instant) -> Option<u32> {
        match self.try_in(email, from, now) {
            Ok(attempt) => {
                attempt.judged(false, false);
                None
            }
            Err(error) => error.retry_after,
        }
    }
}

/// The `n`th address, each in a separate wide network.
fn far(n: u32) -> IpAddr {
    IpAddr::from((0x0b00_0000 + n * 256).to_be_bytes())
}

#[test]
fn delays_grow_for_one_pair() {
    let guard = LoginRateLimit::default();
    let mut now = Instant::EPOCH;
    for _ in 0..5 {
        assert_eq!(guard.guess("a@b", HERE, now), None);
    }
    assert_eq!(guard.guess("a@b", HERE, now), Some(1));
    now = now.plus(SECOND);
    for _ in 0..60 {
        assert_eq!(guard.guess("a@b", HERE, now), None);
        now = now.plus(900 * SECOND);
    }
    now = now.plus(-900 * SECOND);
    assert_eq!(guard.guess("a@b", HERE, now), Some(900));
    assert!(guard.try_in("c@d", HERE, now).is_ok(), "other accounts of the exam hall");
    guard.try_in("a@b", THERE, now).unwrap().judged(true, false);
    assert_eq!(guard.guess("a@b", HERE, now), Some(900), "a success elsewhere resets nothing here");
}

#[test]
fn an_attempt_without_a_result_does_not_count() {
    let guard = LoginRateLimit::default();
    let now = Instant::EPOCH;
    for _ in 0..100 {
        drop(guard.try_in("e@f", THERE, now).unwrap());
    }
    assert_eq!(guard.shared.tables().pairs.len(), 0, "and takes no memory");
    for _ in 0..5 {
        guard.guess("e@f", THERE, now);
    }
    let later = now.plus(SECOND);
    drop(guard.try_in("e@f", THERE, later).unwrap());
    assert!(guard.try_in("e@f", THERE, later).is_ok(), "a dropped attempt causes no delay");
}

#[test]
fn the_account_delays_unknown_networks_by_30_seconds_at_most() {
    let guard = LoginRateLimit::default();
    let now = Instant::EPOCH;
    for n in 0..60 {
        assert_eq!(guard.guess("a@b", far(n), now), None);
    }
    for _ in 0..2 {
        assert_eq!(guard.guess("a@b", THERE, now), None, "first tries");
    }
    assert_eq!(guard.guess("a@b", THERE, now), None);
    assert_eq!(guard.guess("a@b", THERE, now), Some(30));
    // Addresses of the same wide network count as one attacker.
    let near = |n: u8| IpAddr::from([10, 0, 0, n]);
    assert_eq!((2..20).filter(|n| guard.guess("a@b", near(*n), now).is_none()).count(), 9);
    assert_eq!(guard.guess("a@b", near(99), now.plus(30 * SECOND)), None);
    assert!(guard.try_as("a@b", near(77), SignInStanding::SignedIn, now).is_ok(), "a session is exempt");
}

#[test]
fn first_tries_at_an_account_are_two_thousand_four_hundred_an_hour() {
    let guard = LoginRateLimit::default();
    let now = Instant::EPOCH;
    guard.try_in("a@b", HERE, now).unwrap().judged(true, true);
    let passed = (0..5_000).filter(|n| guard.guess("a@b", far(*n), now).is_none()).count();
    assert_eq!(passed, 20 + 2_400);
    assert!(guard.try_in("a@b", HERE, now).is_ok(), "a known network is exempt");
    assert!(guard.try_in("other@b", far(9_000), now).is_ok());
    assert_eq!(guard.guess("a@b", far(9_000), now.plus(FIRST_TRIES_OF_ACCOUNT.refill)), None);
}

#[test]
fn checks_of_one_account_do_not_fill_the_queue() {
    let guard = LoginRateLimit::default();
    let under_way: Vec<_> = (0..500).filter_map(|n| guard.try_in("a@b", far(n), Instant::EPOCH).ok()).collect();
    assert_eq!(under_way.len(), 20);
    drop(under_way);
    assert!(guard.try_in("a@b", far(1), Instant::EPOCH).is_ok());
}

#[test]
fn a_hall_that_signs_in_never_slows_itself_down() {
    let guard = LoginRateLimit::default();
    for n in 0..2_000 {
        let email = format!("c{n}@example.org");
        guard.try_in(&email, HERE, Instant::EPOCH).unwrap().judged(true, false);
    }
    let tables = guard.shared.tables();
    assert_eq!((tables.networks.len(), tables.others.len(), tables.admins.len()), (0, 2_000, 0));
}

#[test]
fn an_account_known_to_a_network_is_exempt_from_the_delay_of_the_network() {
    let guard = LoginRateLimit::default();
    let now = Instant::EPOCH;
    guard.try_in("a@b", HERE, now).unwrap().judged(true, false);
    for n in 0..200 {
        assert_eq!(guard.guess(&format!("{n}@b"), HERE, now), None);
    }
    assert_eq!(guard.guess("new@b", HERE, now), Some(1));
    assert!(guard.try_in("a@b", HERE, now).is_ok());
}

#[test]
fn a_flood_of_names_resets_no_count_and_takes_no_more_memory() {
    let guard = LoginRateLimit::default();
    let now = Instant::EPOCH;
    for _ in 0..5 {
        guard.guess("a@b", HERE, now);
    }
    for n in 0..200_000_u32 {
        guard.guess(&n.to_string(), far(n), now.plus(i32::try_from(n / 100).unwrap() * MILLISECOND));
    }
    let later = now.plus(500 * MILLISECOND);
    assert_eq!(guard.guess("a@b", HERE, later), Some(1));
    let tables = guard.shared.tables();
    for rows in [tables.pairs.len(), tables.wide.len(), tables.accounts.len(), tables.networks.len()] {
        assert!(rows <= table::MAX_ROWS, "{rows}");
    }
}

#[test]
fn keys_without_a_row_share_one_limit_while_the_table_is_full() {
    let mut table = FailureTable::new(Limit { free: 1, max_delay: 30 * SECOND });
    let now = Instant::EPOCH;
    for n in 0..u32::try_from(table::MAX_ROWS).unwrap() {
        table.count(n, now);
        table.failed(&n);
    }
    let passed = (0..5_000).map(|n| 1_000_000 + n).filter(|n| {
        let free = !table.wait(*n, now).is_positive();
        if free {
            table.count(*n, now);
            table.failed(n);
        }
        free
    });
    assert_eq!(passed.count(), 1_000, "then they wait, 30 s at most");
    assert!(table.wait(0, now).is_positive(), "rows over their limit are not evicted");
    assert_eq!(table.len(), table::MAX_ROWS);
    assert_eq!(table.wait(1_000_000, now.plus(HOUR)), SignedDuration::ZERO, "until their failures expire");
}

#[test]
fn known_networks_are_bounded() {
    let mut known = KnownNetworks::default();
    for n in 0..40_u32 {
        known.insert((1, Network::of(far(n))), Instant::from_millis(n.into()));
    }
    assert_eq!(known.len(), known::MAX_PER_ACCOUNT);
    assert!(known.contains(&(1, Network::of(far(39)))) && !known.contains(&(1, Network::of(far(0)))));
    for n in 0..u64::try_from(known::MAX_PAIRS).unwrap() {
        known.insert((2 + n, Network::of(HERE)), Instant::from_millis(1_000));
    }
    assert_eq!(known.len(), known::MAX_PAIRS);
}

/// Signs in `count` times at once; each check takes a moment. Returns how many were checked, and how many refused.
async fn at_once(guard: &LoginRateLimit, count: usize, is_right: bool) -> (usize, usize) {
    let sign_in = || async {
        let attempt = guard.begin("a@b", HERE, SignInStanding::Stranger, || Instant::EPOCH).await?;
        tokio::time::sleep(Duration::from_millis(10)).await;
        attempt.judged(is_right, false);
        Ok::<_, Error>(())
    };
    let all = futures_util::future::join_all((0..count).map(|_| sign_in())).await;
    let checked = all.iter().filter(|one| one.is_ok()).count();
    (checked, count - checked)
}

#[tokio::test]
async fn right_passwords_at_once_are_all_admitted() {
    let guard = LoginRateLimit::default();
    assert_eq!(at_once(&guard, 8, true).await, (8, 0));
    assert_eq!(at_once(&guard, 30, true).await, (30, 0));
    assert_eq!(guard.shared.tables().all_waiting, 0);
}

#[tokio::test]
async fn wrong_ones_at_once_are_no_more_than_one_after_the_other() {
    let guard = LoginRateLimit::default();
    assert_eq!(at_once(&guard, 30, false).await, (5, 25));
    assert_eq!(at_once(&guard, 30, false).await, (0, 30));
    let tables = guard.shared.tables();
    assert_eq!((tables.all_waiting, tables.waiting.len()), (0, 0));
}

#[tokio::test]
async fn who_waits_is_bounded_in_number_and_time() {
    let guard = LoginRateLimit { max_wait: Duration::from_millis(500), ..LoginRateLimit::default() };
    let held: Vec<_> = (0..5).map(|_| guard.try_in("a@b", HERE, Instant::EPOCH).unwrap()).collect();
    let began = tokio::time::Instant::now();
    let all = futures_util::future::join_all((0..40).map(|_| async {
        let error = guard.begin("a@b", HERE, SignInStanding::Stranger, || Instant::EPOCH).await.err().unwrap();
        assert!(error.detail.contains("sign-ins at once"), "{}", error.detail);
        began.elapsed()
    }))
    .await;
    assert_eq!(all.iter().filter(|waited| **waited >= guard.max_wait).count(), MAX_WAITING_PER_ACCOUNT);
    drop(held);
}
