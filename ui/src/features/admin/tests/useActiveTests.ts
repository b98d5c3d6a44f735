import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Invite } from "@/api/types";

/** The longest page of a list. */
const PAGE = 1000;

async function testsOf(status: string, signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>();
  let after: string | null = "";
  while (after !== null) {
    const page: { items: Invite[]; after: string | null } = await api.page<Invite>("/invites", {
      signal,
      query: { status_filter: status, limit: PAGE, after },
    });
    for (const invite of page.items) found.add(invite.test_id);
    after = page.after;
  }
  return [...found];
}

/** Ids of the tests that have an invitation which is sent, scheduled or in progress; asked for only when needed. */
export function useActiveTests(enabled: boolean) {
  return useQuery({
    queryKey: ["invites", "active-tests"],
    queryFn: async ({ signal }) =>
      new Set((await Promise.all(["active", "in_progress"].map((status) => testsOf(status, signal)))).flat()),
    enabled,
  });
}
