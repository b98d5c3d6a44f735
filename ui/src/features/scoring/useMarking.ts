import { useEffect, useRef, useState } from "react";
import type { ReviewStatus, Rubric, ScoringAnswer } from "@/api/types";
import { commentKey, settleDraft, useDraft } from "@/lib/useDraft";
import { withSnippet } from "@/lib/with-snippet";
import { hasItems } from "./rubric/rules";
import { partialPoints, rubricInput, scoreInput, statusOf } from "./score";
import type { ScoreTarget } from "./targets";
import { useScore } from "./useScore";

interface Wiring {
  answer: ScoringAnswer;
  rubric: Rubric | undefined;
  target: ScoreTarget;
  onAnswer: (answer: ScoringAnswer) => void;
  onScored?: (() => void) | undefined;
}

/** The points typed by a person; none where they follow from the rubric. */
const ownPoints = (answer: ScoringAnswer) => (answer.by_rubric ? "" : String(answer.manual_score ?? ""));

/** A reviewer's input for one answer, and the actions that send it. */
export function useMarking(wiring: Wiring) {
  const { answer, rubric, target, onAnswer, onScored } = wiring;
  const draft = useDraft(commentKey(target.key), answer.review_comments ?? "");
  const { text: comments, set: setComments } = draft;
  const [typed, setTyped] = useState(() => ownPoints(answer));
  const [chosen, setChosen] = useState<readonly string[]>(answer.rubric_items ?? []);
  const [wrongPoints, setWrongPoints] = useState(false);
  /** The answer that the reviewer began from: with its version, a score that came since is a conflict. */
  const read = useRef(answer);
  const isMarked =
    draft.isTyped ||
    typed !== ownPoints(read.current) ||
    chosen.join() !== (read.current.rubric_items ?? []).join();
  useEffect(() => {
    if (read.current.version === answer.version || isMarked) return;
    // A score of another reviewer or the AI, where nothing was entered yet.
    read.current = answer;
    setTyped(ownPoints(answer));
    setChosen(answer.rubric_items ?? []);
  }, [answer, isMarked]);
  const { busy, conflict, send, takeTheirs, keepMine } = useScore({
    target,
    onAnswer: (fresh, sent) => {
      // A comment that was typed on while the score was on its way stays.
      if (sent) settleDraft(commentKey(target.key), sent.comments ?? "");
      else draft.forget();
      read.current = fresh;
      setTyped(ownPoints(fresh));
      setChosen(fresh.rubric_items ?? []);
      onAnswer(fresh);
    },
    onScored,
  });
  const isByItems = hasItems(rubric);
  const known = isByItems ? rubric.items.map(({ id }) => id).filter((id) => chosen.includes(id)) : undefined;

  const give = (status: ReviewStatus, text = typed) => {
    if (busy || conflict) return;
    const value = partialPoints(text, answer.points);
    setWrongPoints(status === "partial" && value === null);
    if (status === "partial" && value === null) return;
    send(scoreInput(read.current, status, value ?? 0, comments, known));
  };
  /** Saves what is shown: typed points, else those of the rubric. */
  const save = () => {
    if (busy || conflict) return;
    if (typed.trim() === "" && known) return send(rubricInput(read.current, known, comments));
    const value = typed.trim() === "" ? null : partialPoints(typed, answer.points);
    setWrongPoints(value === null);
    if (value !== null) give(statusOf(value, answer), typed);
  };
  return {
    busy,
    conflict,
    takeTheirs,
    keepMine,
    comments,
    setComments,
    insert: (snippet: string) => setComments(withSnippet(comments, snippet)),
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setWrongPoints(false);
    },
    chosen,
    setChosen,
    wrongPoints,
    give,
    save,
  };
}

export type Marking = ReturnType<typeof useMarking>;
