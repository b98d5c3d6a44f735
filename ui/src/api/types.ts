// The wire types, under the names that the page uses. They are generated from the server's own description: `make types`.
import type { components } from "./gen";

type Schemas = components["schemas"];

export type ApiError = Schemas["ApiError"];
export type Role = Schemas["Role"];
export type User = Schemas["User"];
export type SignupRestriction = Schemas["SignupRestriction"];
export type LoginResponse = Schemas["LoginResponse"];
export type QuestionType = Schemas["QuestionType"];
export type Question = Schemas["Question"];
export type Test = Schemas["Test"];
export type TestInput = Schemas["TestInput"];
export type InviteStatus = Schemas["InviteStatus"];
export type Invite = Schemas["Invite"];
export type InviteInput = Schemas["InviteInput"];
export type PublicInvite = Schemas["PublicInvite"];
export type TestIntro = Schemas["TestIntro"];
export type CandidateQuestion = Schemas["CandidateQuestion"];
export type SavedAnswer = Schemas["SavedAnswer"];
export type TakeTest = Schemas["TakeTest"];
export type Attempt = Schemas["Attempt"];
export type StartReply = Schemas["StartReply"];
export type SaveReply = Schemas["SaveReply"];
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
export type Overview = Schemas["Overview"];
export type EmailSettings = Schemas["EmailSettings"];
