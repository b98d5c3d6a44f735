//! Recipients as people and mail programs write them.

use super::people_tests::{faults, pairs, people};

#[test]
fn recipients_on_one_line_are_people_each() {
    let expected = [("Ann Lee", "ann@example.org"), ("Bob Ray", "bob@example.org")];
    for text in [
        "Ann Lee <ann@example.org>, Bob Ray <bob@example.org>",
        "Ann Lee <ann@example.org>; Bob Ray <bob@example.org>;",
        "\"Ann Lee\" <ann@example.org>,\t\"Bob Ray\" <bob@example.org>",
    ] {
        assert_eq!(people(text), pairs(&expected), "{text}");
    }
    assert_eq!(people("Lee, Ann <ann@example.org>, Ray, Bob <bob@example.org>"), pairs(&expected));
    // As address fields have them: with a comma in each name, in quotation marks or without, and the address as the name.
    for text in [
        "Lee, Ann <ann@example.org>; Ray, Bob <bob@example.org>",
        "\"Lee, Ann\" <ann@example.org>; \"Ray, Bob\" <bob@example.org>;",
        "\"Lee, Ann\" <ann@example.org>, \"Ray, Bob\" <bob@example.org>",
        "'Lee, Ann' <ann@example.org>; 'Bob Ray' <bob@example.org>",
        "Lee, Ann <ann@example.org>\nRay, Bob <bob@example.org>",
        "Lee, Ann <ann@example.org>,\n\"Ray, Bob\" <bob@example.org>,",
    ] {
        assert_eq!(people(text), pairs(&expected), "{text}");
        assert!(faults(text).iter().all(Option::is_none), "{text}: {:?}", faults(text));
    }
    // An address is no name.
    let twice = "'ann@example.org' <ann@example.org>; bob@example.org <bob@example.org>";
    assert_eq!(people(twice), pairs(&[("", "ann@example.org"), ("", "bob@example.org")]));
    assert!(faults(twice).iter().all(Option::is_none), "{:?}", faults(twice));
    assert_eq!(people("Email,Name\nann@example.org,Ann@Example.org"), pairs(&[("", "ann@example.org")]));
    // Commas within names do not count as cells.
    let many: Vec<String> = (0..150).map(|n| format!("Last{n}, First <p{n}@example.org>")).collect();
    assert_eq!(people(many.join("; ")).len(), 150);
    let bare = people("ann@example.org, Bob Ray <bob@example.org>, cem@example.org\nDee, dee@example.org");
    let others = [("", "ann@example.org"), expected[1], ("", "cem@example.org"), ("Dee", "dee@example.org")];
    assert_eq!(bare, pairs(&others), "a person each, and the next line as before");
    // Whose the name is between two addresses cannot be known.
    assert_eq!(people("ann@example.org, Ann, bob@example.org").len(), 1);
    assert_eq!(people("ann@example.org, ann@example.org").len(), 1);
}

#[test]
fn what_people_write_beside_an_address_is_the_name() {
    for line in [
        "Ada Lovelace ada@example.org",
        "ada@example.org Ada Lovelace",
        "Ada Lovelace (ada@example.org)",
        "Ada Lovelace - ada@example.org",
        "Ada Lovelace: ada@example.org",
        "\u{2022} Ada Lovelace \u{2013} ada@example.org",
        "12. Ada Lovelace ada@example.org",
        "1) Ada Lovelace [ada@example.org]",
        "3. Ada Lovelace, ada@example.org",
        "2. Ada Lovelace <ada@example.org>",
        "- Ada Lovelace <ada@example.org>",
        "To: Ada Lovelace <ada@example.org>",
        "1\tAda Lovelace\tada@example.org",
        "Lovelace, Ada ada@example.org",
    ] {
        let text = format!("{line}\n");
        assert_eq!(people(&text), pairs(&[("Ada Lovelace", "ada@example.org")]), "{line:?}");
        assert_eq!(faults(&text), [None], "{line:?}");
    }
    let both = [("Ada", "ada@example.org"), ("Bob Ray", "bob@example.org")];
    assert_eq!(people("To: Ada <ada@example.org>; Bob Ray <bob@example.org>"), pairs(&both));
    assert_eq!(people("Ada ada@example.org; Bob Ray bob@example.org"), pairs(&both));
    // No part of these is taken for a number or a mark.
    assert_eq!(people("50 Cent <cent@example.org>"), pairs(&[("50 Cent", "cent@example.org")]));
    assert_eq!(people("Ada (Countess) ada@example.org"), pairs(&[("Ada (Countess)", "ada@example.org")]));
    assert_eq!(people("Anne-Marie ada@example.org"), pairs(&[("Anne-Marie", "ada@example.org")]));
    // Two addresses, or none that is whole, are not guessed at.
    assert!(faults("Ada ada@example.org bob@example.org")[0].is_some());
    assert_eq!(people("Ada ada@localhost")[0].0, "");
}
