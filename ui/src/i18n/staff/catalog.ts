import type { Translation } from "../typed";
import type { clips } from "./en/clips";
import type { desk } from "./en/desk";
import type { inviteList } from "./en/invite-list";
import type { overview } from "./en/overview";
import type { resultList } from "./en/result-list";
import type { shell } from "./en/shell";
import type { status } from "./en/status";
import type { testList } from "./en/test-list";
import type { testPage } from "./en/test-page";

/** All texts of staff's rooms in one language, by part. Only staff downloads them. */
export interface StaffCatalog {
  clips: Translation<typeof clips>;
  desk: Translation<typeof desk>;
  inviteList: Translation<typeof inviteList>;
  overview: Translation<typeof overview>;
  resultList: Translation<typeof resultList>;
  shell: Translation<typeof shell>;
  status: Translation<typeof status>;
  testList: Translation<typeof testList>;
  testPage: Translation<typeof testPage>;
}
