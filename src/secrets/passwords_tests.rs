use super::*;

fn pooled(passwords: &Passwords) -> Vec<usize> {
    passwords.0.memory.lock().unwrap().iter().map(Vec::len).collect()
}

/// One more who is inside, for whom memory is kept.
fn somebody(passwords: &Passwords) -> OwnedSemaphorePermit {
    Arc::clone(&passwords.0.admitted).try_acquire_owned().unwrap()
}

#[tokio::test]
async fn a_password_verifies_and_another_does_not() {
    let passwords = Passwords::for_tests();
    let phc = passwords.hash("correct horse".into()).await.unwrap();
    let verdict = passwords.verify("correct horse".into(), Some(phc.clone())).await.unwrap();
    assert_eq!(verdict, Verdict { ok: true, rehash: false });
    assert!(!passwords.verify("Correct horse".into(), Some(phc.clone())).await.unwrap().ok);
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
    let good = real.verify("pw".into(), Some(cheap.clone())).await.unwrap();
    assert_eq!(good, Verdict { ok: true, rehash: true });
    let bad = real.verify("no".into(), Some(cheap)).await.unwrap();
    assert_eq!(bad, Verdict { ok: false, rehash: false });
}

#[tokio::test]
async fn an_unknown_user_costs_the_same_work() {
    let passwords = Passwords::for_tests();
    let _somebody = somebody(&passwords);
    let verdict = passwords.verify("pw".into(), None).await.unwrap();
    assert_eq!(verdict, Verdict { ok: false, rehash: false });
    assert_eq!(pooled(&passwords), [passwords.0.params.block_count()], "argon2 ran with the full memory");
}

#[tokio::test]
async fn memory_is_reused_while_somebody_waits_and_dearer_memory_is_given_back() {
    let passwords = Passwords::for_tests();
    let block_count = passwords.0.params.block_count();
    let waiting = somebody(&passwords);
    for _ in 0..3 {
        passwords.hash("pw".into()).await.unwrap();
    }
    assert_eq!(pooled(&passwords), [block_count]);
    let dear = Passwords::with(Params::new(64, 1, 1, None).unwrap()).hash("pw".into()).await.unwrap();
    assert!(passwords.verify("pw".into(), Some(dear)).await.unwrap().ok);
    assert!(pooled(&passwords).iter().all(|len| *len <= block_count));
    drop(waiting);
    passwords.hash("pw".into()).await.unwrap();
    assert!(pooled(&passwords).is_empty(), "the last one gives it back");
}

#[tokio::test]
async fn a_stored_hash_that_cannot_be_read_is_an_error() {
    for bad in ["", "plain", "$argon2id$v=19$m=8,t=1,p=1", "$scrypt$ln=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAA"] {
        let result = Passwords::for_tests().verify("pw".into(), Some(bad.into())).await;
        assert!(matches!(result, Err(SecretError::Hash(_))), "{bad}");
    }
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_and_serves_the_rest() {
    let passwords = Passwords::for_tests();
    let both = Arc::clone(&passwords.0.running).acquire_many_owned(2).await.unwrap();
    let tasks: Vec<_> = (0..AT_ONCE + WAITING)
        .map(|_| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.verify("pw".into(), None).await })
        })
        .collect();
    while passwords.0.admitted.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(passwords.hash("pw".into()).await, Err(SecretError::Busy)));
    // A caller that hangs up while waiting makes room.
    tasks[0].abort();
    while passwords.0.admitted.available_permits() == 0 {
        tokio::task::yield_now().await;
    }
    drop(both);
    assert!(passwords.hash("pw".into()).await.is_ok());
    for task in tasks.into_iter().skip(1) {
        assert!(task.await.unwrap().is_ok());
    }
    assert!(pooled(&passwords).len() <= AT_ONCE);
}
