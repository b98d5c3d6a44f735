import type { ExamSession, SessionPerson } from "@/api/types";

/** Who looks after people: one proctor, all of them, or each a part, divided by name. */
export const ALL = "all";
export const DIVIDED = "divided";

type Proctor = ExamSession["proctors"][number];

/** Proctors who look after a person; `null` where all do. */
export function proctorsOf({ proctors }: ExamSession, { invite_id }: SessionPerson): string[] | null {
  const theirs = proctors.filter(({ invites }) => invites?.includes(invite_id) ?? true);
  return theirs.length === proctors.length ? null : theirs.map(({ name }) => name);
}

/** How many people are in no proctor's share, where each proctor has one. */
export function inNoShare({ proctors, people }: ExamSession): number {
  if (proctors.length === 0 || proctors.some(({ invites }) => !invites)) return 0;
  return people - new Set(proctors.flatMap(({ invites }) => invites ?? [])).size;
}

/** People by name in as many equal parts as there are proctors. */
function divided(chosen: SessionPerson[], proctors: Proctor[]): Map<string, string> {
  const sorted = chosen.toSorted((a, b) => a.applicant_name.localeCompare(b.applicant_name));
  return new Map(
    sorted.map(({ invite_id }, place) => {
      const proctor = proctors[Math.floor((place * proctors.length) / sorted.length)];
      return [invite_id, proctor?.account_id ?? ""];
    }),
  );
}

/** The proctors of a session once someone else looks after the chosen people. Who has everyone has the whole session. */
export function assigned(
  { proctors }: ExamSession,
  people: SessionPerson[],
  chosen: SessionPerson[],
  choice: string,
): { account_id: string; invites?: string[] }[] {
  const parts = choice === DIVIDED ? divided(chosen, proctors) : undefined;
  const ids = new Set(chosen.map(({ invite_id }) => invite_id));
  return proctors.map(({ account_id, invites }) => {
    const before = invites && new Set(invites);
    const share = people
      .map(({ invite_id }) => invite_id)
      .filter((id) =>
        ids.has(id) ? choice === ALL || (parts?.get(id) ?? choice) === account_id : (before?.has(id) ?? true),
      );
    return { account_id, ...(share.length < people.length && { invites: share }) };
  });
}
