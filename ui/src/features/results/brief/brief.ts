import type { HistoryOfQuestion, ResultAnswer, ResultDetail, TestStatistics } from "@/api/types";
import { isPaste, pasteWords } from "@/features/player/bands";
import { counter } from "@/features/player/characters";
import { formatSeconds, kindLabel, spent } from "@/lib/format";
import { t } from "../texts";

/** Points of a kind of question, and how all candidates did there. */
export interface Area {
  name: string;
  earned: number;
  points: number;
  /** Mean share of all candidates; null if unknown. */
  field: number | null;
}

const share = ({ earned, points }: Area) => (points > 0 ? earned / points : 0);

/** Shares from here on are a strength, and up to here a weakness. */
const STRONG = 0.75;
const WEAK = 0.4;
/** A share this far from that of all candidates is worth a question. */
const FAR = 0.4;
/** Times the usual time of a question. */
const LONG = 2;
const MAX_AREAS = 6;
const MAX_QUESTIONS = 5;
const MAX_POINTS = 6;

/** Share of the points that all candidates earned, from the counts of right and partly right answers. */
function fieldShare(id: string, statistics: TestStatistics | undefined): number | null {
  const found = statistics?.questions.find((question) => question.id === id);
  return found?.share_correct ?? null;
}

const isScored = (answer: ResultAnswer) =>
  answer.manual_score_status !== "pending" && answer.manual_score_status !== "void";

const earnedBy = (answer: ResultAnswer) => answer.earned ?? answer.manual_score ?? 0;

/** Groups that an answer belongs to. */
type Naming = (answer: ResultAnswer) => string[];

const bySection: Naming = ({ section }) => (section ? [section] : []);
const byTag: Naming = ({ tags }) => tags ?? [];
const byKind: Naming = ({ question_type }) => [kindLabel(question_type)];

/** Sections where there are several, else tags, else kinds of questions. */
function namingOf(answers: ResultAnswer[]): Naming {
  const differs = (naming: Naming) => new Set(answers.flatMap(naming)).size > 1;
  return [bySection, byTag].find(differs) ?? byKind;
}

/** Scored answers by section, tag or kind of question, best first. */
export function areas(detail: ResultDetail, statistics: TestStatistics | undefined): Area[] {
  const found = new Map<string, Area & { known: number; sum: number }>();
  const naming = namingOf(detail.answers);
  for (const answer of detail.answers.filter(isScored)) {
    for (const name of naming(answer)) {
      const area = found.get(name) ?? { name, earned: 0, points: 0, field: null, known: 0, sum: 0 };
      area.earned += earnedBy(answer);
      area.points += answer.points;
      const field = fieldShare(answer.id, statistics);
      if (field !== null) {
        area.known += answer.points;
        area.sum += field * answer.points;
      }
      found.set(name, area);
    }
  }
  return [...found.values()]
    .map(({ known, sum, ...area }) => ({ ...area, field: known > 0 ? sum / known : null }))
    .sort((a, b) => share(b) - share(a));
}

/** Strengths: parts that went well, and not worse than for all candidates. */
export const strengths = (all: Area[]) =>
  all.filter((area) => share(area) >= STRONG && share(area) >= (area.field ?? 0)).slice(0, MAX_AREAS);
export const weaknesses = (all: Area[]) =>
  all
    .filter((area) => share(area) <= WEAK)
    .reverse()
    .slice(0, MAX_AREAS);

/** An answer to talk about. */
export interface Topic {
  answer: ResultAnswer;
  reasons: string[];
  /** A question to begin with, by the first of the reasons. */
  prompt: string;
  /** How much there is to ask. */
  weight: number;
}

/** "18 of 37 solved this", of all candidates whose answer is scored. */
function solvedWords(asked: TestStatistics["questions"][number] | undefined): string {
  const { correct = 0, partial = 0, wrong = 0, blank = 0 } = asked ?? {};
  return t("solved", { correct, all: correct + partial + wrong + blank });
}

