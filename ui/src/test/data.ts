import type { components } from "@/api/gen";
import { sample } from "./api-document";

type Schemas = components["schemas"];

/** The smallest value of a schema, to spread realistic fields over. */
export const sampled = <N extends keyof Schemas>(name: N) =>
  sample({ $ref: `#/components/schemas/${name}` }) as Schemas[N];

export const essayAnswer = (changes: Partial<Schemas["ScoringAnswer"]> = {}): Schemas["ScoringAnswer"] => ({
  id: "a-2",
  number: 2,
  question: "When would you choose a queue over a direct call?",
  question_type: "essay",
  answer: "When the receiver may be slow or away,\nand the sender need not know the outcome.",
  points: 5,
  manual_score_status: "pending",
  manual_score: null,
  review_comments: null,
  reviewed_at: null,
  scored_by_ai: false,
  rubric_items: [],
  by_rubric: false,
  version: 3,
  ...changes,
});

export const candidateAnswer = (
  changes: Partial<Schemas["CandidateAnswer"]> = {},
): Schemas["CandidateAnswer"] => ({
  ...essayAnswer(),
  submission_id: "s-1",
  applicant_name: "Noor Haddad",
  submitted_at: "2026-03-02T10:30:00Z",
  ...changes,
});

export const rubric = (changes: Partial<Schemas["Rubric"]> = {}): Schemas["Rubric"] => ({
  question_id: "q-2",
  points: 5,
  mode: "add",
  items: [
    { id: "r-1", text: "Names a slow receiver", points: 2 },
    { id: "r-2", text: "Names retries", points: 2 },
    { id: "r-3", text: "Gives an example", points: 0.5 },
  ],
  model_answer: "A queue decouples the two sides.",
  notes: "Accept brokers by name.",
  snippets: ["Please name an example.", "Well structured."],
  version: 4,
  recalculating: false,
  by: "Ada Admin",
  at: "2026-03-02T10:30:00Z",
  ...changes,
});

export const scored = (answer: Schemas["ScoringAnswer"]): Schemas["ScoredReply"] => ({
  answer,
  submission: {
    auto_score: 40,
    manual_score: 20,
    final_score: 60,
    scoring_status: "partially_reviewed",
    earned_points: 6,
    auto_earned_points: 4,
    pending_points: 2,
    judging: "none",
    total_points: 10,
    provisional: true,
  },
});

export const questions: Schemas["Question"][] = [
  {
    id: "q-1",
    type: "multiple_choice",
    question: "Which status code means that a resource was created?",
    points: 2,
    options: ["200", "201", "404"],
    correct_answer: "201",
  },
  { id: "q-2", type: "essay", question: "When would you choose a queue over a direct call?", points: 5 },
  {
    id: "q-3",
    type: "coding",
    question: "Write a function that reverses the words of a sentence.",
    points: 10,
    expected_language: "Rust",
  },
];

export const backendTest = (changes: Partial<Schemas["Test"]> = {}): Schemas["Test"] => ({
  id: "t-1",
  title: "Backend engineer",
  description: "Queues, HTTP and a little code.",
  duration_minutes: 45,
  require_fullscreen: false,
  history: "saves",
  questions,
  question_count: 3,
  total_points: 17,
  created_at: "2026-02-27T08:00:00Z",
  updated_at: "2026-02-27T08:00:00Z",
  version: 1,
  ...changes,
});

/** A running test whose video arrives. */
export const monitored = (changes: Partial<Schemas["MonitoringRow"]> = {}): Schemas["MonitoringRow"] => ({
  ...sampled("MonitoringRow"),
  invite_id: "i-1",
  attempt_id: "at-1",
  applicant_name: "Noor Haddad",
  applicant_email: "noor@example.org",
  test_id: "t-1",
  test_title: "Backend engineer",
  seen: false,
  ready: true,
  question: 2,
  question_count: 3,
  answered_count: 1,
  signal_count: 0,
  language: null,
  flag_count: 0,
  started_at: "2026-03-02T09:00:00Z",
  server_time: "2026-03-02T09:10:00Z",
  deadline: "2099-03-02T09:45:00Z",
  video: { state: "live", via: null, reason: null, since: "2026-03-02T09:00:05Z" },
  connection: { state: "connected", heard_at: "2026-03-02T09:10:00Z" },
  camera: { state: "on", reason: null, name: null, since: "2026-03-02T09:00:05Z", is_virtual: false },
  ...changes,
});

/** An invite that waits. */
export const invite = (id: string, changes: Partial<Schemas["Invite"]> = {}): Schemas["Invite"] => ({
  id,
  test_id: "t",
  test_title: "T",
  test: { title: "T", duration_minutes: 60 },
  applicant_name: "A",
  applicant_email: "a@example.org",
  status: "sent",
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2026-01-15T00:00:00Z",
  admin_scheduled: false,
  no_schedule: false,
  scheduled_date: null,
  email_sent_at: null,
  email_sent: true,
  email_queued: false,
  token: "x",
  invite_url: "http://localhost/test-invite/x",
  ...changes,
});
