import { testPath } from "@/features/staff-shared/test-path";

/** An action of the audit log as a sentence after the name of who acted. */
const ACTIONS: Record<string, string> = {
  "account.ask_mailbox_proof": "asked for proof of a mailbox",
  "account.ask_password_reset": "asked to reset a password",
  "account.change_password": "changed a password",
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
  "applicant.ask_erasure": "asked to be erased",
  "applicant.decline_erasure": "declined an erasure",
  "applicant.erase": "erased a candidate",
  "attempt.answers_file": "read an answers file",
  "attempt.end": "ended a test",
  "attempt.flag": "flagged a running test",
  "attempt.give_back": "gave lost time back",
  "attempt.history": "closed the history of a test",
  "attempt.message": "sent a message to a candidate",
  "attempt.reopen": "reopened a test",
  "attempt.resume_request": "asked to go on with another device",
  "attempt.screenshot": "took a picture of a candidate",
  "attempt.start": "started a test",
  "attempt.taken_over": "went on with another device",
  "clock.follow": "set the clock",
  "data.backup": "made a backup",
  "data.download_backup": "downloaded a backup",
  "data.restore": "restored a backup",
  "evidence.key": "renewed the key of evidence",
  "invite.create": "invited a candidate",
  "invite.extend": "extended an invitation",
  "invite.remind": "reminded a candidate",
  "invite.resend": "sent an invitation again",
  "invite.revoke": "withdrew an invitation",
  "invite.schedule": "chose a time for a test",
  "invite.stop_reminders": "stopped reminders",
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
  "runner.revoke": "withdrew the token of a code runner",
  "runner.token": "made a token for a code runner",
  "session.end": "signed out",
  "session.end_others": "ended the other sessions",
  "session.start": "signed in",
  "settings.ai": "changed the settings of AI",
  "settings.company": "changed the company",
  "settings.email": "changed the settings of mail",
  "settings.passwords": "changed the rules of passwords",
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
  "test.create": "made a test",
  "test.delete": "deleted a test",
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
};

/** Who acted where no account is named: candidates have none in the log. */
export const unnamed = (action: string): string =>
  /^(attempt|applicant|invite|account)\.|share_viewed$/.test(action)
    ? "A candidate, or the server"
    : "Server";

/** Undefined for an action that this page does not know: it is shown as it is. */
export const actionWords = (action: string): string | undefined => ACTIONS[action];

/** Actions whose targets the page shows, by the part before the dot, and names of the link. */
const TARGETS: Record<string, { name: string; path: (id: string) => string }> = {
  test: { name: "the test", path: (id) => testPath(id) },
  submission: { name: "the result", path: (id) => `/admin?tab=results&result=${encodeURIComponent(id)}` },
};
/** What they leave cannot be opened. */
const GONE = ["test.delete", "test.force_delete"];

export interface TargetLink {
  name: string;
  to: string;
}

/** Where what an entry is about can be read; `titles`: of tests, by their ids. */
export function targetLink(
  { action, target }: { action: string; target: string },
  titles: ReadonlyMap<string, string>,
): TargetLink | undefined {
  const found = TARGETS[action.split(".", 1)[0] ?? ""];
  if (!found || !target || GONE.includes(action)) return undefined;
  return { name: titles.get(target) ?? found.name, to: found.path(target) };
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
