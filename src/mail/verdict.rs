//! The meaning of a mail server's negative reply (docs/behaviour/mail.md#email): for this mail alone, or for all. Only a code
//! about this mailbox is final. Text counts where servers use one code for different causes: Postfix refuses client,
//! sender and recipient with 5.7.1 in answer to RCPT.

use super::{SmtpSettings, SmtpTls, message::one_line, reply::Reply, stage::DeliveryStage};
use crate::domain::{
    mail::{self, Consequence, PauseCause},
    time::SignedDuration,
};

/// First wait after a permanent refusal that may concern settings of the server or the recipient.
pub(super) const REFUSED: SignedDuration = mail::REFUSED_DELAY;
/// Wait of greylisting that names none.
const GREYLISTED: SignedDuration = SignedDuration::from_mins(5);

const SIGN_IN: &str = "The server accepts mail only after a sign-in: set a user name and password.";
const HELLO: &str = "The server does not accept the name by which this machine introduces itself: set the EHLO name to the \
                     full host name of this machine.";
const SPELLING: &str = "The server knows no such mailbox: check the spelling of the address.";
const RELAY: &str = "The server does not relay mail of this machine to this recipient: set a user name and password, or let the \
                     server's administrator allow this machine.";

/// The fix, if there is one.
type Advice = Option<String>;

pub(super) fn of(settings: &SmtpSettings, stage: DeliveryStage, reply: &Reply) -> (Consequence, Advice) {
    let pauses = |cause, advice: &str| (Consequence::PausesAll(cause), Some(advice.to_owned()));
    if settings.tls == SmtpTls::None
        && (reply.says(&["starttls", "encryption required"]) || reply.is(&[(7, 10), (7, 11), (7, 29)]))
    {
        return pauses(PauseCause::Client, "The server wants an encrypted connection: choose STARTTLS.");
    }
    match stage {
        DeliveryStage::SignIn => of_sign_in(reply),
        DeliveryStage::Hello if reply.is_permanent() => pauses(PauseCause::Client, HELLO),
        // A server may keep its verdict on EHLO until then.
        DeliveryStage::StartTls if reply.is_permanent() && reply.says(&["helo", "ehlo", "hostname", "host name"]) => {
            pauses(PauseCause::Client, HELLO)
        }
        DeliveryStage::Lookup | DeliveryStage::Greeting | DeliveryStage::Hello | DeliveryStage::StartTls => {
            of_connection(reply)
        }
        DeliveryStage::Content if is_about_content(reply) => of_content(reply),
        DeliveryStage::Sender | DeliveryStage::Recipient | DeliveryStage::Data | DeliveryStage::Content => {
            of_all_mails(settings, stage, reply).unwrap_or_else(|| of_one_mail(stage, reply))
        }
    }
}

fn of_sign_in(reply: &Reply) -> (Consequence, Advice) {
    if is_quota(reply) {
        return (Consequence::PausesAll(PauseCause::Quota), Some(QUOTA_USED.to_owned()));
    }
    if names_the_client(reply) {
        return (Consequence::PausesAll(PauseCause::Client), Some(BLOCKED.to_owned()));
    }
    if !reply.is_permanent() && !is_rate(reply) {
        let advice = "The server cannot check the sign-in at present.";
        return (Consequence::PausesAll(PauseCause::Connection), Some(advice.to_owned()));
    }
    let advice = if reply.is(&[(7, 9)]) || reply.says(&["app password", "application-specific", "app-specific"]) {
        "The provider wants an app password here instead of the account's own: create one and enter it."
    } else if reply.says(&["disabled", "basic authentication"]) || reply.is(&[(7, 139)]) {
        "The provider has switched off the sign-in by password for this account: its administrator can allow it (SMTP AUTH)."
    } else if is_rate(reply) {
        "The server has seen too many sign-ins of this account."
    } else {
        "The server refused the user name or the password. Some providers want an app password here instead of the \
         account's own."
    };
    (Consequence::PausesAll(PauseCause::SignIn), Some(advice.to_owned()))
}

fn of_connection(reply: &Reply) -> (Consequence, Advice) {
    let (cause, advice) = if reply.is_permanent() {
        let advice = "The server accepts no mail from this machine: check that host and port are those for sending, and \
                      ask its provider whether this machine's address is blocked.";
        (PauseCause::Client, advice)
    } else if is_rate(reply) {
        (PauseCause::Rate, "The server rate-limits this machine's address.")
    } else {
        (PauseCause::Connection, "The server is busy, or rate-limits this machine's address.")
    };
    (Consequence::PausesAll(cause), Some(advice.to_owned()))
}

