use super::*;

fn entries(list: Vec<(&str, Setting)>) -> Vec<(String, Setting)> {
    list.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The rules of the documented form, one by one: order whatever the case, no white space, no escaping, empty lists kept, empty
/// groups and `originatorVersion` left out, nested groups in order.
#[test]
fn the_sorted_form_keeps_to_the_documentation() {
    let inner = Setting::group(vec![("Port", Setting::Number(80)), ("active", Setting::Flag(false))]);
    let settings = entries(vec![
        ("URLFilterMessage", Setting::Number(0)),
        ("urlFilterRegex", Setting::Flag(true)),
        ("originatorVersion", Setting::Text("SEB_OSX_2.1.4_2B66".into())),
        ("allowWlan", Setting::Flag(false)),
        ("allowedDisplaysMaxNumber", Setting::Number(1)),
        ("allowDictation", Setting::Flag(false)),
        ("browserMessagingSocket", Setting::Text("ws:\\localhost:8706".into())),
        ("embeddedCertificates", Setting::List(Vec::new())),
        ("proxies", Setting::Group(Vec::new())),
        ("rules", Setting::List(vec![inner])),
    ]);
    let expected = concat!(
        r#"{"allowDictation":false,"allowedDisplaysMaxNumber":1,"allowWlan":false,"#,
        r#""browserMessagingSocket":"ws:\localhost:8706","embeddedCertificates":[],"#,
        r#""rules":[{"active":false,"Port":80}],"URLFilterMessage":0,"urlFilterRegex":true}"#,
    );
    assert_eq!(sorted_form(&settings), expected);
}

/// The order of the example in the documentation, for names that differ in case and length.
#[test]
fn names_are_in_the_documented_order() {
    let documented = [
        "allowDownUploads",
        "allowedDisplayBuiltin",
        "allowedDisplaysMaxNumber",
        "allowFlashFullscreen",
        "allowPDFPlugIn",
        "allowWlan",
        "blacklistURLFilter",
        "browserURLSalt",
        "browserUserAgent",
        "browserUserAgentMac",
        "enableF1",
        "enableF10",
        "enableF12",
        "enableF2",
        "enableJava",
        "enableJavaScript",
        "startURL",
        "touchOptimized",
        "URLFilterEnable",
        "URLFilterEnableContentFilter",
        "URLFilterIgnoreList",
        "URLFilterMessage",
        "urlFilterRegex",
        "URLFilterRules",
        "urlFilterTrustedContent",
        "whitelistURLFilter",
        "zoomMode",
    ];
    let mut shuffled: Vec<_> = documented.iter().map(|name| (*name, Setting::Number(0))).collect();
    shuffled.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let expected: Vec<String> = documented.iter().map(|name| format!("\"{name}\":0")).collect();
    assert_eq!(sorted_form(&entries(shuffled)), format!("{{{}}}", expected.join(",")));
}

/// Computed with `printf '%s' .. | sha256sum` from the form that the documentation gives for these settings.
#[test]
fn the_config_key_is_the_hash_of_the_sorted_form() {
    let config = BrowserConfig(entries(vec![
        ("startURL", Setting::Text("https://exam.example.org/take-test/abc".into())),
        ("originatorVersion", Setting::Text("anything".into())),
        ("sendBrowserExamKey", Setting::Flag(true)),
    ]));
    assert_eq!(config.key(), "69b76e6ea767f0839f89bb77c912de647f73051eb04abcc76f4263a8b6f7330e");
    let page = "https://exam.example.org/take-test/abc?language=de";
    assert_eq!(proof(page, &config.key()), "87f38a65b2eb02523e0159de16c4f592d5e1619cc9693df87b5a0e10d5ecf030");
    assert_eq!(proof(&format!("{page}#top"), &config.key()), proof(page, &config.key()), "without the fragment");
}

#[test]
fn the_file_holds_what_the_key_is_made_of() {
    let config = BrowserConfig::new("https://exam.example.org:8443/take-test/a&b", "https://exam.example.org:8443");
    let file = config.file();
    for part in [
        "<key>startURL</key>\n<string>https://exam.example.org:8443/take-test/a&amp;b</string>",
        "<key>sendBrowserExamKey</key>\n<true/>",
        "<key>browserMediaCaptureCamera</key>\n<true/>",
        "<key>browserWindowWebView</key>\n<integer>3</integer>",
        "<string>exam.example.org:8443/*</string>",
    ] {
        assert!(file.contains(part), "{part} in {file}");
    }
    assert!(file.starts_with("<?xml version=\"1.0\"") && file.ends_with("</plist>\n"));
    let other = BrowserConfig::new("https://exam.example.org:8443/take-test/c", "https://exam.example.org:8443");
    assert_ne!(config.key(), other.key(), "each link has a key of its own");
}

#[test]
fn a_proof_holds_for_its_url_and_asks_for_a_known_browser() {
    let key = BrowserConfig::new("https://a.example/take-test/x", "https://a.example").key();
    let url = "https://a.example/api/start-test/x".to_owned();
    let exam = "ab".repeat(32);
    let sent =
        |config: &str, exam: Option<String>| BrowserProof { url: url.clone(), config: Some(config.to_owned()), exam };
    let good = proof(&url, &key);
    assert!(sent(&good.to_uppercase(), None).satisfies(&key, &[]));
    assert!(!sent(&proof("https://a.example/other", &key), None).satisfies(&key, &[]));
    assert!(!BrowserProof { url: url.clone(), ..BrowserProof::default() }.satisfies(&key, &[]));
    let known = [exam.clone()];
    assert!(!sent(&good, None).satisfies(&key, &known));
    assert!(sent(&good, Some(proof(&url, &exam))).satisfies(&key, &known));
}

#[test]
fn exam_keys_are_hexadecimal() {
    let key = "AB".repeat(32);
    assert_eq!(check_keys(vec![format!(" {key} "), key.to_lowercase()]).unwrap(), [key.to_lowercase()]);
    assert!(check_keys(vec!["x".repeat(64)]).unwrap_err().fields.contains_key("keys[0]"));
    assert!(check_keys(vec![key; 51]).unwrap_err().fields.contains_key("keys"));
}
