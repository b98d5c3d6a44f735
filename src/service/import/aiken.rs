//! Aiken, Moodle's simplest format: a question, its options as `A. text` or `A) text`, and `ANSWER: A`. `FEEDBACK:` before or
//! after the answer begins the explanation, which ends with a blank line.

use super::{
    aiken_lines::{answer, feedback, foreign_answer, option, small_option},
    kinds,
    lost::Lost,
    plan::{Parsed, PlannedTest, Position},
};
use crate::domain::test::QuestionDraft;
use std::iter;

#[derive(Default)]
struct Block<'t> {
    start: u64,
    text: Vec<&'t str>,
    options: Vec<(char, &'t str)>,
    feedback: Vec<&'t str>,
}

pub(super) fn read(text: &str, title: &str) -> Parsed {
    let mut parsed = Parsed::default();
    parsed.tests.push(PlannedTest::new(title, Position::line(1)));
    let mut block = Block::default();
    let mut lines = (1..).zip(text.lines().map(str::trim)).chain(iter::once((0, ""))).peekable();
    while let Some((number, line)) = lines.next() {
        if parsed.is_full() {
            break;
        }
        if let Some(letters) = answer(line).or_else(|| foreign_answer(line).filter(|_| block.options.len() > 1)) {
            let mut done = std::mem::take(&mut block);
            if let Some(first) = lines.peek().map(|(_, line)| *line).and_then(feedback) {
                lines.next();
                done.feedback.push(first);
                // The next question may follow without a blank line.
                let is_other = |line: &str| answer(line).is_some() || option(line).is_some();
                let has_other = lines.clone().take_while(|(_, line)| !line.is_empty()).any(|(_, line)| is_other(line));
                while let Some((_, more)) = lines.next_if(|(_, line)| !has_other && !line.is_empty()) {
                    done.feedback.push(more);
                }
            }
            done.finish(Some(letters), number, &mut parsed);
        } else if let Some(first) = feedback(line).filter(|_| !block.options.is_empty()) {
            block.feedback.push(first);
        } else if line.is_empty() {
            // Empty lines may stand anywhere within a question: the text of the next one ends it.
            if number == 0 {
                std::mem::take(&mut block).finish(None, number, &mut parsed);
            }
        } else if let Some(option) = option(line).filter(|_| !block.text.is_empty()) {
            block.options.push(option);
        } else {
            if !block.options.is_empty() {
                std::mem::take(&mut block).finish(None, number, &mut parsed);
            }
            if block.text.is_empty() {
                block.start = number;
            }
            block.text.push(line);
        }
    }
    parsed
}

