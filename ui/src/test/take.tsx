import { screen } from "@testing-library/react";
import type { QuestionType } from "@/api/types";
import RoutedTest from "@/app/RoutedTest";
import { questions, sampled } from "./data";
import { type Call, server } from "./mock-server";
import { show } from "./page";

export const LOAD = "GET /api/take-test/{token}";
export const START = "POST /api/start-test/{token}";
export const SAVE = "PUT /api/take-test/{token}/answers";

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Replies of the server before the start. */
export const intro = (changes = {}) => ({
  ...sampled("TakeTest"),
  can_start: true,
  in_progress: false,
  server_time: new Date().toISOString(),
  invite: { ...sampled("PublicInvite"), id: "i-1", applicant_name: "Noor Haddad" },
  test: {
    ...sampled("TestIntro"),
    title: "Backend engineer",
    description: "Queues, HTTP and a little code.",
    duration_minutes: 45,
    question_count: 3,
    question_types: ["multiple_choice", "essay"] as QuestionType[],
  },
  ...changes,
});

export const started = () => ({
  ...sampled("StartReply"),
  questions: questions.map(({ correct_answer: _, tests: __, ...question }) => question),
  answers: [],
  time_spent: [],
  started_at: new Date().toISOString(),
  server_time: new Date().toISOString(),
  deadline: minutesFromNow(45),
});

/** A reply to a save that came in time. */
export const saved = ({ body }: Call<typeof SAVE>) => ({
  ...sampled("SaveReply"),
  acked: (body?.answers ?? []).map(({ question_id, seq }) => ({ question_id, seq })),
  server_time: new Date().toISOString(),
  deadline: minutesFromNow(45),
  late: false,
  submitted: false,
});

/** The page of a test at its address. */
export function showTest(token: string) {
  server.usually(SAVE, 200, saved);
  return show(<RoutedTest />, { at: `/take-test/${token}`, route: "/take-test/:token" });
}

/** The page of the link; the simulated browser has no camera. */
export async function openTakePage(reply = intro()) {
  server.reply(LOAD, 200, reply);
  const user = showTest("tok-1");
  await screen.findByRole("heading", { level: 1, name: "Backend engineer" });
  return user;
}
