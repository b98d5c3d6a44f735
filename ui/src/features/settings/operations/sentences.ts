import { testPath } from "@/features/staff-shared/test-path";
import { texts } from "@/i18n";
import { auditActions } from "@/i18n/staff/en/audit-actions";
import type { PlainKey } from "@/i18n/typed";
import { t } from "./texts";

const sentence = texts("auditActions", auditActions);

/** The sentence of each action of the audit log: it follows the name of who acted. */
const ACTIONS: Record<string, PlainKey<typeof auditActions>> = {
  "account.ask_mailbox_proof": "accountAskMailboxProof",
  "account.ask_password_reset": "accountAskPasswordReset",
  "account.change_password": "accountChangePassword",
  "account.create_by_provider": "accountCreateByProvider",
  "account.digest": "accountDigest",
  "account.link_to_provider": "accountLinkToProvider",
  "account.lose_provided_roles": "accountLoseProvidedRoles",
  "account.mailbox_proven": "accountMailboxProven",
  "account.register": "accountRegister",
  "account.rename": "accountRename",
  "account.renew_recovery_codes": "accountRenewRecoveryCodes",
  "account.reset_password": "accountResetPassword",
  "account.second_factor_off": "accountSecondFactorOff",
  "account.second_factor_on": "accountSecondFactorOn",
  "account.use_recovery_code": "accountUseRecoveryCode",
  "admin.change_password": "adminChangePassword",
  "admin.change_role": "adminChangeRole",
  "admin.create": "adminCreate",
  "admin.delete": "adminDelete",
  "admin.end_sessions": "adminEndSessions",
  "admin.reset_password": "adminResetPassword",
  "admin.reset_second_factor": "adminResetSecondFactor",
  "admin.roles": "adminRoles",
  "ai.generate": "aiGenerate",
  "applicant.activate": "applicantActivate",
  "applicant.ask_erasure": "applicantAskErasure",
  "applicant.confirm_mailbox": "applicantConfirmMailbox",
  "applicant.deactivate": "applicantDeactivate",
  "applicant.decline_erasure": "applicantDeclineErasure",
  "applicant.erase": "applicantErase",
  "attempt.add_time": "attemptAddTime",
  "attempt.answer": "attemptAnswer",
  "attempt.answers_file": "attemptAnswersFile",
  "attempt.end": "attemptEnd",
  "attempt.end_by_admin": "attemptEnd",
  "attempt.flag": "attemptFlag",
  "attempt.give_back": "attemptGiveBack",
  "attempt.history": "attemptHistory",
  "attempt.message": "attemptMessage",
  "attempt.pause": "attemptPause",
  "attempt.release": "attemptRelease",
  "attempt.reopen": "attemptReopen",
  "attempt.resume": "attemptResume",
  "attempt.resume_request": "attemptResumeRequest",
  "attempt.screenshot": "attemptScreenshot",
  "attempt.start": "attemptStart",
  "attempt.taken_over": "attemptTakenOver",
  "clock.follow": "clockFollow",
  "data.backup": "dataBackup",
  "data.download_backup": "dataDownloadBackup",
  "data.restore": "dataRestore",
  "data.seed": "dataSeed",
  "data.take_over": "dataTakeOver",
  "demo.seed": "demoSeed",
  "demo.seed_begin": "demoSeedBegin",
  "evidence.key": "evidenceKey",
  "exam_session.admit": "examSessionAdmit",
  "exam_session.announce": "examSessionAnnounce",
  "exam_session.change": "examSessionChange",
  "exam_session.check_in": "examSessionCheckIn",
  "exam_session.check_out": "examSessionCheckOut",
  "exam_session.create": "examSessionCreate",
  "exam_session.delete": "examSessionDelete",
  "exam_session.identity_again": "examSessionIdentityAgain",
  "exam_session.identity_erased": "examSessionIdentityErased",
  "exam_session.identity_picture": "examSessionIdentityPicture",
  "exam_session.pause": "examSessionPause",
  "exam_session.people": "examSessionPeople",
  "exam_session.rehearse": "examSessionRehearse",
  "exam_session.rehearsed": "examSessionRehearsed",
  "exam_session.resume": "examSessionResume",
  "exam_session.start": "examSessionStart",
  "hold.lift": "holdLift",
  "hold.place": "holdPlace",
  "invite.create": "inviteCreate",
  "invite.extend": "inviteExtend",
  "invite.name": "inviteName",
  "invite.remind": "inviteRemind",
  "invite.resend": "inviteResend",
  "invite.revoke": "inviteRevoke",
  "invite.schedule": "inviteSchedule",
  "invite.stop_reminders": "inviteStopReminders",
  "order.place": "orderPlace",
  "outage.dismiss": "outageDismiss",
  "picture.upload": "pictureUpload",
  "question.create": "questionCreate",
  "question.restore": "questionRestore",
  "question.retire": "questionRetire",
  "question.update": "questionUpdate",
  "result.share": "resultShare",
  "result.share_viewed": "resultShareViewed",
  "result.unshare": "resultUnshare",
  "results.evidence": "resultsEvidence",
  "results.export": "resultsExport",
  "results.rescore": "resultsRescore",
  "retention.sweep": "retentionSweep",
  "runner.revoke": "runnerRevoke",
  "runner.token": "runnerToken",
  "session.end": "sessionEnd",
  "session.end_others": "sessionEndOthers",
  "session.start": "sessionStart",
  "settings.ai": "settingsAi",
  "settings.company": "settingsCompany",
  "settings.consent": "settingsConsent",
  "settings.email": "settingsEmail",
  "settings.language": "settingsLanguage",
  "settings.ldap": "settingsLdap",
  "settings.links": "settingsLinks",
  "settings.lti": "settingsLti",
  "settings.lti_key": "settingsLtiKey",
  "settings.oidc": "settingsOidc",
  "settings.passwords": "settingsPasswords",
  "settings.retention": "settingsRetention",
  "settings.second_factor": "settingsSecondFactor",
  "settings.theme": "settingsTheme",
  "submission.accept_late": "submissionAcceptLate",
  "submission.ai_score": "submissionAiScore",
  "submission.ai_suggest": "submissionAiSuggest",
  "submission.decide": "submissionDecide",
  "submission.delete_note": "submissionDeleteNote",
  "submission.judge": "submissionJudge",
  "submission.note": "submissionNote",
  "submission.rejudge": "submissionRejudge",
  "submission.score": "submissionScore",
  "submission.second_score": "submissionSecondScore",
  "submission.tell": "submissionTell",
  "submission.untold": "submissionUntold",
  "test.ai_agreement": "testAiAgreement",
  "test.anonymous": "testAnonymous",
  "test.archive": "testArchive",
  "test.assign": "testAssign",
  "test.consent": "testConsent",
  "test.create": "testCreate",
  "test.delete": "testDelete",
  "test.calendar": "testCalendar",
  "test.clips": "testClips",
  "test.exam_browser": "testExamBrowser",
  "test.force_delete": "testForceDelete",
  "test.pass_mark": "testPassMark",
  "test.repair": "testRepair",
  "test.repairs_applied": "testRepairsApplied",
  "test.reveal_names": "testRevealNames",
  "test.rubric": "testRubric",
  "test.rubric_applied": "testRubricApplied",
  "test.similarity": "testSimilarity",
  "test.similarity_finding": "testSimilarityFinding",
  "test.translate": "testTranslate",
  "test.translation_delete": "testTranslationDelete",
  "test.unarchive": "testUnarchive",
  "test.undo_repair": "testUndoRepair",
  "test.update": "testUpdate",
  "token.create": "tokenCreate",
  "token.revoke": "tokenRevoke",
  "webhook.change": "webhookChange",
  "webhook.create": "webhookCreate",
  "webhook.delete": "webhookDelete",
  "webhook.disable": "webhookDisable",
  "webhook.resend": "webhookResend",
};

