//! A damaged file makes the engine panic where it meets what cannot be. Where a file is opened or walked through, that
//! is an answer and no defect of the program.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Once,
};

use super::StoreError;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f` and turns a panic of the engine in it, on this thread, into [`StoreError::Damaged`], without a word on
/// standard error. Any other panic goes on as it was.
///
/// # Errors
/// Those of `f`, and [`StoreError::Damaged`]. Whatever `f` was working on may then only be dropped.
pub fn guard<T>(f: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() && info.location().is_some_and(|at| is_engine(at.file())) {
                let said = text(info.payload()).to_owned();
                SAID.with_borrow_mut(|kept| *kept = Some(said));
            } else {
                usual(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    GUARDED.set(outer);
    result.unwrap_or_else(|panic| match SAID.take() {
        Some(said) => Err(StoreError::Damaged(said)),
        None => resume_unwind(panic),
    })
}

/// By the path of its source, which has a version in the registry's folder and none among vendored sources.
fn is_engine(file: &str) -> bool {
    file.contains("/redb-") || file.contains("/redb/")
}

fn text(payload: &dyn Any) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("the engine gave up")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_our_own_goes_on() {
        let ours = catch_unwind(|| guard(|| -> Result<(), StoreError> { std::panic::panic_any(7) }));
        assert_eq!(ours.unwrap_err().downcast_ref::<i32>(), Some(&7));
    }
}
