use super::*;
use crate::domain::translation::STAFF_LANGUAGES;

const LINK: &str = "https://exams.example.org/test-invite/abc_DEF-123";
const STOP: &str = "https://exams.example.org/stop-reminders/abc_DEF-123";
const EXPIRES: &str = "Friday, December 4, 2026, 18:00 CET (17:00 UTC)";
const SCHEDULED: &str = "Monday, November 23, 2026, 10:00 CET (09:00 UTC)";

fn bare(body: Result<MailBody, TemplateError>) -> MailContent {
    body.unwrap().on(&Letterhead::default()).unwrap()
}

fn facts(mode: InvitationMode) -> InvitationFacts {
    InvitationFacts {
        applicant_name: "Ada Lovelace".into(),
        test_title: "Backend engineer".into(),
        test_description: "First line.\nSecond line.".into(),
        duration_minutes: 45,
        question_count: 12,
        link: LINK.into(),
        opens: None,
        closes: false,
        expires: EXPIRES.into(),
        scheduled: (mode == InvitationMode::AdminScheduled).then(|| SCHEDULED.into()),
        mode,
        from_name: "Interview Platform".into(),
        own_subject: None,
        own_text: None,
    }
}

fn schedule() -> ScheduleFacts {
    ScheduleFacts {
        applicant_name: "Ada Lovelace".into(),
        test_title: "Backend engineer".into(),
        duration_minutes: 45,
        question_count: 12,
        link: LINK.into(),
        scheduled: SCHEDULED.into(),
        expires: EXPIRES.into(),
        stop_link: STOP.into(),
        from_name: "Interview Platform".into(),
        own_text: None,
    }
}

fn ending(moved: bool) -> ClosingFacts {
    ClosingFacts {
        applicant_name: "Ada Lovelace".into(),
        test_title: "Backend engineer".into(),
        duration_minutes: 45,
        question_count: 12,
        link: LINK.into(),
        opens: moved.then(|| SCHEDULED.into()),
        expires: EXPIRES.into(),
        choose: !moved,
        moved,
        stop_link: STOP.into(),
        from_name: "Interview Platform".into(),
        own_text: None,
    }
}

#[test]
fn nobody_is_greeted_by_an_address() {
    let nameless = InvitationFacts { applicant_name: String::new(), ..facts(InvitationMode::NoSchedule) };
    let content = bare(invitation(Language::English, &nameless));
    assert_both_say(&content, &["You are invited to take an online test"]);
    assert!(!content.text.contains("Hello") && !content.html.contains("Hello"), "{}", content.text);
}

#[test]
fn a_window_is_named_in_the_invitation() {
    let window = InvitationFacts { opens: Some(SCHEDULED.into()), closes: true, ..facts(InvitationMode::NoSchedule) };
    let content = bare(invitation(Language::English, &window));
    assert_both_say(&content, &["The test opens on", SCHEDULED, "The test can be started until", EXPIRES]);
    let own = InvitationFacts { mode: InvitationMode::SelfSchedule, ..window };
    assert_both_say(
        &bare(invitation(Language::English, &own)),
        &["The test opens on", SCHEDULED, "choose the day and time"],
    );
}

#[test]
fn a_reminder_of_the_end_says_when_and_how_to_stop_it() {
    let content = bare(closing(Language::English, &ending(false)));
    assert_eq!(content.subject, format!("Reminder: Backend engineer, until {EXPIRES}"));
    let wanted = ["You have not started", EXPIRES, LINK, STOP, "Stop reminders", "choose your day and time"];
    assert_both_say(&content, &wanted);
    assert!(!content.text.contains("\n\n\n") && content.text.starts_with("Hello"), "{}", content.text);
    assert_both_say(&bare(reminder(Language::English, &schedule())), &[STOP, "Stop reminders"]);
}