/// A refusal that the next mail would meet too.
fn of_all_mails(settings: &SmtpSettings, stage: DeliveryStage, reply: &Reply) -> Option<(Consequence, Advice)> {
    let pauses = |cause, advice: &str| Some((Consequence::PausesAll(cause), Some(advice.to_owned())));
    let is_about_the_mailbox = matches!(reply.enhanced, Some((2, _)));
    if reply.is(&[(6, 7)]) && !settings.from_email.is_ascii() {
        return pauses(PauseCause::Client, ASCII_SENDER);
    }
    if reply.code == 530 || reply.is(&[(7, 57)]) || wants_sign_in(reply) {
        return pauses(PauseCause::SignIn, SIGN_IN);
    }
    if reply.says(&["helo command rejected", "ehlo command rejected", "invalid helo", "invalid ehlo"]) {
        return pauses(PauseCause::Client, HELLO);
    }
    if is_relay(reply) {
        // Exchange says so of a recipient in a domain that it does not serve, while it takes mail for others.
        return if stage == DeliveryStage::Sender {
            pauses(PauseCause::Client, RELAY)
        } else {
            Some((Consequence::RefusedAlone(wait_after(reply)), Some(RELAY.to_owned())))
        };
    }
    if is_quota(reply) {
        return pauses(PauseCause::Quota, QUOTA_USED);
    }
    if !is_about_the_mailbox && !is_greylisting(reply) && is_rate(reply) {
        return pauses(PauseCause::Rate, "The server wants fewer emails at once: the others go out later.");
    }
    // First: it may name the sender's address too.
    if is_about_authentication_of_mail(reply) {
        let advice =
            "The server cannot tell that the sender's domain permits this mail: check its SPF, DKIM and DMARC records.";
        return pauses(PauseCause::Client, advice);
    }
    if is_about_the_sender(reply) {
        let advice = format!("The server does not allow this account to send as {}.", one_line(&settings.from_email));
        return pauses(PauseCause::Client, &advice);
    }
    if is_about_the_client(reply) {
        return pauses(PauseCause::Client, BLOCKED);
    }
    if reply.code == 421 {
        return pauses(PauseCause::Connection, "The server ends connections at present.");
    }
    if stage == DeliveryStage::Sender && !is_about_this_mail(reply) {
        let advice = format!("The server does not allow this account to send as {}.", one_line(&settings.from_email));
        return if reply.is_permanent() {
            pauses(PauseCause::Client, &advice)
        } else {
            pauses(PauseCause::Connection, "The server takes no emails at present.")
        };
    }
    None
}

/// The content of this mail, whose links and words a filter has judged.
fn of_content(reply: &Reply) -> (Consequence, Advice) {
    let advice = if is_unverified(reply) {
        UNVERIFIED
    } else if reply.says(SPAM) {
        TAKEN_FOR_SPAM
    } else {
        REFUSED_BY_POLICY
    };
    (Consequence::RefusedAlone(wait_after(reply)), Some(advice.to_owned()))
}

fn wait_after(reply: &Reply) -> SignedDuration {
    if reply.is_permanent() { REFUSED } else { asked_wait(reply).unwrap_or_default() }
}

/// How long the server asks to wait, if it says so.
fn asked_wait(reply: &Reply) -> Option<SignedDuration> {
    reply.asked_wait().and_then(|wait| SignedDuration::try_from(wait).ok())
}

fn of_one_mail(stage: DeliveryStage, reply: &Reply) -> (Consequence, Advice) {
    let asked = asked_wait(reply);
    if !reply.is_permanent() {
        return if is_greylisting(reply) {
            let wait = Consequence::Waits(asked.unwrap_or(GREYLISTED).max(GREYLISTED));
            (
                wait,
                Some("The server lets mail of a new sender wait (greylisting): nothing needs to be done.".to_owned()),
            )
        } else if is_full(reply) {
            (Consequence::Waits(REFUSED), Some("The recipient's mailbox is full.".to_owned()))
        } else {
            (Consequence::Waits(asked.unwrap_or_default()), None)
        };
    }
    let (consequence, advice) = match reply.enhanced {
        Some((6, 7)) => (Consequence::Final, NON_ASCII),
        Some((1, 0 | 1 | 4)) => (Consequence::Final, SPELLING),
        // Exchange says so of a mailbox, others of a domain.
        Some((1, 10)) if is_unknown_user(reply) => (Consequence::Final, SPELLING),
        Some((1, 2 | 10)) => {
            (Consequence::Final, "The domain of the address takes no mail: check the part after the @.")
        }
        Some((1, 3)) => (Consequence::Final, "The server does not take this for an email address: check its spelling."),
        Some((1, 6)) => (Consequence::Final, "The mailbox has moved: ask the recipient for another address."),
        // Gmail says so for a while.
        Some((2, 1)) if reply.says(&["at a rate", "too quickly", "too many"]) => {
            (Consequence::Waits(REFUSED), MAILBOX_BUSY)
        }
        Some((2, 1)) => (Consequence::Final, "The mailbox is switched off: ask the recipient for another address."),
        Some((4, 1)) => (
            Consequence::Waits(REFUSED),
            "Exchange says so of addresses that are not in its directory: check the spelling of the address.",
        ),
        _ if is_full(reply) => (Consequence::Waits(REFUSED), "The recipient's mailbox is full."),
        _ if is_too_large(reply) => (
            Consequence::Waits(REFUSED),
            "The email is too large for the server: use a smaller logo, or raise its limit.",
        ),
        _ if is_unknown_user(reply) => (Consequence::Waits(REFUSED), SPELLING),
        _ if reply.says(SPAM) => (Consequence::Waits(REFUSED), TAKEN_FOR_SPAM),
        Some((7, _)) => (Consequence::Waits(REFUSED), REFUSED_BY_POLICY),
        None if stage == DeliveryStage::Recipient && matches!(reply.code, 550 | 551 | 553) => (
            Consequence::Waits(REFUSED),
            "The server knows no such mailbox, or accepts no mail for it from here: check the spelling of the address; \
             for addresses of other sites the server may require a user name and password.",
        ),
        _ => (Consequence::Waits(REFUSED), REFUSES),
    };
    (consequence, Some(advice.to_owned()))
}

