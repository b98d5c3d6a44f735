//! Lists, read a page at a time.

use super::failure::Failure;
use crate::{
    domain::Result,
    service::query::page::{Page, Slice},
};

/// Calls `f` for each item of a list.
pub fn each<T>(
    page: impl Fn(&Slice) -> Result<Page<T>>,
    mut f: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut slice = Slice { limit: 500, after: None };
    loop {
        let page = page(&slice)?;
        page.items.into_iter().try_for_each(&mut f)?;
        slice.after = page.next;
        if slice.after.is_none() {
            return Ok(());
        }
    }
}
