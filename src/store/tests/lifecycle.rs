//! Opening, locking and closing a file.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Command, Stdio},
};

use super::support::{KINDS, Person, assert_sound, options, put, runtime};
use crate::store::{Backing, BatchHead, Read, Store, StoreError, reserve::Reserve};

/// Environment variable: if set, [`the_other_process`] keeps the named file open.
const HOLD: &str = "INVIGIL_TEST_HOLD";

fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(options(Backing::File(path.into())), KINDS, &[])
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("metadata").permissions().mode() & 0o777
}

#[test]
fn a_closed_store_opens_again_with_everything() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    runtime().block_on(async {
        let store = open(&path).expect("open");
        put(&store, Person::new(1, "one")).await.expect("put");
        store.close().await;
        // `store` still exists: close alone releases the file lock.
        let again = open(&path).expect("open again");
        assert!(again.read().expect("read").get::<Person>(1).expect("get").is_some());
        assert_sound(&again);
        drop(again);
        open(&path).expect("dropping the last handle also closes");
    });
}

#[test]
fn a_read_that_is_under_way_at_the_close_is_no_fault_of_the_disk() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    runtime().block_on(async {
        let store = open(&path).expect("open");
        put(&store, Person::new(1, "one")).await.expect("put");
        let read = store.read().expect("read");
        store.close().await;
        assert!(matches!(read.get::<Person>(1), Ok(Some(_)) | Err(StoreError::Closed)));
    });
}

#[test]
fn files_are_private() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    drop(open(&path).expect("open"));
    assert_eq!(mode(&path), 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("chmod");
    let store = open(&path).expect("open");
    assert_eq!(mode(&path), 0o600);
    let reserve = folder.path().join("invigil.reserve");
    if store.stats().reserve_held {
        assert_eq!((mode(&reserve), fs::metadata(&reserve).expect("reserve").len()), (0o600, 8 << 20));
    }
    let copy = folder.path().join("copy.redb");
    assert_eq!(store.read().expect("read").copy_to(&copy).expect("copy"), 2, "schema version and last batch");
    assert_eq!(mode(&copy), 0o600);
}

#[test]
fn the_reserve_file_is_released_and_allocated_again_later() {
    let folder = tempfile::tempdir().expect("folder");
    let database = folder.path().join("invigil.redb");
    let file = folder.path().join("invigil.reserve");
    let mut reserve = Reserve::beside(Some(&database));
    assert!(!reserve.held());
    reserve.maintain();
    assert!(reserve.held(), "this test needs 64 MiB of free disk");
    assert_eq!(allocated(&file), 8 << 20, "real blocks, not a sparse file");
    assert!(Reserve::beside(Some(&database)).held(), "the file outlives the process");

    reserve.release();
    assert!(!reserve.held() && !file.exists());
    reserve.maintain();
    assert!(!file.exists(), "not immediately: the space is for the database");
    reserve.release();
    assert!(Reserve::beside(None).held(), "without a disk there is nothing to reserve");
}

fn allocated(path: &Path) -> u64 {
    fs::metadata(path).expect("metadata").blocks() * 512
}

#[test]
fn a_second_store_in_the_same_process_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    let first = open(&path).expect("open");
    assert!(matches!(open(&path), Err(StoreError::Locked)));
    drop(first);
    open(&path).expect("free again");
}

#[test]
fn a_second_process_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "store::tests::lifecycle::the_other_process", "--nocapture"])
        .env(HOLD, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("spawn");
    let output = BufReader::new(child.stdout.take().expect("stdout"));
    let held = output.lines().map_while(Result::ok).any(|line| line.contains("holding"));
    assert!(held, "the other process opened the file");
    assert!(matches!(open(&path), Err(StoreError::Locked)));

    // A killed process leaves no lock and no torn write.
    child.kill().expect("kill");
    child.wait().expect("wait");
    let store = open(&path).expect("free again");
    let read = store.read().expect("read");
    let written = read.records::<Person>().expect("records").len() as u64;
    assert!(written > 0);
    // The first batch is the creation of the file.
    assert_eq!(BatchHead::stored(&read).expect("head").map(|head| head.batch), Some(1 + written), "without a hole");
    drop(read);
    assert_sound(&store);
}

/// Does nothing in an ordinary run; [`a_second_process_is_refused`] runs it in a child process.
#[test]
fn the_other_process() {
    let Some(path) = std::env::var_os(HOLD) else {
        return;
    };
    runtime().block_on(async {
        let store = open(Path::new(&path)).expect("open");
        put(&store, Person::new(1, "one")).await.expect("put");
        println!("holding");
        std::io::stdout().flush().expect("flush");
        // Until it is killed; or its parent has ended, which closes the pipe.
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_line(&mut String::new());
            std::process::exit(0);
        });
        for id in 2.. {
            put(&store, Person::new(id, &id.to_string())).await.expect("put");
        }
    });
}