#[test]
fn a_moved_end_is_reported() {
    let content = bare(closing(Language::English, &ending(true)));
    assert_eq!(content.subject, format!("New end date: Backend engineer, until {EXPIRES}"));
    assert_both_say(&content, &["has changed", EXPIRES, SCHEDULED, LINK]);
    assert!(!content.text.contains(STOP) && !content.text.contains("\n\n\n"), "{}", content.text);
}

#[test]
fn a_german_sentence_is_capitalised_unless_a_greeting_precedes_it() {
    assert_both_say(&bare(closing(Language::German, &ending(true))), &["das Enddatum Ihrer Einladung"]);
    let nameless = ClosingFacts { applicant_name: String::new(), ..ending(true) };
    let content = bare(closing(Language::German, &nameless));
    assert_both_say(&content, &["Das Enddatum Ihrer Einladung"]);
    assert!(content.text.starts_with("Das Enddatum"), "{}", content.text);
}

fn assert_both_say(content: &MailContent, wanted: &[&str]) {
    for wanted in wanted {
        assert!(content.text.contains(wanted), "text lacks {wanted}:\n{}", content.text);
        assert!(content.html.contains(wanted), "HTML lacks {wanted}:\n{}", content.html);
    }
}

#[test]
fn an_invitation_says_what_to_expect_in_both_forms() {
    for mode in [InvitationMode::SelfSchedule, InvitationMode::AdminScheduled, InvitationMode::NoSchedule] {
        let content = bare(invitation(Language::English, &facts(mode)));
        assert_eq!(content.subject, "Invitation to take a test: Backend engineer");
        assert_both_say(
            &content,
            &[
                "Ada Lovelace",
                "Backend engineer",
                "Second line.",
                "45 minutes",
                "12",
                LINK,
                EXPIRES,
                "The test requires video monitoring",
                "Interview Platform",
            ],
        );
        assert!(content.html.contains(&format!("href=\"{LINK}\"")) && content.html.contains(&format!(">{LINK}<")));
        assert!(!content.text.contains("\n\n\n") && content.text.starts_with("Hello"), "{}", content.text);
    }
}

#[test]
fn each_way_of_scheduling_has_its_own_instructions() {
    let own = bare(invitation(Language::English, &facts(InvitationMode::SelfSchedule)));
    assert_both_say(&own, &["choose the day and time", "5 minutes early"]);
    let fixed = bare(invitation(Language::English, &facts(InvitationMode::AdminScheduled)));
    assert_both_say(&fixed, &[SCHEDULED, "5 minutes early"]);
    let free = bare(invitation(Language::English, &facts(InvitationMode::NoSchedule)));
    assert_both_say(&free, &["There is no fixed time"]);
    assert!(!free.text.contains("5 minutes early") && !free.html.contains("5 minutes early"));
}

#[test]
fn a_confirmation_says_when_and_how() {
    let content = bare(scheduled(Language::English, &schedule()));
    assert_eq!(content.subject, "Your test is scheduled: Backend engineer");
    assert_both_say(&content, &[SCHEDULED, LINK, EXPIRES, "5 minutes early", "Have your ID ready", "calendar entry"]);
}

#[test]
fn counts_of_one_are_singular() {
    let one = InvitationFacts { duration_minutes: 1, question_count: 1, ..facts(InvitationMode::NoSchedule) };
    let content = bare(invitation(Language::English, &one));
    assert_both_say(&content, &["1 minute."]);
    assert!(content.html.contains("1 question.") && !content.html.contains("1 questions"));
}

#[test]
fn markup_in_names_is_escaped_and_line_breaks_are_kept() {
    let evil = InvitationFacts {
        applicant_name: "<img src=x onerror=alert(1)>".into(),
        test_title: "A & B\r\nBcc: spy@evil.example".into(),
        test_description: "<script>1</script> \"'".into(),
        ..facts(InvitationMode::NoSchedule)
    };
    let content = bare(invitation(Language::English, &evil));
    assert_eq!(content.subject, "Invitation to take a test: A & B Bcc: spy@evil.example");
    assert!(!content.html.contains("<img") && !content.html.contains("<script"));
    assert!(content.html.contains("A &amp; B") && content.html.contains("&lt;script&gt;1&lt;/script&gt; &quot;&#39;"));
    assert!(content.text.contains("<script>1</script> \"'"), "text is not escaped");
}