impl Block<'_> {
    /// Takes options with small letters, from `a` on, off the end of the text.
    fn take_small_options(&mut self) {
        let is_first = |line: &&str| small_option(line).is_some_and(|(letter, _)| letter == 'a');
        let Some(first) = self.text.iter().rposition(is_first).filter(|first| *first > 0) else { return };
        let listed = ('a'..='z').zip(self.text.iter().copied().skip(first));
        let options: Option<Vec<_>> =
            listed.map(|(letter, line)| small_option(line).filter(|(own, _)| *own == letter)).collect();
        if let Some(options) = options.filter(|options| options.len() > 1 && options.len() == self.text.len() - first) {
            self.text.truncate(first);
            self.options = options;
        }
    }

    fn finish(mut self, letters: Option<&str>, line: u64, parsed: &mut Parsed) {
        if self.text.is_empty() && letters.is_none() {
            return;
        }
        let place = Position::line(if self.text.is_empty() { line } else { self.start });
        let Some(letters) = letters else {
            return parsed.left_out(place, Lost::skipped("the line with its answer, such as 'ANSWER: A', is missing"));
        };
        if self.text.is_empty() {
            return parsed.left_out(place, Lost::skipped("this answer has no question"));
        }
        if self.options.is_empty() {
            self.take_small_options();
        }
        if self.options.len() > kinds::MAX_PARTS {
            return parsed.left_out(place, Lost::skipped("it has more than 200 answers"));
        }
        let mut letter = letters.chars();
        let (Some(right), None) = (letter.next(), letter.next()) else {
            return parsed.left_out(place, Lost::skipped("its answer is not one letter"));
        };
        let mut right = self.options.iter().filter(|(letter, _)| letter.eq_ignore_ascii_case(&right));
        let Some((_, first)) = right.next() else {
            return parsed.left_out(place, Lost::skipped("its answer is not one of its options"));
        };
        if right.next().is_some() {
            return parsed.left_out(place, Lost::skipped("two of its options have the letter of its answer"));
        }
        let options = self.options.iter().map(|(_, text)| (*text).to_owned()).collect();
        let question = kinds::choice(self.text.join("\n"), 1, options, Some((*first).to_owned()));
        let explanation = Some(self.feedback.join("\n").trim().to_owned()).filter(|text| !text.is_empty());
        parsed.push(QuestionDraft { explanation, ..question }, &place);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ImportFormat, read};

    fn parsed(text: &str) -> (Vec<String>, Vec<String>) {
        let plan = read(text.as_bytes(), Some("bank.txt"), None);
        assert_eq!(plan.format, Some(ImportFormat::Aiken));
        let questions = plan.tests.iter().flat_map(|test| &test.draft.questions);
        let one = |q: &crate::domain::test::QuestionDraft| {
            let options: Vec<&str> = q.options.iter().map(crate::domain::question::ChoiceDraft::text).collect();
            format!("{} [{}] {}", q.text, options.join("|"), q.correct_answer.as_deref().unwrap_or_default())
        };
        (questions.map(one).collect(), plan.findings.iter().map(super::super::ImportFinding::in_words).collect())
    }

    #[test]
    fn questions_are_read() {
        let (questions, said) = parsed(
            "\u{feff}Who wrote this?\r\nA) Ada\r\nB) Bob\r\nANSWER: B\r\n\r\nIt shows <b> & more:\n\nA. True\nB. False\nanswer: a\n\n\
             Dots?\nA. x\nB. y\nANSWER: (B).\n\nFar\napart?\n\nA. x\n\nB. y\n\nANSWER: B\n",
        );
        let expected = [
            "Who wrote this? [Ada|Bob] Bob",
            "It shows <b> & more: [True|False] True",
            "Dots? [x|y] y",
            "Far\napart? [x|y] y",
        ];
        assert_eq!(questions, expected);
        assert_eq!(said, Vec::<String>::new());
    }

    #[test]
    fn the_line_with_the_answer_may_be_in_another_language() {
        let (questions, said) = parsed(
            "Eins?\nA) x\nB) y\nANTWORT: B\n\nZwei?\nA) x\nB) y\nL\u{f6}sung : A\n\nTrois ?\nA) x\nB) y\nR\u{e9}ponse\u{a0}: B\n\n\
             Svar?\nA) x\nB) y\nSvar: A\n\nEn?\nA) x\nB) y\nCorrect answer: B\n\nVitamin: C\nWhich?\nA) x\nB) y\nANSWER\u{ff1a}B\n",
        );
        let expected = [
            "Eins? [x|y] y",
            "Zwei? [x|y] x",
            "Trois ? [x|y] y",
            "Svar? [x|y] x",
            "En? [x|y] y",
            "Vitamin: C\nWhich? [x|y] y",
        ];
        assert_eq!(questions, expected);
        assert_eq!(said, Vec::<String>::new());
    }

    #[test]
    fn options_may_have_small_letters() {
        let (questions, said) = parsed(
            "a. is not the first\nWhich?\na. x\nb) y\nc. z\nanswer: b\n\nOnly\na. one\nANSWER: A\n\nMixed\na. see\nA. x\nB. y\nANSWER: B\n",
        );
        assert_eq!(questions, ["a. is not the first\nWhich? [x|y|z] y", "Mixed\na. see [x|y] y"]);
        assert_eq!(said.len(), 1, "{said:?}");
    }

    #[test]
    fn feedback_is_the_explanation() {
        let text = "One?\nA. x\nB. y\nANSWER: A\nFEEDBACK: Because x\nis first.\n\nTwo?\nA. x\nB. y\nFeedback: Before.\nANSWER: B\n\n\
                    Feedback: what is it?\nA. x\nB. y\nANSWER: B\nFEEDBACK: Y.\nLast?\nA. x\nB. y\nANSWER: A\nFEEDBACK:\n";
        let (questions, said) = parsed(text);
        assert_eq!(questions, ["One? [x|y] x", "Two? [x|y] y", "Feedback: what is it? [x|y] y", "Last? [x|y] x"]);
        assert_eq!(said, Vec::<String>::new());
        let plan = read(text.as_bytes(), Some("bank.txt"), None);
        let explained: Vec<_> = plan.tests[0].draft.questions.iter().map(|q| q.explanation.as_deref()).collect();
        assert_eq!(explained, [Some("Because x\nis first."), Some("Before."), Some("Y."), None]);
    }

    #[test]
    fn what_is_wrong_is_named_and_the_rest_comes_in() {
        let (questions, said) = parsed(
            "Good?\nA)Yes\nB)No\nANSWER: A\n\nNo answer\nA) x\nB) y\n\nTwo\nA) x\nB) y\nANSWER: A, B\n\nFar\nA) x\nB) y\nANSWER: C\nANSWER: D\nLast\nA. a\nB. b\n\nTwice\nA. a\nA. b\nANSWER: A\n",
        );
        assert_eq!(questions, ["Good? [Yes|No] Yes"]);
        let places: Vec<&str> = said.iter().filter_map(|said| said.split(':').next()).collect();
        assert_eq!(places, ["line 6", "line 10", "line 15", "line 19", "line 20", "line 24"], "{said:?}");
    }
}
