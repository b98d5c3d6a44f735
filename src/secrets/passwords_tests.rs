use super::*;
use crate::domain::network::Network;
use std::{net::IpAddr, sync::atomic::AtomicUsize};

fn client(n: u8) -> Client {
    Client::Network(Network::of(IpAddr::from([10, 0, 0, n])))
}

impl Passwords {
    /// A check by one fixed client.
    async fn check(&self, password: &str, phc: Option<String>) -> Result<PasswordCheck, SecretError> {
        self.verify(client(1), password.into(), phc, |_| {}).await
    }
}

fn pooled(passwords: &Passwords) -> Vec<usize> {
    passwords.0.memory.lock().unwrap().iter().map(Vec::len).collect()
}

/// Occupies a place, so that the memory pool is kept.
fn occupy(passwords: &Passwords) -> OwnedSemaphorePermit {
    Arc::clone(&passwords.0.admitted).try_acquire_owned().unwrap()
}

#[tokio::test]
async fn a_password_verifies_and_another_does_not() {
    let passwords = Passwords::for_tests();
    let phc = passwords.hash("correct horse".into()).await.unwrap();
    let verdict = passwords.check("correct horse", Some(phc.clone())).await.unwrap();
    assert_eq!(verdict, PasswordCheck { ok: true, rehash: false });
    assert!(!passwords.check("Correct horse", Some(phc.clone())).await.unwrap().ok);
    assert_ne!(phc, passwords.hash("correct horse".into()).await.unwrap(), "salted");
}

#[tokio::test]
async fn real_parameters_are_the_documented_ones_and_the_library_agrees() {
    use argon2::PasswordVerifier;
    let phc = Passwords::new().hash("secret".into()).await.unwrap();
    assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
    assert!(PasswordVerifier::<str>::verify_password(&Argon2::default(), b"secret", phc.as_str()).is_ok());
}

#[tokio::test]
async fn an_older_hash_asks_for_a_new_one_but_a_wrong_password_does_not() {
    let cheap = Passwords::for_tests().hash("pw".into()).await.unwrap();
    let real = Passwords::new();
    let good = real.check("pw", Some(cheap.clone())).await.unwrap();
    assert_eq!(good, PasswordCheck { ok: true, rehash: true });
    let bad = real.check("no", Some(cheap)).await.unwrap();
    assert_eq!(bad, PasswordCheck { ok: false, rehash: false });
}

#[tokio::test]
async fn an_unknown_user_costs_the_same_work() {
    let passwords = Passwords::for_tests();
    let _place = occupy(&passwords);
    let verdict = passwords.check("pw", None).await.unwrap();
    assert_eq!(verdict, PasswordCheck { ok: false, rehash: false });
    assert_eq!(pooled(&passwords), [passwords.0.params.block_count()], "argon2 ran with the full memory");
}

#[tokio::test]
async fn memory_is_reused_while_a_caller_waits_and_larger_buffers_are_freed() {
    let passwords = Passwords::for_tests();
    let block_count = passwords.0.params.block_count();
    let waiting = occupy(&passwords);
    for _ in 0..3 {
        passwords.hash("pw".into()).await.unwrap();
    }
    assert_eq!(pooled(&passwords), [block_count]);
    let expensive = Passwords::with(Params::new(64, 1, 1, None).unwrap()).hash("pw".into()).await.unwrap();
    assert!(passwords.check("pw", Some(expensive)).await.unwrap().ok);
    assert!(pooled(&passwords).iter().all(|len| *len <= block_count));
    drop(waiting);
    passwords.hash("pw".into()).await.unwrap();
    assert!(pooled(&passwords).is_empty(), "the last one frees it");
}

#[tokio::test]
async fn a_malformed_stored_hash_is_an_error() {
    for bad in ["", "plain", "$argon2id$v=19$m=8,t=1,p=1", "$scrypt$ln=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAA"] {
        let result = Passwords::for_tests().check("pw", Some(bad.into())).await;
        assert!(matches!(result, Err(SecretError::Hash(_))), "{bad}");
    }
}