#[test]
fn blank_values_leave_no_gap() {
    let blank = InvitationFacts {
        test_description: " \n".into(),
        from_name: String::new(),
        ..facts(InvitationMode::NoSchedule)
    };
    let content = bare(invitation(Language::English, &blank));
    assert!(!content.text.contains("Kind regards") && !content.html.contains("Kind regards"));
    assert!(!content.text.contains("\n\n\n") && !content.html.contains("class=\"text\""), "{}", content.text);
}

/// A title in Latin letters within an Arabic email, and the other way round.
#[test]
fn words_of_authors_keep_their_own_direction() {
    for language in Language::ALL {
        let own = InvitationFacts { own_text: Some("مرحبًا!".into()), ..facts(InvitationMode::NoSchedule) };
        for facts in [facts(InvitationMode::NoSchedule), own] {
            let html = bare(invitation(language, &facts)).html;
            assert!(html.contains("<h1 dir=\"auto\">Backend engineer</h1>"), "{language:?}: {html}");
            let side = if language == Language::Arabic { "right" } else { "left" };
            assert!(html.contains(&format!("text-align: {side};")), "its heading stands with the rest: {html}");
            assert_eq!(
                html.matches("<p class=\"text\"").count(),
                html.matches("<p class=\"text\" dir=\"auto\">").count()
            );
        }
    }
}

#[test]
fn a_telephone_number_is_read_from_left_to_right_in_arabic() {
    let letterhead = Letterhead { contact: "+49 30 1234".into(), ..Letterhead::default() };
    let on = |language: Language| scheduled(language, &schedule()).unwrap().on(&letterhead).unwrap();
    let arabic = on(Language::Arabic);
    assert_both_say(&arabic, &["\u{2068}+49 30 1234\u{2069}"]);
    assert!(arabic.html.contains("strong { unicode-bidi: plaintext; }"), "a title such as C++ keeps its order");
    let german = on(Language::German);
    assert!(german.text.contains("Fragen? +49 30 1234") && !german.html.contains("unicode-bidi"));
}

#[test]
fn titles_and_names_keep_their_signs_in_arabic() {
    let (title, name) = ("C++", "Ann (Jr.)");
    let mails = |language: Language| {
        let schedule = ScheduleFacts { test_title: title.into(), applicant_name: name.into(), ..schedule() };
        let ending = ClosingFacts { test_title: title.into(), applicant_name: name.into(), ..ending(true) };
        let facts = facts(InvitationMode::NoSchedule);
        let facts = InvitationFacts { test_title: title.into(), applicant_name: name.into(), ..facts };
        [
            bare(invitation(language, &facts)),
            bare(scheduled(language, &schedule)),
            bare(reminder(language, &schedule)),
            bare(withdrawn(language, &schedule)),
            bare(closing(language, &ending)),
        ]
    };
    for MailContent { subject, text, html, .. } in mails(Language::Arabic) {
        assert!(subject.contains("\u{2068}C++\u{2069}"), "{subject}");
        assert!(text.contains("\u{2068}C++\u{2069}") && text.contains("\u{2068}Ann (Jr.)\u{2069}"), "{text}");
        assert!(html.contains("<strong>C++</strong>") || html.contains("<h1 dir=\"auto\">C++</h1>"), "{html}");
    }
    for MailContent { subject, text, .. } in mails(Language::German) {
        assert!(!subject.contains('\u{2068}') && !text.contains('\u{2068}'), "{text}");
    }
    let nameless = ScheduleFacts { applicant_name: String::new(), ..schedule() };
    let text = bare(scheduled(Language::Arabic, &nameless)).text;
    assert!(!text.starts_with("مرحبًا"), "{text}");
}