pub(super) const REFUSES: &str = "The server refuses the email: ask its administrator about this reply.";

pub(super) const NON_ASCII: &str =
    "The server takes no addresses with letters outside ASCII (SMTPUTF8): use another address of the recipient.";

pub(super) const ASCII_SENDER: &str =
    "The server takes no addresses with letters outside ASCII (SMTPUTF8): use another sender address.";

const QUOTA_USED: &str = "The quota of this account is used up: the emails go out once it is free again.";
const BLOCKED: &str =
    "The server blocks this machine's address: ask its administrator, or send through another server.";
const MAILBOX_BUSY: &str = "The recipient gets too many emails at present: nothing needs to be done.";
const UNVERIFIED: &str = "The provider has not verified one of the addresses: verify the sender there, and ask whether a new \
                          account may send to all addresses.";

const SPAM: &[&str] = &["spam", "unsolicited", "virus", "phish", "content rejected", "message rejected"];
const LISTS: &[&str] = &["blocklist", "block list", "blacklist", "black list"];
const TAKEN_FOR_SPAM: &str =
    "The server takes the email for spam: ask its administrator to let mail of this sender pass.";
const REFUSED_BY_POLICY: &str =
    "The server refuses the email by a policy: ask its administrator, or give the link to the recipient yourself.";

/// Whether a reply to the content is a verdict on it, by what it says or by a policy (X.7.0, X.7.1), and not on the
/// client, the sender or their rate, which would concern the next mail too. Lists of blocked links have the names of
/// lists of blocked clients.
fn is_about_content(reply: &Reply) -> bool {
    let names_the_content = reply.says(SPAM)
        || reply.says(&[
            "content",
            "in message",
            "in the message",
            "in body",
            "attachment",
            " url",
            "url ",
            " link",
            "header",
        ]);
    let is_policy = reply.is_permanent() && (reply.is(&[(7, 0), (7, 1)]) || reply.says(&["policy"]));
    let is_listed = reply.says(LISTS);
    (names_the_content || is_policy || is_listed) && !is_about_others_too(reply)
}

/// Whether the reply is about the client, the sender or their mails at large, which servers say after the content, too.
fn is_about_others_too(reply: &Reply) -> bool {
    let is_about_the_mailbox = matches!(reply.enhanced, Some((1 | 2, _)));
    is_about_the_mailbox
        || reply.code == 530
        || wants_sign_in(reply)
        || is_relay(reply)
        || is_quota(reply)
        || is_rate(reply)
        || is_greylisting(reply)
        || is_full(reply)
        || is_too_large(reply)
        || is_about_the_sender(reply)
        || is_about_authentication_of_mail(reply)
        || names_the_client(reply)
}

fn wants_sign_in(reply: &Reply) -> bool {
    reply.says(&[
        "authentication required",
        "authentication is required",
        "client not authenticated",
        "client was not authenticated",
        "you are not authenticated",
        "must authenticate",
        "authenticate first",
        "please authenticate",
        "need to authenticate",
        "not logged in",
        "unauthenticated senders",
    ])
}

/// Whether the provider has not verified an address: that of the sender, and those of recipients while an account is new. The
/// server may call it a rejected message.
fn is_unverified(reply: &Reply) -> bool {
    reply.says(&["address is not verified", "identities failed the check", "is not a verified"])
}

