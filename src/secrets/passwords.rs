//! Password hashing: argon2id (RFC 9106) with m = 19,456 KiB, t = 2, p = 1, the OWASP minimum for that memory.

use crate::{domain::network::Client, sync::Mutex};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{SecretError, token};

/// Hashes computed concurrently. Each needs 19 MiB and a core; without a limit a burst of sign-ins takes gigabytes.
const MAX_CONCURRENT: usize = 2;
/// Callers that may wait, about two seconds' worth of work; further ones are rejected.
const QUEUE_CAPACITY: usize = 300;
/// One client may hold this many times as many places as are free: two thirds of all if it is alone, fewer the more
/// others hold, so that the next client finds a free one.
const SHARE_PER_FREE_PLACE: usize = 2;
const SALT_BYTES: usize = 16;
const OUTPUT_BYTES: usize = 32;

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCheck {
    /// The password is the one that was hashed.
    pub ok: bool,
    /// `ok`, and the stored hash uses other parameters than the current ones: store a new hash.
    pub rehash: bool,
}

/// Hashes and verifies passwords on blocking threads. Clones share one queue.
#[derive(Clone)]
pub struct Passwords(Arc<PasswordQueue>);

struct PasswordQueue {
    params: Params,
    /// One permit per admitted caller, running or waiting.
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    /// Places held by each admitted client.
    places: Mutex<HashMap<Client, ClientPlaces>>,
    /// Pool of at most [`MAX_CONCURRENT`] buffers, kept while computations continue: allocating 19 MiB costs more
    /// page faults than the hash itself should. The last one frees it; the allocator returns it to the system about ten
    /// seconds later.
    memory: Mutex<Vec<Vec<Block>>>,
    computed: AtomicU64,
}

/// Places of one client.
struct ClientPlaces {
    own: usize,
    /// Admits [`MAX_CONCURRENT`] of them to the common queue; the others wait here, so that a client with a single
    /// password overtakes one with hundreds.
    turns: Arc<Semaphore>,
}

impl Default for ClientPlaces {
    fn default() -> Self {
        Self { own: 0, turns: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

impl Passwords {
    #[must_use]
    pub fn new() -> Self {
        Self::with(Params::DEFAULT)
    }

    /// A hasher with minimal parameters, for fast tests. Never for real passwords.
    #[must_use]
    pub fn for_tests() -> Self {
        Self::with(Params::new(Params::MIN_M_COST, 1, 1, None).unwrap_or(Params::DEFAULT))
    }

    fn with(params: Params) -> Self {
        Self(Arc::new(PasswordQueue {
            params,
            admitted: Arc::new(Semaphore::new(MAX_CONCURRENT + QUEUE_CAPACITY)),
            running: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            places: Mutex::default(),
            memory: Mutex::default(),
            computed: AtomicU64::new(0),
        }))
    }

    /// Returns the number of hashes computed since the start, for new passwords and for checks.
    #[must_use]
    pub fn computed(&self) -> u64 {
        self.0.computed.load(Ordering::Relaxed)
    }

    /// Hashes `password` with a new salt, without a client's share; for the operator. Returns the PHC string
    /// (`$argon2id$v=19$m=...`).
    ///
    /// # Errors
    /// Those of [`Self::hash_for`], except [`SecretError::Crowded`].
    pub async fn hash(&self, password: String) -> Result<String, SecretError> {
        self.hash_for(None, password).await
    }

    /// Like [`Self::hash`], limited to the client's share of the queue.
    ///
    /// # Errors
    /// [`SecretError::Busy`] if the queue is full, [`SecretError::Crowded`] if the client's share of it is,
    /// [`SecretError::Hash`] if the computation fails.
    pub async fn hash_for(&self, client: Option<Client>, password: String) -> Result<String, SecretError> {
        self.run(client, move |shared| {
            let salt = Salt::new(&token::random_bytes::<SALT_BYTES>()).map_err(hash_error)?;
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, shared.params.clone());
            let hash = shared.compute(&argon2, &password, &salt, OUTPUT_BYTES)?;
            let phc = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&shared.params).map_err(hash_error)?,
                salt: Some(salt),
                hash: Some(hash),
            };
            Ok(phc.to_string())
        })
        .await
    }

    /// Verifies `password` against a stored hash. Without one (`phc` is `None`: no account has that address) it does
    /// the same work against a hash that nothing matches, so that timing does not reveal which addresses exist.
    ///
    /// `judged` is called with the verdict even if the caller has disconnected. If the caller disconnects while still
    /// queued, no work is done, the caller has learned nothing, and `judged` is dropped without a call.
    ///
    /// # Errors
    /// Those of [`Self::hash_for`]; [`SecretError::Hash`] if the stored hash cannot be parsed.
    pub async fn verify(
        &self,
        client: Client,
        password: String,
        phc: Option<String>,
        judged: impl FnOnce(bool) + Send + 'static,
    ) -> Result<PasswordCheck, SecretError> {
        self.run(Some(client), move |shared| {
            let verdict = shared.judge(&password, phc.as_deref())?;
            judged(verdict.ok);
            Ok(verdict)
        })
        .await
    }