#[test]
fn mails_load_no_remote_content() {
    let mails = [
        bare(invitation(Language::English, &facts(InvitationMode::SelfSchedule))),
        bare(scheduled(Language::English, &schedule())),
        bare(closing(Language::English, &ending(false))),
        bare(smtp_test(Language::English)),
    ];
    for mail in mails {
        for word in ["<img", "src=", "@import", "url(", "<link", "<table", "<script"] {
            assert!(!mail.html.contains(word), "{word}");
        }
        assert!(!mail.html.replace(LINK, "").replace(STOP, "").contains("http"));
        assert!(!mail.text.is_empty() && !mail.subject.is_empty());
    }
}

#[test]
fn own_words_open_a_mail_and_the_facts_follow() {
    let own = InvitationFacts {
        own_subject: Some("Come to Acme".into()),
        own_text: Some("Dear Ada,\n\nwe liked <your> CV.".into()),
        ..facts(InvitationMode::NoSchedule)
    };
    let content = bare(invitation(Language::English, &own));
    assert_eq!(content.subject, "Come to Acme");
    assert_both_say(&content, &["Dear Ada,", LINK, EXPIRES, "45 minutes"]);
    assert!(content.text.contains("<your>") && content.html.contains("&lt;your&gt;"));
    assert!(!content.text.contains("Hello") && !content.html.contains("Hello"), "{}", content.text);
    for content in [
        bare(reminder(Language::English, &ScheduleFacts { own_text: Some("Do not forget us.".into()), ..schedule() })),
        bare(closing(Language::English, &ClosingFacts { own_text: Some("Do not forget us.".into()), ..ending(false) })),
    ] {
        assert_both_say(&content, &["Do not forget us.", LINK, EXPIRES, STOP]);
        assert!(!content.text.contains("Hello") && !content.text.contains("\n\n\n"), "{}", content.text);
    }
}

#[test]
fn the_letterhead_frames_a_mail() {
    let letterhead = Letterhead {
        company: "A & B".into(),
        contact: "jobs@example.org".into(),
        reply_to: String::new(),
        logo: Some(MailLogo { media_type: "image/png", bytes: vec![1] }),
    };
    let content = invitation(Language::English, &facts(InvitationMode::NoSchedule)).unwrap().on(&letterhead).unwrap();
    assert_both_say(&content, &["jobs@example.org"]);
    assert!(content.text.contains("A & B") && content.html.contains("A &amp; B"));
    assert!(content.html.contains("src=\"cid:logo\"") && !content.text.contains("cid:"));
}

#[test]
fn each_language_has_every_mail_with_all_facts_and_nothing_in_english() {
    let link = LinkFacts { link: LINK.into(), expires: EXPIRES.into(), from_name: "Interview Platform".into() };
    let english: Vec<String> = mails(Language::English, &link).into_iter().map(|(mail, _)| mail.text).collect();
    for language in Language::ALL {
        for (number, (content, facts)) in mails(language, &link).into_iter().enumerate() {
            assert_both_say(&content, &facts);
            assert_eq!(content.language, language);
            assert_is_all_in_its_language(&content, &english[number], &facts);
        }
    }
}

fn assert_is_all_in_its_language(content: &MailContent, english: &str, facts: &[&str]) {
    let language = content.language;
    let own: Vec<&str> = content.text.lines().filter(|line| line.chars().filter(char::is_ascii).count() > 12).collect();
    let known: Vec<&&str> = own
        .iter()
        .filter(|line| {
            english.lines().any(|english| english == **line) && !facts.iter().any(|fact| line.contains(fact))
        })
        .filter(|line| **line != "Interview Platform")
        .collect();
    assert!(language == Language::English || known.is_empty(), "{language:?} says in English: {known:?}");
    assert!(!content.text.contains("{{") && !content.html.contains("{{"), "{}", content.text);
    assert!(!content.text.contains("\n\n\n"), "{}", content.text);
    let direction = if language == Language::Arabic { " dir=\"rtl\"" } else { "" };
    let opening = format!("<html lang=\"{}\"{direction}>", language.code());
    assert!(content.html.contains(&opening), "{language:?} lacks {opening}");
}

