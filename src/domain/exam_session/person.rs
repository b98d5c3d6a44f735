//! How a person of a session stands (`docs/behaviour/sessions.md#states`): one function of what is known.

use super::super::{
    Instant,
    camera::Camera,
    standing::Connection,
    time::{HOUR, SignedDuration},
};

/// Time after which who has not come is absent, if the session has no end.
pub const GRACE: SignedDuration = HOUR;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PersonState {
    /// Has not come; the session has not started.
    Expected,
    /// Checked in.
    Here,
    /// The page of the test is open, and waits for its start.
    Ready,
    Testing,
    Done,
    /// Needs someone.
    InTrouble,
    /// Has not come, though the session has started.
    Late,
    /// Did not come.
    Absent,
}

impl PersonState {
    pub const ALL: [Self; 8] =
        [Self::Expected, Self::Here, Self::Ready, Self::Testing, Self::Done, Self::InTrouble, Self::Late, Self::Absent];
}

/// A running or ended attempt, as far as the state needs it.
#[derive(Clone, Copy, Debug)]
pub struct AttemptSigns {
    pub is_over: bool,
    pub connection: Connection,
    /// `None` until the page has reported.
    pub camera: Option<Camera>,
    /// Another browser asks to continue.
    pub asks_to_resume: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct PersonSigns {
    pub starts_at: Instant,
    /// Time from which who has not come is absent.
    pub given_up_at: Instant,
    pub is_here: bool,
    /// The link can be used, now or later.
    pub is_alive: bool,
    /// The page of the test is open.
    pub is_open: bool,
    pub attempt: Option<AttemptSigns>,
}

/// The state, and why someone is in trouble.
#[must_use]
pub fn state(signs: &PersonSigns, now: Instant) -> (PersonState, Option<&'static str>) {
    if let Some(attempt) = &signs.attempt {
        if attempt.is_over {
            return (PersonState::Done, None);
        }
        let trouble = trouble(*attempt);
        return (if trouble.is_some() { PersonState::InTrouble } else { PersonState::Testing }, trouble);
    }
    if !signs.is_alive {
        return if signs.is_here {
            (PersonState::InTrouble, Some("The invitation has ended."))
        } else {
            (PersonState::Absent, None)
        };
    }
    let state = match (signs.is_open, signs.is_here) {
        (true, _) => PersonState::Ready,
        (false, true) => PersonState::Here,
        _ if now < signs.starts_at => PersonState::Expected,
        _ if now < signs.given_up_at => PersonState::Late,
        _ => PersonState::Absent,
    };
    (state, None)
}

fn trouble(attempt: AttemptSigns) -> Option<&'static str> {
    match attempt.connection {
        Connection::Lost => return Some("The network was lost."),
        Connection::Closed => return Some("The page was closed."),
        Connection::Waiting | Connection::Connected => {}
    }
    if attempt.asks_to_resume {
        return Some("Asks to continue in another browser.");
    }
    // The candidate's choice, and a question that the browser still shows, are no faults.
    let camera = attempt.camera.filter(|camera| !matches!(camera, Camera::Off | Camera::Asking));
    camera.and_then(Camera::in_words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use PersonState::{Absent, Done, Expected, Here, InTrouble, Late, Ready, Testing};

    const NINE: Instant = Instant::from_millis(1_772_438_400_000);

    fn signs() -> PersonSigns {
        PersonSigns {
            starts_at: NINE,
            given_up_at: NINE.plus(HOUR),
            is_here: false,
            is_alive: true,
            is_open: false,
            attempt: None,
        }
    }

    fn running() -> AttemptSigns {
        AttemptSigns {
            is_over: false,
            connection: Connection::Connected,
            camera: Some(Camera::On),
            asks_to_resume: false,
        }
    }

    #[test]
    fn the_state_follows_from_what_is_known() {
        let before = NINE.plus(-HOUR);
        let during = NINE.plus(HOUR / 2);
        let after = NINE.plus(HOUR);
        let here = PersonSigns { is_here: true, ..signs() };
        let open = PersonSigns { is_open: true, ..signs() };
        let dead = PersonSigns { is_alive: false, ..signs() };
        let table = [
            (signs(), before, Expected),
            (signs(), NINE, Late),
            (signs(), during, Late),
            (signs(), after, Absent),
            (here, before, Here),
            (here, after, Here),
            (open, before, Ready),
            (PersonSigns { is_here: true, ..open }, during, Ready),
            (open, after, Ready),
            (dead, before, Absent),
            (PersonSigns { is_open: true, ..dead }, during, Absent),
            (PersonSigns { is_here: true, ..dead }, during, InTrouble),
        ];
        for (signs, now, expected) in table {
            assert_eq!(state(&signs, now).0, expected, "{signs:?} {now:?}");
        }
    }

    #[test]
    fn a_running_test_is_well_or_in_trouble() {
        let table = [
            (running(), Testing),
            (AttemptSigns { connection: Connection::Waiting, camera: None, ..running() }, Testing),
            (AttemptSigns { connection: Connection::Lost, ..running() }, InTrouble),
            (AttemptSigns { connection: Connection::Closed, ..running() }, InTrouble),
            (AttemptSigns { camera: Some(Camera::Black), ..running() }, InTrouble),
            (AttemptSigns { asks_to_resume: true, ..running() }, InTrouble),
            (AttemptSigns { camera: Some(Camera::Off), ..running() }, Testing),
            (AttemptSigns { is_over: true, connection: Connection::Lost, ..running() }, Done),
        ];
        for (attempt, expected) in table {
            // Neither the time, the list at the entrance nor the link matter any more.
            for (is_here, is_alive, now) in [(true, true, NINE), (false, false, NINE.plus(HOUR * 9))] {
                let signs = PersonSigns { attempt: Some(attempt), is_here, is_alive, ..signs() };
                let (found, why) = state(&signs, now);
                assert_eq!(found, expected, "{attempt:?}");
                assert_eq!(why.is_some(), expected == InTrouble);
            }
        }
    }
}
