// Wire types under the names that the UI uses. Generated from the OpenAPI document: `make types`.
import type { components } from "./gen";

export type { CandidateQuestion, Question, QuestionType, TextFormat } from "./questions";

type Schemas = components["schemas"];

export type ApiError = Schemas["ApiError"];
export type Role = Schemas["Role"];
export type User = Schemas["User"];
export type SignupRestriction = Schemas["SignupRestriction"];
export type LoginResponse = Schemas["LoginResponse"];
export type Test = Schemas["Test"];
export type TestInput = Schemas["TestInput"];
export type ImportReport = Schemas["ImportReport"];
export type InviteStatus = Schemas["InviteStatus"];
export type Invite = Schemas["Invite"];
export type InviteInput = Schemas["InviteInput"];
export type PublicInvite = Schemas["PublicInvite"];
export type InviteData = Schemas["InvitePage"];
export type TestIntro = Schemas["TestIntro"];
export type TimeSpent = Schemas["TimeSpent"];
export type SavedAnswer = Schemas["SavedAnswer"];
export type TakeTest = Schemas["TakeTest"];
export type Attempt = Schemas["Attempt"];
export type StartReply = Schemas["StartReply"];
export type SaveReply = Schemas["SaveReply"];
export type Run = Schemas["Run"];
export type RunResult = Schemas["RunResult"];
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
export type SignalKind = Schemas["SignalKind"];
export type Signal = Schemas["Signal"];
export type Timeline = Schemas["Timeline"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type TimelineKind = Schemas["TimelineKind"];
export type Period = Schemas["Period"];
export type Overview = Schemas["Overview"];
export type EmailSettings = Schemas["EmailSettings"];
export type QueueItem = Schemas["QueueItem"];
export type ScoringAnswer = Schemas["ScoringAnswer"];
export type ScoringDetail = Schemas["ScoringDetail"];
export type ScoreInput = Schemas["ScoreInput"];
export type ScoreReply = Schemas["ScoredReply"];
export type ReviewStatus = Schemas["GivenStatus"];
export type Points = Schemas["Points"];
/** In percent of all points. */
export type SubmissionScores = Schemas["Sums"];
export type ReviewedQuestion = Schemas["AskedQuestion"];
export type AnswersFileContent = Schemas["AnswersFile"];
export type CandidateMessage = Schemas["CandidateMessage"];
export type CandidateAnswer = Schemas["CandidateAnswer"];
export type AutoReviewReply = Schemas["AutoReviewReply"];
export type AiLevel = Schemas["QuestionLevel"];
export type AiQuestionType = Schemas["GeneratedType"];
export type GenerateReply = Schemas["GenerateReply"];
export type AiSettings = Schemas["AiSettings"];
export type DoctorReport = Schemas["DoctorReport"];
export type Finding = Schemas["Finding"];
export type Notification = Schemas["Notification"];
export type ApplicantRow = Schemas["ApplicantRow"];
export type FirstAdmin = Schemas["IsFirstAdmin"];
export type BulkInput = Schemas["BulkInput"];
export type BulkResult = Schemas["BulkLine"];
export type TestStatistics = Schemas["TestStatistics"];
/** How far the invites of a test have come. */
export type TestFunnel = Schemas["TestFunnel"];
export type Activity = Schemas["Activity"];
export type QuestionStatistics = Schemas["QuestionStatistics"];
/** A running test, or one waiting for its time. */
export type Monitored = Schemas["MonitoringRow"];
/** The server's view of one candidate's video, which lists show. */
export type VideoState = Schemas["VideoState"];
export type ProctorMessage = Schemas["SentMessage"];
export type MediaConfig = Schemas["MediaReply"];
export type PublishReply = Schemas["OfferReply"];
export type WatchReply = Schemas["SessionReply"];
export type VideoSignals = Schemas["WebrtcSignals"];
export type WallReply = Schemas["WallReply"];
export type WallOffer = Schemas["WallOfferReply"];