function topic(answer: ResultAnswer, statistics: TestStatistics | undefined): Topic {
  const reasons: [words: string, weight: number, prompt: string][] = [];
  const own = answer.points > 0 ? earnedBy(answer) / answer.points : 0;
  const field = fieldShare(answer.id, statistics);
  const asked = statistics?.questions.find(({ id }) => id === answer.id);
  if (!isScored(answer)) reasons.push([t("notScoredYetTopic"), 1, t("askToExplain")]);
  else if (answer.answer.trim() === "") reasons.push([t("leftBlank"), 1, t("askToBegin")]);
  else if (field !== null && field > 0.5 && field - own >= FAR)
    reasons.push([solvedWords(asked), 3, t("askToday")]);
  else if (field !== null && field < 0.5 && own - field >= FAR)
    reasons.push([solvedWords(asked), 3, t("askHowFound")]);
  else if (own > 0 && own < 1) reasons.push([t("partlyRight"), 2, t("askMissing")]);
  const usual = asked?.median_seconds ?? asked?.mean_seconds;
  if (usual && answer.seconds !== undefined && answer.seconds >= usual * LONG)
    reasons.push([t("took", { time: spent(answer.seconds), usual: spent(usual) }), 1, t("askTime")]);
  if (answer.review_comments) reasons.push([t("reviewerCommented"), 2, t("askComment")]);
  return {
    answer,
    reasons: reasons.map(([words]) => words),
    prompt: reasons[0]?.[2] ?? "",
    weight: reasons.reduce((sum, [, weight]) => sum + weight * answer.points, 0),
  };
}

/** Answers worth asking about: those with most to say, in the order of the test. */
export function topics(detail: ResultDetail, statistics: TestStatistics | undefined): Topic[] {
  return detail.answers
    .map((answer) => topic(answer, statistics))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_QUESTIONS)
    .sort((a, b) => a.answer.number - b.answer.number);
}

/** Something that changed an answer at once, or after a long pause. */
export interface TurningPoint {
  /** The question, as the outline of the test numbers it. */
  number: number;
  /** In ms from the start. */
  at: number;
  words: string;
  size: number;
}

/** Characters that one step must delete or insert. */
const LARGE = 80;
/** Pause before a change, in ms. */
const PAUSE_MS = 180_000;

function pointsOf(story: HistoryOfQuestion, number: number, start: number): TurningPoint[] {
  const found: TurningPoint[] = [];
  const count = counter(story.steps);
  let before = 0;
  for (const step of story.steps) {
    const [at, , , deleted] = step;
    const moment = formatSeconds(start + at);
    const length = count(step);
    if (isPaste(step) && length >= LARGE)
      found.push({
        number,
        at,
        words: t("pastedAt", { paste: pasteWords(step, length), at: moment }),
        size: length,
      });
    else if (deleted >= LARGE)
      found.push({
        number,
        at,
        words: t("replacedAt", { count: deleted, at: moment }),
        size: deleted,
      });
    else if (before > 0 && at - before >= PAUSE_MS) {
      const minutes = Math.floor((at - before) / 60_000);
      found.push({
        number,
        at,
        words: t("cameBack", { at: moment, count: minutes }),
        size: minutes * 20,
      });
    }
    before = at;
  }
  return found;
}

/** The largest changes of the written answers, by time. Facts alone: none says why. */
export function turningPoints(
  detail: ResultDetail,
  stories: HistoryOfQuestion[],
  start: number,
): TurningPoint[] {
  const numbers = new Map(detail.answers.map(({ id, number }) => [id, number]));
  return stories
    .flatMap((story) => {
      const number = numbers.get(story.question_id);
      return number === undefined ? [] : pointsOf(story, number, start);
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, MAX_POINTS)
    .sort((a, b) => a.at - b.at);
}
