use super::*;

const LINK: &str = "https://exams.example.org/test-invite/abc_DEF-123";
const EXPIRES: &str = "Friday, December 4, 2026, 18:00 CET (17:00 UTC)";
const SCHEDULED: &str = "Monday, November 23, 2026, 10:00 CET (09:00 UTC)";

fn facts(mode: InvitationMode) -> InvitationFacts {
    InvitationFacts {
        applicant_name: "Ada Lovelace".into(),
        test_title: "Backend engineer".into(),
        test_description: "First line.\nSecond line.".into(),
        duration_minutes: 45,
        question_count: 12,
        link: LINK.into(),
        expires: EXPIRES.into(),
        scheduled: (mode == InvitationMode::AdminScheduled).then(|| SCHEDULED.into()),
        mode,
        from_name: "Interview Platform".into(),
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
        from_name: "Interview Platform".into(),
    }
}

fn assert_both_say(content: &Content, wanted: &[&str]) {
    for wanted in wanted {
        assert!(content.text.contains(wanted), "text lacks {wanted}:\n{}", content.text);
        assert!(content.html.contains(wanted), "HTML lacks {wanted}:\n{}", content.html);
    }
}

#[test]
fn an_invitation_says_what_to_expect_in_both_forms() {
    for mode in [InvitationMode::SelfSchedule, InvitationMode::AdminScheduled, InvitationMode::NoSchedule] {
        let content = invitation(&facts(mode)).unwrap();
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
    let own = invitation(&facts(InvitationMode::SelfSchedule)).unwrap();
    assert_both_say(&own, &["choose the day and time", "5 minutes early"]);
    let fixed = invitation(&facts(InvitationMode::AdminScheduled)).unwrap();
    assert_both_say(&fixed, &[SCHEDULED, "5 minutes early"]);
    let free = invitation(&facts(InvitationMode::NoSchedule)).unwrap();
    assert_both_say(&free, &["There is no fixed time"]);
    assert!(!free.text.contains("5 minutes early") && !free.html.contains("5 minutes early"));
}

#[test]
fn a_confirmation_says_when_and_how() {
    let content = scheduled(&schedule()).unwrap();
    assert_eq!(content.subject, "Your test is scheduled: Backend engineer");
    assert_both_say(&content, &[SCHEDULED, LINK, EXPIRES, "5 minutes early", "Have your ID ready", "calendar entry"]);
}

#[test]
fn counts_of_one_are_singular() {
    let one = InvitationFacts { duration_minutes: 1, question_count: 1, ..facts(InvitationMode::NoSchedule) };
    let content = invitation(&one).unwrap();
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
    let content = invitation(&evil).unwrap();
    assert_eq!(content.subject, "Invitation to take a test: A & B Bcc: spy@evil.example");
    assert!(!content.html.contains("<img") && !content.html.contains("<script"));
    assert!(content.html.contains("A &amp; B") && content.html.contains("&lt;script&gt;1&lt;/script&gt; &quot;&#39;"));
    assert!(content.text.contains("<script>1</script> \"'"), "text is not escaped");
}

#[test]
fn blank_values_leave_no_gap() {
    let bare = InvitationFacts {
        test_description: " \n".into(),
        from_name: String::new(),
        ..facts(InvitationMode::NoSchedule)
    };
    let content = invitation(&bare).unwrap();
    assert!(!content.text.contains("Kind regards") && !content.html.contains("Kind regards"));
    assert!(!content.text.contains("\n\n\n") && !content.html.contains("class=\"text\""), "{}", content.text);
}

#[test]
fn mails_load_no_remote_content() {
    let mails = [
        invitation(&facts(InvitationMode::SelfSchedule)).unwrap(),
        scheduled(&schedule()).unwrap(),
        smtp_test().unwrap(),
    ];
    for mail in mails {
        for word in ["<img", "src=", "@import", "url(", "<link", "<table", "<script"] {
            assert!(!mail.html.contains(word), "{word}");
        }
        assert!(!mail.html.replace(LINK, "").contains("http"));
        assert!(!mail.text.is_empty() && !mail.subject.is_empty());
    }
}