fn is_relay(reply: &Reply) -> bool {
    if reply.says(&[AS_ANOTHER_SENDER]) {
        return false;
    }
    reply.is(&[(7, 54), (7, 64)])
        || reply.says(&[
            "relay access denied",
            "relaying",
            "unable to relay",
            "to relay",
            "relay not permitted",
            "relay denied",
        ])
        || reply.says(&["cannot relay", "no relay", "not a relay", "relay is denied", "relay rejected"])
}

/// Zoho's words for a sender that is not the account's own.
const AS_ANOTHER_SENDER: &str = "relaying disallowed as";

/// The sender's quota of a day; (2, 2) is the recipient's, unless Exchange speaks of submissions.
fn is_quota(reply: &Reply) -> bool {
    let speaks_of_a_limit = reply.says(&["limit", "quota", "exceeded"]);
    (reply.is_permanent() && reply.is(&[(4, 5)]))
        || reply.is(&[(1, 90), (7, 705)])
        || reply.says(&["submission quota", "sending quota", "sending limit", "send limit", "daily user"])
        || reply.says(&["credits exceeded"])
        || (speaks_of_a_limit && reply.says(&["daily", "per day", "24 hours", "24h"]))
}

fn is_rate(reply: &Reply) -> bool {
    reply.is(&[(7, 28), (4, 5)])
        || reply.says(&["rate limit", "ratelimit", "rate-limit", "rate of", "throttl", "too fast", "slow down"])
        || reply.says(&["too many connection", "too many message", "too many mail", "too many email", "too much mail"])
        || reply.says(&[
            "too many login",
            "too many auth",
            "too many concurrent",
            "too many session",
            "too many failed",
            "concurrent connection",
            "thread limit",
        ])
        || reply.says(&["hourly", "per hour", "per minute", "connections exceeded", "connections has exceeded"])
}

fn is_greylisting(reply: &Reply) -> bool {
    reply.says(&["greylist", "graylist", "grey list", "gray list", "grey-list", "postgrey"])
}

fn is_about_the_sender(reply: &Reply) -> bool {
    reply.is(&[(1, 7), (1, 8), (7, 60), (7, 501), (7, 502), (7, 503)])
        || reply.says(&["sender address rejected", "sender rejected", "sender denied", "not owned by", "sendasdenied"])
        || reply.says(&["send as this sender", "not allowed to send", "not permitted to send", "sender verify"])
        || reply.says(&["sender is not allowed", "from address", "sender not authorized", "sender is not authorized"])
        || reply.says(&[AS_ANOTHER_SENDER])
}

fn is_about_authentication_of_mail(reply: &Reply) -> bool {
    matches!(reply.enhanced, Some((7, 20..=24 | 26 | 27 | 30 | 509 | 515)))
        || reply.says(&["spf check", "spf fail", "dkim", "dmarc", "sender is unauthenticated"])
}

fn is_about_the_client(reply: &Reply) -> bool {
    names_the_client(reply) || reply.says(LISTS)
}

fn names_the_client(reply: &Reply) -> bool {
    matches!(reply.enhanced, Some((7, 25 | 511 | 606..=649 | 708)))
        || reply.says(&["client host", "blocked using", "spamhaus"])
        || reply.says(&[
            "banned sending ip",
            "cannot find your hostname",
            "reverse dns",
            "reverse hostname",
            "ptr record",
        ])
        || reply.says(&["your ip", "sending ip", "ip reputation", "bad reputation", "poor reputation"])
        || reply.says(&["unauthorized ip", "ip not authorized", "ip is not authorized", "ip address is not authorized"])
}

fn is_full(reply: &Reply) -> bool {
    reply.is(&[(2, 2)]) || reply.says(&["mailbox full", "mailbox is full", "over quota", "overquota", "quota exceeded"])
}

fn is_too_large(reply: &Reply) -> bool {
    reply.is(&[(3, 4), (2, 3)])
        || (reply.code == 552 && reply.enhanced.is_none())
        || reply.says(&["too large", "too big", "size exceeds", "exceeds size", "message size"])
}

fn is_unknown_user(reply: &Reply) -> bool {
    reply.says(&[
        "user unknown",
        "unknown user",
        "no such user",
        "no such mailbox",
        "unknown recipient",
        "does not exist",
    ]) || reply.says(&[
        "recipient unknown",
        "invalid recipient",
        "mailbox not found",
        "no mailbox",
        "recipient not found",
    ])
}

/// Whether a reply to MAIL concerns this mail; it concerns the sender otherwise.
fn is_about_this_mail(reply: &Reply) -> bool {
    is_too_large(reply) || reply.is(&[(6, 7)]) || is_greylisting(reply)
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
