// Wire contract: types of the calls under /api. Bearer token: `Authorization: Bearer <access_token>` (browser storage key `token`).
// Instants are RFC 3339 UTC strings. `?` = may be absent/null. Candidate calls use the header `X-Attempt-Key`.
export interface ApiError {
  detail: string;
  code: string;
  request_id: string;
  fields?: Record<string, string>;
  opens_at?: string;
}
export type Role = "admin" | "applicant";
export interface User {
  id: string;
  email: string;
  full_name: string;
  role: Role;
  created_at: string;
  is_active: boolean;
  is_first_admin: boolean;
  mailbox_proven: boolean;
}
// GET  /admin/check-signup-restriction (public) -> SignupRestriction
export interface SignupRestriction {
  admin_exists: boolean;
  demo_accounts?: { role: Role; email: string; password: string }[];
} // demo_accounts only with --demo
// POST /auth/login {email,password} -> LoginResponse | 401 invalid_credentials | 403 account_inactive | 429 too_many_attempts (+Retry-After)
export interface LoginResponse {
  access_token: string;
  token_type: "bearer";
  expires_at: string;
  user: User;
}
// POST /auth/register {email,password,full_name,role} -> 201 User | 409 email_taken | 422 invalid
// POST /auth/setup {setup_token,email,password,full_name} -> 201 User (first admin; only while admin_exists is false) | 403 wrong_setup_token | 409 admin_exists
// GET  /auth/me -> User ; POST /auth/logout -> 204
export type QuestionType = "multiple_choice" | "essay" | "coding";
export interface Question {
  id: string;
  type: QuestionType;
  question: string;
  points: number;
  options?: string[];
  correct_answer?: string;
  expected_language?: string;
}
export interface Test {
  id: string;
  title: string;
  description: string;
  duration_minutes: number;
  questions: Question[];
  question_count: number;
  total_points: number;
  created_at: string;
  updated_at: string;
}
export interface TestInput {
  title: string;
  description: string;
  duration_minutes: number;
  questions: Question[];
}
// GET /tests?limit&after -> Test[] newest first (Link: rel="next")   POST /tests TestInput -> 201 Test    GET/PUT /tests/{id} -> Test
// DELETE /tests/{id} -> {message} | 409 active_invitations (detail contains 'active invitations')   DELETE /tests/{id}/force -> {message, deleted_invites}
export type InviteStatus = "sent" | "scheduled" | "in_progress" | "completed" | "expired";
export interface Invite {
  id: string;
  test_id: string;
  test_title: string;
  test: { title: string; duration_minutes: number };
  applicant_name: string;
  applicant_email: string;
  status: InviteStatus;
  created_at: string;
  expires_at: string;
  revoked_at?: string;
  scheduled_date?: string;
  time_zone?: string;
  admin_scheduled: boolean;
  no_schedule: boolean;
  email_sent: boolean;
  email_sent_at?: string;
  email_error?: string;
  token: string;
  invite_url: string;
  attempt_id?: string;
  submission_id?: string;
  started_at?: string;
  deadline?: string;
}
// GET /invites?date_filter=YYYY-MM-DD&status_filter&email_search&tz=IANA&limit&after -> Invite[] newest first
//   status_filter: all|active|pending|sent|scheduled|in_progress|completed|expired|monitorable
// POST /invites InviteInput -> 201 Invite  (email_sent false = mail failed or SMTP not set up; email_error says why)
export interface InviteInput {
  test_id: string;
  applicant_email: string;
  applicant_name: string;
  admin_scheduled?: boolean;
  no_schedule?: boolean;
  scheduled_date?: string;
  time_zone?: string;
}
//   modes: self-schedule = both flags false; admin-schedule = admin_scheduled true (+scheduled_date), no_schedule false; no-schedule = no_schedule true
// POST /invites/{id}/retry-email -> {email_sent: boolean, detail?: string}     POST /invites/{id}/revoke -> Invite
// --- candidates (token in the path; no account) ---
export interface PublicInvite {
  id: string;
  applicant_name: string;
  applicant_email: string;
  status: InviteStatus;
  created_at: string;
  expires_at: string;
  scheduled_date?: string;
  time_zone?: string;
  admin_scheduled: boolean;
  no_schedule: boolean;
  opens_at?: string;
  closes_at: string;
}
export interface TestIntro {
  id: string;
  title: string;
  description: string;
  duration_minutes: number;
  question_count: number;
  total_points: number;
  question_types: QuestionType[];
}
// GET /invites/token/{token} -> {invite: PublicInvite, test: TestIntro} | 404 unknown_link | 410 expired|revoked|finished
// POST /invites/token/{token}/schedule {scheduled_date: ISO, time_zone?: IANA} -> {invite, test} | 409 fixed_time | 422
export interface CandidateQuestion {
  id: string;
  type: QuestionType;
  question: string;
  points: number;
  options?: string[];
  expected_language?: string;
}
export interface SavedAnswer {
  question_id: string;
  answer: string;
  seq: number;
  saved_at: string;
}
export interface TakeTest {
  invite: PublicInvite;
  test: TestIntro;
  in_progress: boolean;
  server_time: string;
  can_start: boolean;
  blocked_code?: string;
  blocked_reason?: string;
  attempt?: Attempt;
}
export interface Attempt {
  started_at: string;
  deadline: string;
  server_time: string;
  next_seq: number;
  questions: CandidateQuestion[];
  answers: SavedAnswer[];
}
// GET /take-test/{token} [X-Attempt-Key] -> TakeTest ; `attempt` only when the key holds the running attempt. 410 finished after the submit
// POST /start-test/{token} [X-Attempt-Key], no body -> StartReply | 409 attempt_elsewhere|other_attempt_running | 403 order_blocked|not_open_yet(opens_at)|slot_needed|account_inactive | 410 | 503
export interface StartReply extends Attempt {
  attempt_key: string;
  test: TestIntro & { questions: CandidateQuestion[] };
}
// PUT /take-test/{token}/answers [X-Attempt-Key] {answers:[{question_id,answer,seq}]} -> SaveReply ; POST on the same path is the beacon's form: body {attempt_key, answers}
export interface SaveReply {
  acked: { question_id: string; seq: number }[];
  acked_seq: number;
  server_time: string;
  deadline: string;
  late?: boolean;
  submitted?: boolean;
}
//   one answer <= 64 KiB (422), a save <= 256 KiB (413). 409 attempt_elsewhere when the key was superseded (entries are kept as late answers: 200 late:true)
// POST /submit-test/{token} [X-Attempt-Key] {answers:[{question_id,answer,seq?}]} -> SubmitReply ; idempotent
export interface SubmitReply {
  score: number;
  provisional: boolean;
  submitted_at: string;
  answers_stored: number;
  late?: boolean;
}
// GET /take-test/{token}/events [X-Attempt-Key] text/event-stream over fetch (deadline changes: event attempt.changed data {invite_id, deadline, submitted})
// --- applicants (signed in) ---
export interface MyInvite extends PublicInvite {
  token: string;
  test_title: string;
  test: TestIntro;
  startable: boolean;
  blocked_reason?: string;
}
// GET /my-invites -> MyInvite[] (oldest first; empty until the mailbox is proven)
export interface MySubmission {
  invite_id: string;
  test_title: string;
  started_at: string;
  submitted_at: string;
  under_review: boolean;
  scoring_status: ScoringStatus;
}
// GET /my-submissions -> MySubmission[]
// --- results (admin) ---
export type ScoringStatus = "auto_only" | "needs_review" | "partially_reviewed" | "fully_reviewed";
export interface ResultRow {
  submission_id: string;
  invite_id: string;
  test_id: string;
  applicant_name: string;
  applicant_email: string;
  test_title: string;
  started_at: string;
  submitted_at: string;
  score: number;
  scoring_status: ScoringStatus;
  is_monitored: boolean;
}
// GET /results?page&limit&start_date&end_date&test_id&tz -> {results: ResultRow[], pagination: {page, limit, total_pages, total}}
export type AnswerStatus = "pending" | "correct" | "wrong" | "partial";
export interface ResultAnswer {
  id: string;
  question: string;
  question_type: QuestionType;
  options?: string[];
  expected_language?: string;
  answer: string;
  correct_answer?: string;
  points: number;
  earned?: number;
  manual_score?: number;
  manual_score_status: AnswerStatus;
  review_comments?: string;
  reviewed_at?: string;
  answered_at?: string;
}
export interface ResultDetail extends ResultRow {
  test_description: string;
  test_duration_minutes: number;
  auto_score: number;
  manual_score?: number;
  final_score: number;
  total_points: number;
  submitted_by: "candidate" | "deadline" | "admin";
  answers: ResultAnswer[];
  late_answers: {
    question_id: string;
    question: string;
    answer: string;
    received_at: string;
    reason: string;
  }[];
}
// GET /results/{submission_id} -> ResultDetail
// GET /admin/overview -> Overview
export interface Overview {
  total_tests: number;
  invites_sent: number;
  completed_tests: number;
  in_progress: number;
  pending_reviews: number;
  recent_invites: Invite[];
} // recent_invites: newest 5
// GET /admin/email-settings -> EmailSettings ; PUT the same (smtpPassword absent keeps, null clears; changing host/port/tls with a stored password asks for it again: 422 fields.smtpPassword)
export interface EmailSettings {
  smtpHost: string;
  smtpPort: number;
  smtpUser: string;
  smtpPassword: string;
  hasPassword: boolean;
  smtpTls: "none" | "starttls" | "implicit";
  fromEmail: string;
  fromName: string;
}
// POST /admin/email-settings/test {email} -> {message} | 422 smtp_failed (the server's words in detail)
// GET /admin/theme-settings (public) -> {themeName, customColors}; PUT {themeName, customColors?}
// POST /attempts/{attempt_id}/release {reason} | /add-time {minutes, reason} | /end {reason} -> {invite: Invite}
// GET /events (admin or applicant) text/event-stream over fetch; events: invite.changed attempt.changed answers.saved notification message reload; data {invite_id,...}; id "<boot>:<n>"