#[test]
fn each_language_of_staff_has_the_mails_to_staff() {
    let english: Vec<String> = mails_to_staff(Language::English).into_iter().map(|(mail, _)| mail.text).collect();
    for language in STAFF_LANGUAGES {
        for (number, (content, facts)) in mails_to_staff(language).into_iter().enumerate() {
            assert_both_say(&content, &facts);
            assert_eq!(content.language, language);
            assert_is_all_in_its_language(&content, &english[number], &facts);
        }
    }
}

/// All mails that only staff gets, each with what both of its forms must say.
fn mails_to_staff(language: Language) -> Vec<(MailContent, Vec<&'static str>)> {
    let items = ["1 thing.", "2 things."].map(|said| DigestItem { sentence: said.into(), link: LINK.into() });
    let of_digest = DigestFacts {
        subject: "2 of 2".into(),
        name: "Ada Lovelace".into(),
        items: items.into(),
        settings: STOP.into(),
        from_name: "Interview Platform".into(),
    };
    let of_notice = NoticeFacts {
        subject: "2 of 2".into(),
        name: "Ada Lovelace".into(),
        sentences: vec!["b is away.".into(), "b is back.".into()],
        overview: LINK.into(),
        from_name: "Interview Platform".into(),
    };
    vec![
        (
            bare(digest(language, &of_digest)),
            vec!["Ada Lovelace", "1 thing.", "2 things.", LINK, STOP, "Interview Platform"],
        ),
        (
            bare(notice(language, &of_notice)),
            vec!["Ada Lovelace", "b is away.", "b is back.", LINK, "Interview Platform"],
        ),
        (bare(smtp_test(language)), vec![]),
    ]
}

/// All mails that candidates get, each with what both of its forms must say.
fn mails(language: Language, link: &LinkFacts) -> Vec<(MailContent, Vec<&str>)> {
    let window = InvitationFacts { opens: Some(SCHEDULED.into()), closes: true, ..facts(InvitationMode::NoSchedule) };
    vec![
        (
            bare(invitation(language, &facts(InvitationMode::SelfSchedule))),
            vec![LINK, EXPIRES, "Ada Lovelace", "45", "12"],
        ),
        (bare(invitation(language, &facts(InvitationMode::AdminScheduled))), vec![LINK, EXPIRES, SCHEDULED]),
        (bare(invitation(language, &facts(InvitationMode::NoSchedule))), vec![LINK, EXPIRES, "Backend engineer"]),
        (bare(invitation(language, &window)), vec![LINK, EXPIRES, SCHEDULED]),
        (bare(scheduled(language, &schedule())), vec![LINK, EXPIRES, SCHEDULED, "Backend engineer", "45", "12"]),
        (bare(withdrawn(language, &schedule())), vec![SCHEDULED, "Backend engineer", "Ada Lovelace"]),
        (bare(reminder(language, &schedule())), vec![LINK, STOP, EXPIRES, SCHEDULED, "Backend engineer", "45", "12"]),
        (bare(closing(language, &ending(false))), vec![LINK, STOP, EXPIRES, "Backend engineer", "45", "12"]),
        (bare(closing(language, &ending(true))), vec![LINK, EXPIRES, SCHEDULED, "Backend engineer"]),
        (bare(verification(language, link)), vec![LINK, EXPIRES, "Interview Platform"]),
        (bare(reset_password(language, link)), vec![LINK, EXPIRES, "Interview Platform"]),
    ]
}