/** Who acted where no account is named: candidates have none in the log. */
export function unnamed(action: string): string {
  if (/^attempt\.(start|resume_request|taken_over)$/.test(action)) return t("aCandidate");
  // An end may be that of the time.
  const isEither =
    action !== "attempt.history" && /^(attempt|applicant|invite|account)\.|share_viewed$/.test(action);
  return isEither ? t("candidateOrServer") : t("server");
}

/** Undefined for an action that this page does not know: it is shown as it is. */
export function actionWords(action: string): string | undefined {
  const key = ACTIONS[action];
  return key && sentence(key);
}

export interface Subject {
  kind: "test" | "result" | "person" | "exam_session" | "other";
  name: string;
}

/** Where the object of an entry can be read. */
export function subjectPath(subject: Subject, target: string): string | undefined {
  switch (subject.kind) {
    case "test":
      return testPath(target);
    case "result":
      return `/admin?tab=results&result=${encodeURIComponent(target)}`;
    case "exam_session":
      return `/admin/sessions/${encodeURIComponent(target)}`;
    case "person":
    case "other":
      return undefined;
  }
}

interface Entry {
  number: number;
  at: string;
  actor: string | null;
  action: string;
}

/** The same action of the same person within a minute, one after the other. */
export function grouped<E extends Entry>(entries: readonly E[]): E[][] {
  const groups: E[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const [head] = last ?? [];
    const same =
      head &&
      head.actor === entry.actor &&
      head.action === entry.action &&
      head.at.slice(0, 16) === entry.at.slice(0, 16);
    if (last && same) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
