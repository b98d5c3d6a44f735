//! The size of a result: what programs wrote is cut until it fits into a call.

use crate::runner::job::{Outcome, ProgramOutput};

/// Largest result as JSON, in bytes: less than the server accepts.
const MAX_REPORT: usize = 3 << 20;
/// Bytes of each output, the most that a page shows.
const MAX_OUTPUT: usize = 64 << 10;
/// Bytes of the compiler's messages.
const MAX_COMPILER: usize = 64 << 10;

/// Cuts outputs, to half their size as often as it takes.
pub fn fitting(mut outcome: Outcome) -> Outcome {
    cut(&mut outcome.compiler, MAX_COMPILER);
    let mut max = MAX_OUTPUT;
    loop {
        for test in &mut outcome.tests {
            if let Some(ProgramOutput { stdout, stderr, is_truncated }) = &mut test.output {
                *is_truncated |= cut(stdout, max) | cut(stderr, max);
            }
        }
        let size = serde_json::to_vec(&outcome).map_or(usize::MAX, |json| json.len());
        if size <= MAX_REPORT || max == 0 {
            return outcome;
        }
        max /= 2;
    }
}

/// Returns whether the text was longer.
fn cut(text: &mut String, max: usize) -> bool {
    let is_longer = text.len() > max;
    if is_longer {
        text.truncate(text.floor_char_boundary(max));
    }
    is_longer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::job::{TestOutcome, Verdict};

    #[test]
    fn any_result_fits_into_a_call() {
        // Each byte takes six in JSON.
        let output = ProgramOutput { stdout: "\0".repeat(1 << 20), stderr: "ä".into(), is_truncated: false };
        let test = TestOutcome {
            verdict: Verdict::Wa,
            note: String::new(),
            cpu_ms: 1,
            wall_ms: 1,
            memory_kb: 1,
            output: Some(output),
        };
        let outcome = Outcome { tests: vec![test; 60], ..Outcome::untested(Verdict::Wa, "") };
        let cut = fitting(outcome.clone());
        assert!(serde_json::to_vec(&cut).unwrap().len() <= MAX_REPORT);
        let kept = cut.tests[0].output.as_ref().unwrap();
        assert!(kept.is_truncated && kept.stdout.len() >= 4 << 10 && kept.stderr == "ä", "{}", kept.stdout.len());
        let short = Outcome { tests: vec![], ..outcome };
        assert_eq!(fitting(short.clone()), short);
    }
}
