//! Which module of `src` imports which, read from the syntax tree. For circles, a name that a module re-exports counts as
//! imported from the module that defines it: a `mod.rs` may be the face of its folder. For layers, each path counts as it
//! is written, re-exports included: what lies above is not reached through a module that happens to re-export from below.

use proc_macro2::{TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use syn::{
    Attribute, Item, ItemMod, ItemUse, UseTree, Visibility,
    visit::{self, Visit},
};

/// A module's path below the crate: `["service", "mail", "queue"]`.
pub type Module = Vec<String>;

type Names = BTreeMap<Module, BTreeMap<String, Module>>;

pub struct Imports {
    pub files: BTreeMap<Module, PathBuf>,
    /// To the modules that define what is imported.
    pub edges: BTreeMap<Module, BTreeSet<Module>>,
    /// To the modules that are named, by imports, re-exports, paths and tokens of macros.
    pub named: BTreeMap<Module, BTreeSet<Module>>,
}

/// A `use`, or a path in the code, as it is written; with the module it is written in.
struct Written {
    base: Module,
    path: Vec<String>,
    /// The name that a `use` brings in; `None` for a path in the code.
    name: Option<String>,
    is_reexport: bool,
}

#[derive(Default)]
struct Reader {
    base: Module,
    written: Vec<Written>,
}

/// Whether the attributes say `#[cfg(test)]`.
pub fn is_only_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |a: &Attribute| a.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "test");
    attributes.iter().any(|a| a.path().is_ident("cfg") && is_test(a))
}

/// Paths of a `use`, each with the name that it brings in.
fn leaves(tree: &UseTree, before: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) if name.ident == "self" => {
            found.push((before.to_vec(), before.last().cloned().unwrap_or_default()));
        }
        UseTree::Name(name) => found.push((with(&name.ident), name.ident.to_string())),
        UseTree::Rename(name) => found.push((with(&name.ident), name.rename.to_string())),
        UseTree::Glob(_) => found.push((before.to_vec(), "*".to_owned())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut found = Vec::new();
        leaves(&item.tree, &[], &mut found);
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        let base = &self.base;
        let written = |(path, name)| Written { base: base.clone(), path, name: Some(name), is_reexport };
        self.written.extend(found.into_iter().map(written));
    }

    /// `pub(super)` imports nothing.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_only_for_tests(&item.attrs) {
            self.base.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.base.pop();
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs[..],
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if !is_only_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(path.segments.iter().map(|s| s.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// The tokens of a macro are not parsed: each sequence of names joined by `::` is taken for a path.
    fn visit_macro(&mut self, used: &'ast syn::Macro) {
        visit::visit_macro(self, used);
        self.tokens(used.tokens.clone());
    }
}

impl Reader {
    fn path(&mut self, path: Vec<String>) {
        self.written.push(Written { base: self.base.clone(), path, name: None, is_reexport: false });
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() && colons < 2 => colons += 1,
                other => {
                    self.path(std::mem::take(&mut path));
                    colons = 0;
                    match other {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                    }
                }
            }
        }
        self.path(path);
    }
}

impl Imports {
    /// Reads every module below `src`, except tests.
    pub fn of(src: &Path, files: impl IntoIterator<Item = PathBuf>) -> Self {
        let module = |path: &Path| -> Module {
            let inside = path.strip_prefix(src).unwrap().with_extension("");
            let mut parts: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                parts.pop();
            }
            parts
        };
        let files: BTreeMap<Module, PathBuf> = files.into_iter().map(|path| (module(&path), path)).collect();
        let mut written = Vec::new();
        for (module, path) in &files {
            let tree = syn::parse_file(&fs::read_to_string(path).unwrap());
            let tree = tree.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let mut reader = Reader { base: module.clone(), ..Reader::default() };
            reader.visit_file(&tree);
            written.extend(reader.written.into_iter().map(|w| (module.clone(), w)));
        }
        // What each module re-exports, and what it has imported for itself.
        let mut reexports: Names = BTreeMap::new();
        let mut imported: Names = BTreeMap::new();
        for (module, written) in &written {
            if let (Some(absolute), Some(name)) = (absolute(&files, written), &written.name) {
                let names = if written.is_reexport { &mut reexports } else { &mut imported };
                names.entry(module.clone()).or_default().insert(name.clone(), absolute);
            }
        }
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        let mut named: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, written) in &written {
            let by_name = || {
                let (first, rest) = written.path.split_first().filter(|(_, rest)| !rest.is_empty())?;
                Some([&imported.get(module)?.get(first)?[..], rest].concat())
            };
            let as_written = by_name().filter(|_| written.name.is_none()).or_else(|| absolute(&files, written));
            if let Some(target) = as_written.and_then(|path| file_of(&files, &path)).filter(|target| target != module) {
                named.entry(module.clone()).or_default().insert(target);
            }
            if written.is_reexport {
                continue;
            }
            let path = if written.name.is_some() { absolute(&files, written) } else { by_name() };
            let path = path.or_else(|| absolute(&files, written));
            // A module that is imported as a whole: what is taken from it is said where it is used.
            let Some(path) = path.filter(|path| written.name.is_none() || !files.contains_key(path)) else { continue };
            let target = defining(&files, &reexports, &path, 0);
            if let Some(target) = target.filter(|target| target != module) {
                edges.entry(module.clone()).or_default().insert(target);
            }
        }
        Self { files, edges, named }
    }

    /// Modules that import each other, directly or through others.
    pub fn circles(&self) -> Vec<Vec<Module>> {
        let reach = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = open.pop() {
                for next in self.edges.get(&module).into_iter().flatten() {
                    if seen.insert(next.clone()) {
                        open.push(next.clone());
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> = self.files.keys().map(|m| (m, reach(m))).collect();
        let mut circles: Vec<Vec<Module>> = Vec::new();
        for (module, all) in reached.iter().filter(|(module, all)| all.contains(**module)) {
            let circle: Vec<Module> = all.iter().filter(|other| reached[other].contains(*module)).cloned().collect();
            if !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        circles
    }
}

/// The path below the crate; `None` for other crates and for names of the module itself.
fn absolute(files: &BTreeMap<Module, PathBuf>, written: &Written) -> Option<Module> {
    let (first, rest) = written.path.split_first()?;
    let mut base = written.base.clone();
    match first.as_str() {
        "crate" => return Some(rest.to_vec()),
        "self" => {}
        "super" => {
            base.pop();
            let ups = rest.iter().take_while(|part| *part == "super").count();
            base.truncate(base.len().saturating_sub(ups));
            return Some([&base[..], &rest[ups..]].concat());
        }
        child if files.contains_key(&[&base[..], &[child.to_owned()]].concat()) => base.push(first.clone()),
        _ => return None,
    }
    Some([&base[..], rest].concat())
}

/// The file that a path names, or names something in.
fn file_of(files: &BTreeMap<Module, PathBuf>, path: &[String]) -> Option<Module> {
    let length = (1..=path.len()).rev().find(|length| files.contains_key(&path[..*length]))?;
    Some(path[..length].to_vec())
}

/// The file that defines what a path names, through re-exports.
fn defining(files: &BTreeMap<Module, PathBuf>, reexports: &Names, path: &[String], depth: usize) -> Option<Module> {
    let module = file_of(files, path)?;
    let (module, rest) = path.split_at(module.len());
    let again = rest.first().and_then(|name| reexports.get(module)?.get(name)).filter(|_| depth < 8);
    match again {
        Some(next) if next[..] != *path => defining(files, reexports, &[&next[..], &rest[1..]].concat(), depth + 1),
        _ => Some(module.to_vec()),
    }
}
