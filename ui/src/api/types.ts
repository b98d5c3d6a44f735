// Wire types under the names that the UI uses. Generated from the OpenAPI document: `make types`.
import type { components } from "./gen";

export type { CandidateQuestion, Question, QuestionType, TextFormat } from "./questions";

type Schemas = components["schemas"];

export type ApiError = Schemas["ApiError"];
export type ErrorCode = Schemas["ErrorCode"];
export type CloseReason = Schemas["CloseReason"];
export type Role = Schemas["Role"];
export type User = Schemas["User"];
export type SignupRestriction = Schemas["SignupRestriction"];
export type Test = Schemas["Test"];
export type TestInput = Schemas["TestInput"];
export type SectionItem = Schemas["SectionItem"];
export type SectionInput = Schemas["SectionInput"];
export type Pool = Schemas["Pool"];
export type DrawnPaper = Schemas["PaperPreview"];
export type BankQuestion = Schemas["BankQuestion"];
export type BankQuestionDetail = Schemas["BankQuestionDetail"];
export type BankQuestionInput = Schemas["BankQuestionInput"];
export type BankState = Schemas["QuestionState"];
export type Difficulty = Schemas["Difficulty"];
export type QuestionVersion = Schemas["QuestionVersion"];
export type SeenBy = Schemas["SeenBy"];
export type ExportFinding = Schemas["ExportFinding"];
export type ImportReport = Schemas["ImportReport"];
export type InviteStatus = Schemas["InviteStatus"];
export type Invite = Schemas["Invite"];
export type InviteInput = Schemas["InviteInput"];
export type PublicInvite = Schemas["PublicInvite"];
export type InviteData = Schemas["InvitePage"];
export type TestIntro = Schemas["TestIntro"];
export type TimeSpent = Schemas["TimeSpent"];
export type TakeTest = Schemas["TakeTest"];
export type Attempt = Schemas["Attempt"];
export type PaperPart = Schemas["PaperPart"];
export type EnteredSection = Schemas["EnteredSection"];
export type SectionEntry = Schemas["SectionEntry"];
export type SaveReply = Schemas["SaveReply"];
export type Run = Schemas["Run"];
export type RunResult = Schemas["RunResult"];
export type TryInput = Schemas["TryInput"];
export type RunVerdict = Schemas["RunVerdict"];
export type CodeMessage = Schemas["CodeMessage"];
export type SubmitReply = Schemas["SubmitReply"];
export type MyInvite = Schemas["MyInvite"];
export type MySubmission = Schemas["MySubmission"];
export type ScoringStatus = Schemas["ScoringStatus"];
export type ResultRow = Schemas["ResultRow"];
export type AnswerStatus = Schemas["AnswerStatus"];
export type ResultAnswer = Schemas["ResultAnswer"];
export type ResultDetail = Schemas["ResultDetail"];
export type History = Schemas["History"];
export type HistoryMode = Schemas["HistoryMode"];
export type HistoryOfQuestion = Schemas["HistoryOfQuestion"];
/** Milliseconds since the start, source, position, deleted characters, inserted text. */
export type HistoryStep = HistoryOfQuestion["steps"][number];
export type SignalKind = Schemas["SignalKind"];
export type Timeline = Schemas["Timeline"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type TimelineKind = Schemas["TimelineKind"];
export type Period = Schemas["Period"];
export type Overview = Schemas["Overview"];
export type EmailSettings = Schemas["EmailSettings"];
export type CompanySettings = Schemas["CompanySettings"];
export type Company = Schemas["Company"];
export type QueueItem = Schemas["QueueItem"];
export type ScoringAnswer = Schemas["ScoringAnswer"];
export type ScoringDetail = Schemas["ScoringDetail"];
export type ScoreInput = Schemas["ScoreInput"];
export type QuestionAgreement = Schemas["QuestionAgreement"];
export type Rubric = Schemas["Rubric"];
export type RubricInput = Schemas["RubricInput"];
export type Assignments = Schemas["Assignments"];
export type AssignmentItem = Schemas["Assignment"];
export type Agreement = Schemas["Agreement"];
export type Disagreement = Schemas["DifferingAnswer"];
export type ToReview = Schemas["AssignedQuestion"];
export type MarkingAnswer = Schemas["MarkingAnswer"];
export type ReviewStatus = Schemas["GivenStatus"];
export type TriedSolution = Schemas["TriedSolution"];
export type AnswerJudging = Schemas["AnswerJudging"];
export type JudgingResult = Schemas["JudgingResult"];
export type RejudgePreview = Schemas["RejudgePreview"];
export type OfferedLanguage = Schemas["OfferedLanguage"];
export type JudgedTest = Schemas["JudgedTest"];
export type CodeVerdict = Schemas["CodeVerdict"];
export type Points = Schemas["Points"];
/** In percent of all points. */
export type SubmissionScores = Schemas["Sums"];
export type AnswersFileContent = Schemas["AnswersFile"];
export type CandidateMessage = Schemas["CandidateMessage"];
export type AiLevel = Schemas["QuestionLevel"];
export type AiQuestionType = Schemas["GeneratedType"];
export type GenerateReply = Schemas["GenerateReply"];
export type AiSettings = Schemas["AiSettings"];
export type OwnRights = Schemas["OwnRights"];
export type PersonRoles = Schemas["PersonRoles"];
export type RoleGrant = Schemas["RoleGrant"];
export type ExamSession = Schemas["ExamSession"];
export type ExamSessionInput = Schemas["ExamSessionInput"];
export type OwnSession = Schemas["OwnSession"];
export type SessionStart = Schemas["StartMode"];
export type SessionPeople = Schemas["SessionPeople"];
export type SessionPerson = Schemas["SessionPerson"];
export type PersonState = Schemas["PersonState"];
export type ApiToken = Schemas["ApiToken"];
export type TokenRole = Schemas["TokenRole"];
export type GrantedRole = Schemas["GrantedRole"];
export type DoctorReport = Schemas["DoctorReport"];
export type Finding = Schemas["Finding"];
export type Notification = Schemas["Notification"];
export type ApplicantRow = Schemas["ApplicantRow"];
export type BulkInput = Schemas["BulkInput"];
export type BulkResult = Schemas["BulkLine"];
export type ListPreview = Schemas["ListPreview"];
export type InviteCounts = Schemas["InviteCounts"];
export type InviteAction = Schemas["InviteAction"];
export type ActionResult = Schemas["ActionResult"];
export type TestStatistics = Schemas["TestStatistics"];
/** How far the invites of a test have come. */
export type TestFunnel = Schemas["TestFunnel"];
export type Activity = Schemas["Activity"];
export type QuestionStatistics = Schemas["QuestionStatistics"];
/** A running test, or one waiting for its time. */
export type Monitored = Schemas["MonitoringRow"];
/** The server's view of one candidate's video, which lists show. */
export type VideoState = Schemas["VideoState"];
export type CameraState = Schemas["CameraState"];
/** Camera and microphone in a heartbeat. */
export type DeviceReport = Pick<
  Schemas["PresenceInput"],
  "camera" | "microphone" | "camera_name" | "microphone_name"
>;
export type MediaConfig = Schemas["MediaReply"];
