// A test with many submissions, each with another score.

import type { Api } from "./api.ts";

/** Points of the questions: some of them add up to any number below 428. */
const POINTS = [1, 2, 4, 8, 16, 32, 64, 100, 100, 100];
const CONCURRENT = 6;

export interface Field {
  test: string;
  /** The test as a page. */
  path: string;
}

/** `count` people take a test; the one with number n earns n points. */
export async function takenByMany(api: Api, count: number, title = "Backend basics"): Promise<Field> {
  const questions = POINTS.map((points, n) => ({
    id: `c${n}`,
    type: "multiple_choice",
    question: `What does ${n} + 2 make?`,
    points,
    options: [`${n + 1}`, `${n + 2}`, `${n + 3}`],
    correct_answer: `${n + 2}`,
  }));
  const { id } = await api.send<{ id: string }>("POST", "/tests", { title, description: "", duration_minutes: 30, questions });
  const numbers = Array.from({ length: count }, (_, n) => n);
  const worker = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await takenBy(api, id, n);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return { test: id, path: `/admin/tests/${id}/results` };
}

export const nameOf = (n: number) => `Candidate ${String(n).padStart(3, "0")}`;

async function takenBy(api: Api, test: string, n: number): Promise<void> {
  const { token } = await api.invite(test, `c${n}@example.org`, nameOf(n));
  await api.send("POST", `/start-test/${token}`);
  let left = n;
  const answers = POINTS.map((points, question) => ({ points, question })).reverse().map(({ points, question }) => {
    const right = points <= left;
    if (right) left -= points;
    return { question_id: `c${question}`, answer: `${question + (right ? 2 : 1)}` };
  });
  await api.send("POST", `/submit-test/${token}`, { answers });
}
