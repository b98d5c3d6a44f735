//! A site's own table of languages: a JSON file that changes known languages and adds others.

use super::{Language, MAX_FACTOR};
use serde_json::{Map, Value};
use std::{collections::BTreeSet, fs, path::Path};

/// Reads the file: an object with a language's name for each key. A value holds the fields that differ, or is `null` for a
/// language that is not offered.
///
/// # Errors
/// One sentence that names the file and what is wrong.
pub fn read(path: &Path) -> Result<Vec<Language>, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let changes: Map<String, Value> = serde_json::from_str(&text)
        .map_err(|error| named(format!("expected a JSON object with languages: {error}")))?;
    apply(super::languages(), changes).map_err(named)
}

fn apply(known: Vec<Language>, changes: Map<String, Value>) -> Result<Vec<Language>, String> {
    let names: BTreeSet<String> = known.iter().map(|language| language.name.clone()).collect();
    let mut table = known;
    for (name, change) in changes {
        let before = table.iter().position(|language| language.name == name).map(|at| table.remove(at));
        let Value::Object(change) = change else {
            if change.is_null() && names.contains(&name) {
                continue;
            }
            return Err(format!("{name}: expected an object, or null for a known language"));
        };
        table.push(changed(&name, before, change).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(table)
}

fn changed(name: &str, before: Option<Language>, change: Map<String, Value>) -> Result<Language, String> {
    let before = before.map(serde_json::to_value).transpose().map_err(|error| error.to_string())?;
    let mut fields = match before {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    fields.extend(change);
    fields.insert("name".into(), name.into());
    let language: Language = serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    let is_plain = |name: &str| !name.is_empty() && !name.contains(['/', '\0']) && ![".", ".."].contains(&name);
    if !is_plain(&language.file) {
        return Err("file must be a file name".to_owned());
    }
    if language.beside.keys().any(|name| !is_plain(name) || *name == language.file) {
        return Err("beside must have other file names".to_owned());
    }
    if !language.program.is_empty() && !is_plain(&language.program) {
        return Err("program must be a file name".to_owned());
    }
    if language.run.is_empty() {
        return Err("run must be a command".to_owned());
    }
    if language.factor == 0 || language.threads == 0 {
        return Err("factor and threads must be at least 1".to_owned());
    }
    if language.factor > MAX_FACTOR {
        return Err(format!("factor must be at most {MAX_FACTOR}"));
    }
    Ok(language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with(changes: &Value) -> Result<Vec<Language>, String> {
        apply(super::super::languages(), changes.as_object().unwrap().clone())
    }

    #[test]
    fn languages_are_changed_added_and_removed() {
        let table = with(&json!({
            "python": { "run": ["/opt/python/bin/python3", "main.py"], "factor": 7 },
            "bash": { "file": "main.sh", "run": ["/bin/bash", "main.sh"], "may_fork": true },
            "php": null,
        }));
        let table = table.unwrap();
        let find = |name: &str| table.iter().find(|language| language.name == name);
        let python = find("python").unwrap();
        assert_eq!(
            (python.factor, python.file.as_str(), python.run[0].as_str()),
            (7, "main.py", "/opt/python/bin/python3")
        );
        assert!(find("bash").unwrap().may_fork && find("php").is_none());
        assert_eq!(table.len(), 12);
    }

    #[test]
    fn mistakes_are_named() {
        for (changes, says) in [
            (json!({ "python": { "speed": 2 } }), "speed"),
            (json!({ "python": { "file": "../x" } }), "file name"),
            (json!({ "python": { "beside": { "main.py": "" } } }), "other file names"),
            (json!({ "python": { "beside": { "../x": "" } } }), "other file names"),
            (json!({ "python": { "run": [] } }), "command"),
            (json!({ "python": { "factor": 0 } }), "at least 1"),
            (json!({ "python": { "factor": 101 } }), "at most 100"),
            (json!({ "python": 3 }), "object"),
            (json!({ "cobol": null }), "object"),
            (json!({ "cobol": { "file": "main.cob" } }), "run"),
        ] {
            let error = with(&changes).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
