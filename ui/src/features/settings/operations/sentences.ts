import { testPath } from "@/features/staff-shared/test-path";

/** An action of the audit log as a sentence after the name of who acted. */
const ACTIONS: Record<string, string> = {
  "account.ask_mailbox_proof": "asked for proof of a mailbox",
  "account.ask_password_reset": "asked to reset a password",
  "account.change_password": "changed a password",
  "account.create_by_provider": "was added by the company's sign-in",
  "account.digest": "changed the daily summary",
  "account.link_to_provider": "signed in by the company's provider for the first time",
  "account.lose_provided_roles": "lost the roles of the company's sign-in",
  "account.mailbox_proven": "proved a mailbox",
  "account.register": "made an account",
  "account.rename": "changed a name",
  "account.renew_recovery_codes": "made new recovery codes",
  "account.reset_password": "reset a password",
  "account.second_factor_off": "turned the second factor off",
  "account.second_factor_on": "turned the second factor on",
  "account.use_recovery_code": "signed in with a recovery code",
  "admin.change_password": "changed the password of an administrator",
  "admin.change_role": "changed the role of an account",
  "admin.create": "made an account for staff",
  "admin.delete": "deleted an account of staff",
  "admin.end_sessions": "ended the sessions of an account",
  "admin.reset_password": "reset the password of an account",
  "admin.reset_second_factor": "reset the second factor of an account",
  "admin.roles": "changed the roles of an account",
  "ai.generate": "generated questions with AI",
  "applicant.activate": "activated a candidate's account",
  "applicant.ask_erasure": "asked to be erased",
  "applicant.confirm_mailbox": "confirmed a candidate's mailbox",
  "applicant.deactivate": "deactivated a candidate's account",
  "applicant.decline_erasure": "declined an erasure",
  "applicant.erase": "erased a candidate",
  "attempt.add_time": "added time to a test",
  "attempt.answer": "answered a candidate's question",
  "attempt.answers_file": "read an answers file",
  "attempt.end": "ended a test",
  "attempt.end_by_admin": "ended a test",
  "attempt.flag": "flagged a running test",
  "attempt.give_back": "gave lost time back",
  "attempt.history": "closed the history of a test",
  "attempt.message": "sent a message to a candidate",
  "attempt.pause": "paused a test",
  "attempt.release": "let a candidate go on with another device",
  "attempt.reopen": "reopened a test",
  "attempt.resume": "resumed a paused test",
  "attempt.resume_request": "asked to go on with another device",
  "attempt.screenshot": "took a picture of a candidate",
  "attempt.start": "started a test",
  "attempt.taken_over": "went on with another device",
  "clock.follow": "set the clock",
  "data.backup": "made a backup",
  "data.download_backup": "downloaded a backup",
  "data.restore": "restored a backup",
  "data.seed": "sent the data to a second server",
  "evidence.key": "renewed the key of evidence",
  "exam_session.admit": "let in from the waiting room",
  "exam_session.announce": "made an announcement",
  "exam_session.change": "changed an exam session",
  "exam_session.check_in": "checked in",
  "exam_session.check_out": "checked out",
  "exam_session.create": "made an exam session",
  "exam_session.delete": "deleted an exam session",
  "exam_session.people": "changed who belongs to an exam session",
  "exam_session.rehearse": "began a rehearsal",
  "exam_session.rehearsed": "ended a rehearsal",
  "exam_session.start": "set the common start of an exam session",
  "hold.lift": "ended a hold on data",
  "hold.place": "placed a hold on data",
  "invite.create": "invited a candidate",
  "invite.extend": "extended an invitation",
  "invite.remind": "reminded a candidate",
  "invite.resend": "sent an invitation again",
  "invite.revoke": "withdrew an invitation",
  "invite.schedule": "chose a time for a test",
  "invite.stop_reminders": "stopped reminders",
  "order.place": "placed an order",
  "outage.dismiss": "dismissed lost time",
  "picture.upload": "uploaded a picture",
  "question.create": "added a question to the bank",
  "question.restore": "brought back a question of the bank",
  "question.retire": "retired a question of the bank",
  "question.update": "changed a question of the bank",
  "result.share": "shared results by a link",
  "result.share_viewed": "opened a shared link",
  "result.unshare": "withdrew a shared link",
  "results.evidence": "exported evidence",
  "results.export": "exported results",
  "results.rescore": "scored results again",
  "retention.sweep": "deleted data whose time had ended",
  "runner.revoke": "withdrew the token of a code runner",
  "runner.token": "made a token for a code runner",
  "session.end": "signed out",
  "session.end_others": "ended the other sessions",
  "session.start": "signed in",
  "settings.ai": "changed the settings of AI",
  "settings.company": "changed the company",
  "settings.consent": "changed the consent text",
  "settings.email": "changed the settings of mail",
  "settings.language": "changed the texts of a language",
  "settings.ldap": "changed the sign-in by the directory",
  "settings.links": "changed the rules of links",
  "settings.lti": "changed the learning platforms",
  "settings.oidc": "changed the sign-in by a provider",
  "settings.passwords": "changed the rules of passwords",
  "settings.retention": "changed how long data is kept",
  "settings.second_factor": "changed who needs a second factor",
  "settings.theme": "changed the theme",
  "submission.accept_late": "accepted a late answer",
  "submission.ai_score": "scored an answer with AI",
  "submission.ai_suggest": "asked AI for a score",
  "submission.decide": "decided about a candidate",
  "submission.delete_note": "deleted a note",
  "submission.judge": "judged code",
  "submission.note": "wrote a note",
  "submission.rejudge": "judged code again",
  "submission.score": "scored an answer",
  "submission.second_score": "gave a second score",
  "submission.tell": "told a candidate the decision",
  "submission.untold": "could not tell a candidate the decision",
  "test.ai_agreement": "measured how AI agrees with people",
  "test.anonymous": "changed whether names are hidden",
  "test.archive": "archived a test",
  "test.assign": "assigned answers to reviewers",
  "test.consent": "changed the consent text of a test",
  "test.create": "made a test",
  "test.delete": "deleted a test",
  "test.exam_browser": "changed the rules for Safe Exam Browser",
  "test.force_delete": "deleted a test with its results",
  "test.pass_mark": "changed the pass mark",
  "test.repair": "repaired the key of a question",
  "test.repairs_applied": "finished scoring by repaired keys",
  "test.reveal_names": "revealed the names of a test",
  "test.rubric": "changed a rubric",
  "test.rubric_applied": "finished scoring by a changed rubric",
  "test.similarity": "compared the answers of a test",
  "test.similarity_finding": "noted a finding about similar answers",
  "test.unarchive": "took a test out of the archive",
  "test.undo_repair": "took a repair back",
  "test.update": "changed a test",
  "token.create": "made an API token",
  "token.revoke": "revoked an API token",
  "webhook.change": "changed a webhook",
  "webhook.create": "made a webhook",
  "webhook.delete": "deleted a webhook",
  "webhook.disable": "switched a webhook off",
  "webhook.resend": "sent a delivery again",
};

/** Who acted where no account is named: candidates have none in the log. */
export const unnamed = (action: string): string =>
  /^(attempt|applicant|invite|account)\.|share_viewed$/.test(action)
    ? "A candidate, or the server"
    : "Server";

/** Undefined for an action that this page does not know: it is shown as it is. */
export const actionWords = (action: string): string | undefined => ACTIONS[action];

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
