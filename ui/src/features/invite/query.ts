import { queryOf } from "@/api/query";
import { recordOf } from "@/lib/acknowledges";

/** The first call of a page: nothing else distinguishes the server's reply from JSON of an intermediary. */
const isInvite = (body: unknown): boolean => {
  const { invite, test } = recordOf(body);
  return Boolean(invite) && Boolean(test);
};

/** The invite of a link. Signed-in applicants verify their address with it; a stale session must not fail it. */
export const inviteQuery = (token: string) =>
  queryOf("/invites/token/{token}", { path: { token }, auth: "optional", guard: isInvite });
