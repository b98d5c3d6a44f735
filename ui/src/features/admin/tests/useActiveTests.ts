import { useQuery } from "@tanstack/react-query";
import { type Page, page } from "@/api/pages";
import { keyOf } from "@/api/query";
import type { Invite } from "@/api/types";

/** The maximum page size of a list. */
const MAX_PAGE_SIZE = 1000;
const ACTIVE = ["active", "in_progress"] as const;

async function testsOf(status: (typeof ACTIVE)[number], signal: AbortSignal): Promise<string[]> {
  const tests = new Set<string>();
  let after: string | null = "";
  while (after !== null) {
    const found: Page<Invite> = await page("/invites", {
      signal,
      query: { status_filter: status, limit: MAX_PAGE_SIZE, after },
    });
    for (const invite of found.items) tests.add(invite.test_id);
    after = found.after;
  }
  return [...tests];
}

/** Ids of the tests with a sent, scheduled or in-progress invitation; fetched only when needed. */
export function useActiveTests(enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf("/invites"), "active tests"],
    queryFn: async ({ signal }) =>
      new Set((await Promise.all(ACTIVE.map((status) => testsOf(status, signal)))).flat()),
    enabled,
  });
}
