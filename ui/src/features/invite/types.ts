import type { PublicInvite, TestIntro } from "@/api/types";

export interface InviteData {
  invite: PublicInvite;
  test: TestIntro;
}
