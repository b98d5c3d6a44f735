//! Corruption: redb panics over a corrupted file. Wherever a file is opened or scanned, that panic becomes an error,
//! because it is no bug of the program.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Once,
};

use super::StoreError;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PANIC_MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f` and converts a panic of redb on this thread into [`StoreError::Damaged`], without output on standard error.
/// Any other panic continues to unwind.
///
/// # Errors
/// Those of `f`, and [`StoreError::Damaged`]. After the latter, the objects that `f` used may only be dropped.
pub fn guard<T>(f: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() && info.location().is_some_and(|at| is_engine(at.file())) {
                let message = text(info.payload()).to_owned();
                PANIC_MESSAGE.with_borrow_mut(|stored| *stored = Some(message));
            } else {
                default_hook(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    GUARDED.set(outer);
    result.unwrap_or_else(|panic| match PANIC_MESSAGE.take() {
        Some(message) => Err(StoreError::Damaged(message)),
        None => resume_unwind(panic),
    })
}

/// Recognises redb by its source path, which has a version in the registry folder and none among vendored sources.
fn is_engine(file: &str) -> bool {
    file.contains("/redb-") || file.contains("/redb/")
}

fn text(payload: &dyn Any) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("the database engine panicked")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_panics_continue_to_unwind() {
        let ours = catch_unwind(|| guard(|| -> Result<(), StoreError> { std::panic::panic_any(7) }));
        assert_eq!(ours.unwrap_err().downcast_ref::<i32>(), Some(&7));
    }
}
