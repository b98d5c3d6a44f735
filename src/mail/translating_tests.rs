use super::*;
use crate::mail::{
    files,
    templates::{self, ScheduleFacts, Spoken},
};

#[test]
fn the_text_of_a_line_is_found() {
    let text = |line: &str| text_of(line).map(|line| line.text);
    assert_eq!(
        text("<p>The link is valid until <strong>{{ expires }}</strong>.</p>").as_deref(),
        Some("The link is valid until <strong>{expires}</strong>.")
    );
    assert_eq!(text("- Have your ID ready.").as_deref(), Some("Have your ID ready."));
    assert_eq!(text("<p class=\"quiet\">Kind regards<br>{{ from_name }}</p>").as_deref(), Some("Kind regards"));
    assert_eq!(text("<p class=\"quiet\"><a href=\"{{ link }}\" style=\"x\">Stop</a></p>").as_deref(), Some("Stop"));
    assert_eq!(text("{% set action = \"Choose your time\" %}").as_deref(), Some("Choose your time"));
    assert_eq!(
        text("Plan {{ duration_minutes }} {{ \"minute\" if duration_minutes == 1 else \"minutes\" }}.").as_deref(),
        Some("Plan {duration_minutes} minutes.")
    );
    for none in ["", "{{ link }}", "<p class=\"text\">{{ own_text }}</p>", "{% if opens %}", "<hr>", "<ul>"] {
        assert_eq!(text(none), None, "{none}");
    }
}

#[test]
fn the_templates_of_all_languages_have_the_same_lines() {
    for language in Language::ALL {
        for mail in MAILS {
            for ending in ["txt", "html"] {
                let name = format!("{mail}.{ending}");
                let Some(english) = files::source(Language::English, &name) else { continue };
                let own = files::source(language, &name).unwrap();
                assert_eq!(english.lines().count(), own.lines().count(), "{language:?} {name}");
                for (english, own) in english.lines().zip(own.lines()) {
                    let (english, own) = (text_of(english), text_of(own));
                    assert_eq!(english.is_some(), own.is_some(), "{language:?} {name}: {english:?} {own:?}");
                }
            }
        }
        assert_eq!(mail_texts(language).len(), mail_sources().len(), "{language:?}");
    }
    assert!(mail_sources().len() > 60, "{}", mail_sources().len());
}

#[test]
fn a_template_with_its_own_texts_is_itself() {
    for language in Language::ALL {
        let texts = mail_texts(language);
        for mail in MAILS {
            let name = format!("{mail}.html");
            let Some(source) = files::source(language, &name) else { continue };
            let made = translated(language, &name, &texts).unwrap();
            if language == Language::English {
                continue;
            }
            let plain = |text: &str| text.replace("&quot;", "\"").replace("&#39;", "'");
            for (line, own) in source.lines().zip(made.lines()) {
                // A text that stands twice may have been translated in two ways.
                let is_same = plain(line) == plain(own);
                assert!(is_same || text_of(line).is_some(), "{language:?} {name}\n{line}\n{own}");
            }
        }
    }
}

fn facts() -> ScheduleFacts {
    ScheduleFacts {
        applicant_name: "Ann <b>".into(),
        test_title: "Rust".into(),
        duration_minutes: 45,
        question_count: 12,
        link: "https://x.example/1".into(),
        scheduled: "2026-09-01".into(),
        expires: "2026-09-02".into(),
        stop_link: String::new(),
        from_name: String::new(),
        own_text: None,
    }
}

#[test]
fn a_site_overrides_texts_one_by_one_and_adds_languages() {
    let text = |english: &str, text: &str| TranslatedText {
        context: "mail/scheduled".into(),
        english: english.into(),
        text: text.into(),
    };
    let own = vec![
        text("Hello {applicant_name},", "Servus {applicant_name} & \"Co\" {{ link }} {% if %},"),
        text("Your test <strong>{test_title}</strong> is scheduled for:", "Il test <strong>{test_title}</strong>:"),
        text("Open your invitation", "Apri \" %}{{ link }}<a href=x>"),
    ];
    for tag in ["de", "it"] {
        let language = Language::of_tag(tag).unwrap();
        let spoken = Spoken { language, texts: own.clone() };
        let mail = templates::scheduled(spoken, &facts()).unwrap().on(&templates::Letterhead::default()).unwrap();
        assert!(mail.text.contains("Servus Ann <b> & \"Co\""), "{}", mail.text);
        assert!(mail.html.contains("Servus Ann &lt;b&gt; &amp; &quot;Co&quot;"), "{}", mail.html);
        assert!(mail.html.contains("Il test <strong>Rust</strong>:"), "{}", mail.html);
        assert!(!mail.html.contains("{{") && !mail.html.contains("{%"), "{}", mail.html);
        assert!(mail.html.contains("&lt;a href=x&gt;") && !mail.html.contains("<a href=x>"), "{}", mail.html);
        assert!(mail.html.contains(&format!("lang=\"{tag}\"")), "{}", mail.html);
        let other = if tag == "de" { "Ihr Test hat" } else { "Your test is scheduled" };
        assert!(mail.html.contains(other), "{}", mail.html);
    }
}
