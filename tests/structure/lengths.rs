//! Lengths of time are `SignedDuration`s: plain numbers of milliseconds are for the edges, where bytes and JSON are made.

use super::{files, imports::is_only_for_tests, is_test, root, shown};
use std::fs;
use syn::{
    Field, FnArg, ImplItemConst, ItemConst, ItemMod, Type,
    visit::{self, Visit},
};

/// Where numbers are read and written: wire, terminal, stored bytes, and the type itself.
const EDGES: [&str; 4] = ["src/http/", "src/cli/", "src/store/", "src/domain/time.rs"];
/// Constants that count something else, or are whole minutes as people type them in.
const COUNTS: [&str; 6] =
    ["DEFAULT_POINTS", "DEFAULT_DURATION", "MAX_MINUTES", "MAX_PERCENT", "MAX_EXPONENT", "PER_POINT"];
const UNITS: [&str; 2] = ["ms", "millis"];

/// Names of plain numbers that are lengths of time, as far as the code shows it.
#[derive(Default)]
struct Numbers(Vec<String>);

fn is_number(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident("i64"))
}

impl Numbers {
    fn of(text: &str) -> Vec<String> {
        let mut numbers = Self::default();
        numbers.visit_file(&syn::parse_file(text).unwrap());
        numbers.0
    }

    fn constant(&mut self, name: &syn::Ident, of: &Type) {
        if is_number(of) && COUNTS.iter().all(|count| name != count) {
            self.0.push(name.to_string());
        }
    }

    fn variable(&mut self, name: &syn::Ident, of: &Type) {
        let name = name.to_string();
        if is_number(of) && name.rsplit('_').next().is_some_and(|unit| UNITS.contains(&unit)) {
            self.0.push(name);
        }
    }
}

impl<'ast> Visit<'ast> for Numbers {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_only_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.constant(&item.ident, &item.ty);
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.constant(&item.ident, &item.ty);
    }

    fn visit_fn_arg(&mut self, argument: &'ast FnArg) {
        if let FnArg::Typed(argument) = argument
            && let syn::Pat::Ident(name) = &*argument.pat
        {
            self.variable(&name.ident, &argument.ty);
        }
    }

    fn visit_field(&mut self, field: &'ast Field) {
        if let Some(name) = &field.ident {
            self.variable(name, &field.ty);
        }
    }
}

#[test]
fn lengths_of_time_are_no_plain_numbers() {
    let (mut inside, mut outside) = (0, Vec::new());
    for path in files(&root().join("src"), &["rs"]).into_iter().filter(|path| !is_test(path)) {
        let numbers = Numbers::of(&fs::read_to_string(&path).unwrap());
        if EDGES.iter().any(|edge| shown(&path).starts_with(edge)) {
            inside += numbers.len();
        } else {
            outside.extend(numbers.into_iter().map(|name| format!("{}: {name}", shown(&path))));
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
    assert!(inside > 0, "the search finds nothing");
}

/// The control of the one above.
#[test]
fn plain_numbers_are_found_where_they_may_stand() {
    let found = Numbers::of(
        "const RETRY: i64 = 5 * 60_000; const DEFAULT_POINTS: i64 = 1; const FINE: SignedDuration = MINUTE;
        impl Worker { const LEASE: i64 = 1_000; fn wait(&self, millis: i64, points: i64) { const NEAR: i64 = 1; } }
        pub async fn send(delay_ms: i64, size: u64) {}
        struct Plan { pause_ms: i64, total: i64 }
        #[cfg(test)] mod tests { const AT: i64 = 0; }",
    );
    assert_eq!(found, ["RETRY", "LEASE", "millis", "NEAR", "delay_ms", "pause_ms"]);
}
