// Wire types of the administrator's calls that the generated description does not hold yet.
import type { components } from "./gen";

type Schemas = components["schemas"];
type ResultDetail = Schemas["ResultDetail"];
type ScoringStatus = Schemas["ScoringStatus"];

/** A submission that waits for a reviewer. */
export interface QueueItem {
  submission_id: string;
  test_id: string;
  test_title: string;
  applicant_name: string;
  applicant_email: string;
  scoring_status: "needs_review" | "partially_reviewed";
  submitted_at: string;
  manual_questions: number;
  pending_reviews: number;
}

export type ReviewStatus = "correct" | "wrong" | "partial";

/** An essay or coding answer under review; `id` is the question's. */
export interface ScoringAnswer {
  id: string;
  question: string;
  question_type: "essay" | "coding";
  points: number;
  expected_language?: string;
  answer: string;
  manual_score?: number;
  manual_score_status: "pending" | ReviewStatus;
  review_comments?: string;
  reviewed_at?: string;
  /** A full name, or "AI". */
  reviewed_by?: string;
  scored_by_ai: boolean;
  ai_reason?: string;
  ai_suggestion?: { score_status: ReviewStatus; manual_score: number; reason: string };
  version: number;
}

/** In percent of all points. */
export interface SubmissionScores {
  scoring_status: ScoringStatus;
  auto_score: number;
  manual_score?: number;
  final_score: number;
}

export interface ScoringDetail extends SubmissionScores {
  submission_id: string;
  invite_id: string;
  test_id: string;
  test_title: string;
  test_description: string;
  applicant_name: string;
  applicant_email: string;
  started_at: string;
  submitted_at: string;
  answers: ScoringAnswer[];
  late_answers: ResultDetail["late_answers"];
}

export interface ScoreInput {
  score_status: ReviewStatus;
  manual_score?: number;
  comments?: string;
  version?: number;
}

export interface ScoreReply {
  answer: ScoringAnswer;
  submission: SubmissionScores;
}

export interface ReviewedQuestion {
  question_id: string;
  question: string;
  question_type: "essay" | "coding";
  points: number;
  pending: number;
  total: number;
}

export type CandidateAnswer = ScoringAnswer & {
  submission_id: string;
  applicant_name: string;
  submitted_at: string;
};

export interface AutoReviewReply {
  success: boolean;
  message: string;
  scored?: number;
}

export type AiLevel = "beginner" | "intermediate" | "advanced" | "mixed";
export type AiQuestionType = "multiple_choice" | "coding" | "mixed";

export interface GenerateInput {
  topic: string;
  questionCount: number;
  geminiApiKey?: string;
  level: AiLevel;
  questionType: AiQuestionType;
  draft: boolean;
}

export interface GenerateReply {
  success: boolean;
  message: string;
  test?: Schemas["Test"];
  questions?: Schemas["Question"][];
  title?: string;
  /** Why single questions were left out. */
  dropped?: string[];
}

export interface AiSettings {
  provider: "gemini" | "openai";
  baseUrl: string;
  model: string;
  hasKey: boolean;
  /** What AI scores is a suggestion until a person takes it. */
  reviewNeedsPerson: boolean;
}

export interface Notification {
  id: string;
  type:
    | "test_started"
    | "test_submitted"
    | "invite_scheduled"
    | "integrity_flag"
    | "resume_requested"
    | "email_failed";
  message: string;
  data: { invite_id?: string; applicant_email?: string; submission_id?: string };
  is_read: boolean;
  created_at: string;
}

export type ApplicantRow = Schemas["User"] & { has_account: boolean; invites: number; submissions: number };

export interface FirstAdmin {
  is_first_admin: boolean;
  first_admin: { id: string; email: string; full_name: string };
}

export interface BulkInput {
  test_id: string;
  admin_scheduled: boolean;
  no_schedule: boolean;
  scheduled_date?: string;
  time_zone?: string;
  applicants: { name: string; email: string }[];
}

export interface BulkResult {
  /** Counted from 1, in the order of `applicants`. */
  line: number;
  email: string;
  ok: boolean;
  invite_id?: string;
  email_queued?: boolean;
  detail?: string;
}

export interface TestStatistics {
  submissions: number;
  waiting_for_review: number;
  /** Percent; absent without submissions. */
  mean?: number;
  median?: number;
  /** Ten buckets of ten percent. */
  distribution: { from: number; to: number; count: number }[];
  questions: QuestionStatistics[];
}

export interface QuestionStatistics {
  id: string;
  question: string;
  type: Schemas["QuestionType"];
  points: number;
  answered: number;
  /** Share of the points that was earned, 0 to 1; absent while nothing is scored. */
  share_correct?: number;
  /** How well the question tells strong candidates from weak ones, -1 to 1; absent with too few answers. */
  discrimination?: number;
}
