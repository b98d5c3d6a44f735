//! Recipes of `CONTRIBUTING.md` that would otherwise age.

use super::{is_test, root, shown, sources};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Files that name all kinds of questions do not build without a new one.
fn names_all_kinds(path: &Path, kinds: &[&str]) -> bool {
    let text = fs::read_to_string(path).unwrap();
    let is_named = |kind: &&str| {
        ["QuestionKind", "QuestionContent", "Self"].iter().any(|name| text.contains(&format!("{name}::{kind}")))
    };
    let text_of_whole_tables = text.replace("Partial<Record<QuestionType", "");
    let is_table =
        ["Record<QuestionType", "Record<Exclude<QuestionType"].iter().any(|table| text_of_whole_tables.contains(table));
    is_table || kinds.iter().all(is_named)
}

#[test]
fn the_recipe_of_a_question_kind_names_its_files() {
    let recipe = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let recipe =
        recipe.split("**A question kind.**").nth(1).unwrap().split("Only a kind that needs it").next().unwrap();
    let recipe = recipe.split_once("`make types`").unwrap().0;
    let code = fs::read_to_string(root().join("src/domain/question/kinds/mod.rs")).unwrap();
    let kinds = code.split("pub enum QuestionContent {").nth(1).unwrap().split('}').next().unwrap();
    let variants = kinds.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    let kinds: Vec<&str> = variants.map(|line| line.split(['(', ',']).next().unwrap()).collect();
    assert!(kinds.len() >= 9, "{kinds:?}");
    let is_asked = |path: &PathBuf| {
        let name = shown(path);
        // What was stored in an earlier form has no new kinds.
        let is_old = name.starts_with("src/store/records/");
        name.contains("src/") && !is_old && !is_test(path) && !name.contains(".test.")
    };
    let found: Vec<String> = sources()
        .iter()
        .filter(|path| is_asked(path) && names_all_kinds(path, &kinds))
        .map(|path| shown(path))
        .collect();
    assert_eq!(found.len(), 6, "{found:#?}");
    let is_named = |path: &String| {
        [path.as_str(), path.rsplit('/').next().unwrap()].iter().any(|name| recipe.contains(&format!("`{name}`")))
    };
    let unnamed: Vec<&String> = found.iter().filter(|path| !is_named(path)).collect();
    assert!(unnamed.is_empty(), "CONTRIBUTING.md does not name {unnamed:#?}");
}
