import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { useTests } from "@/features/staff-shared/queries";
import { testPath } from "@/features/staff-shared/test-path";
import { useRights } from "@/lib/rights";
import { useDebounced } from "@/lib/useDebounced";
import { t } from "../texts";
import { actionsAt, type Command, matches } from "./commands";

export interface Group {
  label: string;
  commands: Command[];
}

/** Number of each kind that is read at a glance. */
const SHOWN = 6;
/** The server is not searched for less. */
const LENGTH_MIN = 2;
const PAUSE_MS = 200;

/** What the typed words find: tests, people and questions of the server, and what can be done. */
export function useFound(typed: string, path: string): { groups: Group[]; isSearching: boolean } {
  const text = useDebounced(typed.trim(), PAUSE_MS);
  const rights = useRights();
  const wanted = { placeholderData: keepPreviousData, retry: false };
  const isLong = text.length >= LENGTH_MIN;
  const people = useQuery({
    ...queryOf("/invites", { query: { search: text, limit: SHOWN } }),
    ...wanted,
    enabled: isLong && rights.may("invite"),
  });
  const bank = useQuery({
    ...queryOf("/questions", { query: { search: text, limit: SHOWN } }),
    ...wanted,
    enabled: isLong && rights.mayAll("read_tests"),
  });
  // What fewer letters found stays until the server replies, but Enter must lead to no one whom the words leave out.
  const isOld = (query: { isPlaceholderData: boolean }) => query.isPlaceholderData || text !== typed.trim();
  const [tests, archived] = [useTests(), useTests({ archived: true })];
  const all = [...(tests.data?.pages ?? []), ...(archived.data?.pages ?? [])].flatMap(({ items }) => items);
  const isTyped = typed.trim() !== "";
  const isSearched = typed.trim().length >= LENGTH_MIN;
  const groups: Group[] = [
    {
      label: t("tests"),
      commands: isTyped
        ? all
            .filter(({ title }) => matches(title, typed))
            .slice(0, SHOWN)
            .map(({ id, title, archived: old }) => ({
              id: `test-${id}`,
              label: title,
              ...(old && { hint: t("archived") }),
              to: testPath(id),
            }))
        : [],
    },
    {
      label: t("people"),
      commands: isSearched
        ? (people.data ?? [])
            .filter(
              ({ applicant_name, applicant_email, test_title }) =>
                !isOld(people) || matches(`${applicant_name} ${applicant_email} ${test_title}`, typed),
            )
            .map(({ id, applicant_name, applicant_email, test_id, test_title, submission_id }) => ({
              id: `person-${id}`,
              label: applicant_name,
              hint: [applicant_email, test_title].filter(Boolean).join(", "),
              to:
                submission_id && rights.may("read_results", test_id)
                  ? `${testPath(test_id, "results")}?result=${encodeURIComponent(submission_id)}`
                  : `${testPath(test_id, "people")}?q=${encodeURIComponent(applicant_email || applicant_name)}`,
            }))
        : [],
    },
    {
      label: t("questions"),
      commands: isSearched
        ? (bank.data ?? [])
            .filter(
              ({ title, summary, tags }) =>
                !isOld(bank) || matches([title, summary, ...tags].join(" "), typed),
            )
            .map(({ id, title, summary }) => ({
              id: `question-${id}`,
              label: title || summary,
              hint: t("bank"),
              to: `/admin?tab=bank&question=${encodeURIComponent(id)}`,
            }))
        : [],
    },
    {
      label: t("actions"),
      commands: actionsAt(path, rights).filter(({ label }) => matches(label, typed)),
    },
  ];
  return {
    groups: groups.filter(({ commands }) => commands.length > 0),
    isSearching: isSearched && (people.isFetching || bank.isFetching || text !== typed.trim()),
  };
}
