import { queryOf } from "@/api/query";

/** The invite of a link. Signed-in applicants verify their address with it; a stale session must not fail it. */
export const inviteQuery = (token: string) =>
  queryOf("/invites/token/{token}", { path: { token }, auth: "optional" });