    async fn run<T, F>(&self, client: Option<Client>, work: F) -> Result<T, SecretError>
    where
        T: Send + 'static,
        F: FnOnce(&PasswordQueue) -> Result<T, SecretError> + Send + 'static,
    {
        let place = QueueSlot::take(&self.0, client)?;
        let turn = match place.turns.clone() {
            Some(turns) => Some(turns.acquire_owned().await.map_err(|_| SecretError::Busy)?),
            None => None,
        };
        let running = Arc::clone(&self.0.running).acquire_owned().await.map_err(|_| SecretError::Busy)?;
        let shared = Arc::clone(&self.0);
        // The computation owns the permits: it continues after the caller has disconnected, and counts until it ends.
        let permits: (QueueSlot, Option<OwnedSemaphorePermit>, OwnedSemaphorePermit) = (place, turn, running);
        tokio::task::spawn_blocking(move || {
            let result = work(&shared);
            drop(permits);
            shared.free_idle_memory();
            result
        })
        .await
        .map_err(|e| SecretError::Hash(e.to_string()))?
    }
}

/// A place in the queue, running or waiting.
struct QueueSlot {
    shared: Arc<PasswordQueue>,
    client: Option<Client>,
    turns: Option<Arc<Semaphore>>,
    _permit: OwnedSemaphorePermit,
}

impl QueueSlot {
    fn take(shared: &Arc<PasswordQueue>, client: Option<Client>) -> Result<Self, SecretError> {
        let admit = || Arc::clone(&shared.admitted).try_acquire_owned().map_err(|_| SecretError::Busy);
        let (permit, turns) = match client {
            None => (admit()?, None),
            Some(client) => {
                let mut places = shared.places.lock().unwrap_or_else(PoisonError::into_inner);
                let own = places.get(&client).map_or(0, |places| places.own);
                let free = shared.admitted.available_permits();
                if free > 0 && own >= free * SHARE_PER_FREE_PLACE {
                    return Err(SecretError::Crowded);
                }
                let permit = admit()?;
                let places = places.entry(client).or_default();
                places.own += 1;
                (permit, Some(places.turns.clone()))
            }
        };
        Ok(Self { shared: Arc::clone(shared), client, turns, _permit: permit })
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut places = self.shared.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(left) = places.get_mut(&client) {
            left.own -= 1;
            if left.own == 0 {
                places.remove(&client);
            }
        }
    }
}

impl PasswordQueue {
    fn judge(&self, password: &str, phc: Option<&str>) -> Result<PasswordCheck, SecretError> {
        if let Some(phc) = phc {
            return self.check(password, &PasswordHash::new(phc).map_err(hash_error)?);
        }
        let salt = Salt::new(&token::random_bytes::<SALT_BYTES>()).map_err(hash_error)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.params.clone());
        self.compute(&argon2, password, &salt, OUTPUT_BYTES)?;
        Ok(PasswordCheck { ok: false, rehash: false })
    }

    fn check(&self, password: &str, stored: &PasswordHash) -> Result<PasswordCheck, SecretError> {
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else {
            return Err(SecretError::Hash("the stored hash is incomplete".to_owned()));
        };
        let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(hash_error)?;
        let version = stored.version.map_or(Ok(Version::default()), Version::try_from).map_err(hash_error)?;
        let params = Params::try_from(stored).map_err(hash_error)?;
        let current = algorithm == Algorithm::Argon2id
            && version == Version::V0x13
            && (params.m_cost(), params.t_cost(), params.p_cost())
                == (self.params.m_cost(), self.params.t_cost(), self.params.p_cost())
            && salt.len() == SALT_BYTES
            && expected.len() == OUTPUT_BYTES;
        let argon2 = Argon2::new(algorithm, version, params);
        // `Output` compares in constant time.
        let ok = self.compute(&argon2, password, salt, expected.len())? == *expected;
        Ok(PasswordCheck { ok, rehash: ok && !current })
    }

    fn compute(&self, argon2: &Argon2<'_>, password: &str, salt: &Salt, len: usize) -> Result<Output, SecretError> {
        self.computed.fetch_add(1, Ordering::Relaxed);
        let needed = argon2.params().block_count();
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        if memory.len() < needed {
            memory.resize(needed, Block::default());
        }
        let mut out = [0; Output::MAX_LENGTH];
        let out = out.get_mut(..len).ok_or_else(|| SecretError::Hash("the stored hash is too long".to_owned()))?;
        let result = argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, &mut memory[..]);
        // An old hash with more expensive parameters must not keep its larger buffer in the pool.
        if memory.len() <= self.params.block_count() {
            self.memory.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        }
        result.map_err(hash_error)?;
        Output::new(out).map_err(hash_error)
    }

    /// Frees the memory pool when no caller is admitted. Of several that end together, the last one sees that.
    fn free_idle_memory(&self) {
        if self.admitted.available_permits() == MAX_CONCURRENT + QUEUE_CAPACITY {
            self.memory.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

impl fmt::Debug for Passwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passwords").field("params", &self.0.params).finish_non_exhaustive()
    }
}

fn hash_error(e: impl fmt::Display) -> SecretError {
    SecretError::Hash(e.to_string())
}

#[cfg(test)]
#[path = "passwords_tests.rs"]
mod tests;
