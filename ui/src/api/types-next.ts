// Wire types that the generated description does not hold yet.
import type { components } from "./gen";

type Schemas = components["schemas"];

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