/// Spawns one check per client; each task returns true if it was served.
fn waiting(passwords: &Passwords, clients: impl Iterator<Item = Client>) -> Vec<tokio::task::JoinHandle<bool>> {
    let wait = |client| {
        let passwords = passwords.clone();
        tokio::spawn(async move { passwords.verify(client, "pw".into(), None, |_| {}).await.is_ok() })
    };
    clients.map(wait).collect()
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_full_queue_rejects_the_next_and_serves_the_rest() {
    let passwords = Passwords::for_tests();
    let both = Arc::clone(&passwords.0.running).acquire_many_owned(2).await.unwrap();
    let clients = (0..MAX_CONCURRENT + QUEUE_CAPACITY).map(|n| client(u8::try_from(n % 200).unwrap()));
    let tasks = waiting(&passwords, clients);
    until(|| passwords.0.admitted.available_permits() == 0).await;
    assert!(matches!(passwords.hash("pw".into()).await, Err(SecretError::Busy)));
    assert!(matches!(passwords.check("pw", None).await, Err(SecretError::Busy)));
    // A caller that disconnects while waiting frees its place.
    tasks[0].abort();
    until(|| passwords.0.admitted.available_permits() > 0).await;
    drop(both);
    assert!(passwords.hash("pw".into()).await.is_ok());
    for task in tasks.into_iter().skip(1) {
        assert!(task.await.unwrap());
    }
    assert!(pooled(&passwords).len() <= MAX_CONCURRENT);
    assert!(passwords.0.places.lock().unwrap().is_empty(), "no client is remembered");
}

#[tokio::test]
async fn one_client_leaves_a_third_of_the_queue_to_others() {
    let passwords = Passwords::for_tests();
    let both = Arc::clone(&passwords.0.running).acquire_many_owned(2).await.unwrap();
    let greedy = waiting(&passwords, (0..400).map(|_| client(1)));
    until(|| greedy.iter().filter(|task| task.is_finished()).count() == 400 - 202).await;
    assert!(matches!(passwords.check("pw", None).await, Err(SecretError::Crowded)));
    let second = waiting(&passwords, (0..400).map(|_| client(2)));
    until(|| second.iter().filter(|task| task.is_finished()).count() == 400 - 67).await;
    let third = waiting(&passwords, std::iter::once(client(3)));
    drop(both);
    let mut served = 0;
    for task in greedy.into_iter().chain(second).chain(third) {
        served += usize::from(task.await.unwrap());
    }
    assert_eq!(served, 202 + 67 + 1);
    assert!(passwords.check("pw", None).await.is_ok());
}

#[tokio::test]
async fn a_verdict_is_reported_after_a_disconnect_but_not_if_the_check_never_ran() {
    let passwords = Passwords::for_tests();
    let verdicts = Arc::new(AtomicUsize::new(0));
    let ask = || {
        let verdicts = Arc::clone(&verdicts);
        passwords.verify(client(1), "pw".into(), None, move |ok| {
            assert!(!ok);
            verdicts.fetch_add(1, Ordering::SeqCst);
        })
    };
    let both = Arc::clone(&passwords.0.running).acquire_many_owned(2).await.unwrap();
    let waiting = tokio::time::timeout(std::time::Duration::ZERO, ask()).await;
    assert!(waiting.is_err() && Arc::strong_count(&verdicts) == 1, "dropped while queued");
    drop(both);
    let mut running = Box::pin(ask());
    while passwords.computed() == 0 {
        let _ = std::future::poll_fn(|cx| std::task::Poll::Ready(running.as_mut().poll(cx))).await;
        tokio::task::yield_now().await;
    }
    drop(running);
    until(|| verdicts.load(Ordering::SeqCst) == 1).await;
}
