import type { Translation } from "../typed";
import type { agreed } from "./en/agreed";
import type { desk } from "./en/desk";
import type { evidence } from "./en/evidence";
import type { inviteForms } from "./en/invite-forms";
import type { inviteList } from "./en/invite-list";
import type { overview } from "./en/overview";
import type { ranking } from "./en/ranking";
import type { rankingTools } from "./en/ranking-tools";
import type { result } from "./en/result";
import type { resultList } from "./en/result-list";
import type { reviewing } from "./en/reviewing";
import type { rubric } from "./en/rubric";
import type { scoring } from "./en/scoring";
import type { shell } from "./en/shell";
import type { statistics } from "./en/statistics";
import type { status } from "./en/status";
import type { testList } from "./en/test-list";
import type { testPage } from "./en/test-page";

/** All texts of staff's rooms in one language, by part. Only staff downloads them. */
export interface StaffCatalog {
  agreed: Translation<typeof agreed>;
  desk: Translation<typeof desk>;
  evidence: Translation<typeof evidence>;
  inviteForms: Translation<typeof inviteForms>;
  inviteList: Translation<typeof inviteList>;
  overview: Translation<typeof overview>;
  ranking: Translation<typeof ranking>;
  rankingTools: Translation<typeof rankingTools>;
  result: Translation<typeof result>;
  resultList: Translation<typeof resultList>;
  reviewing: Translation<typeof reviewing>;
  rubric: Translation<typeof rubric>;
  scoring: Translation<typeof scoring>;
  shell: Translation<typeof shell>;
  statistics: Translation<typeof statistics>;
  status: Translation<typeof status>;
  testList: Translation<typeof testList>;
  testPage: Translation<typeof testPage>;
}
