import type { Translation } from "../typed";
import type { bank } from "./en/bank";
import type { desk } from "./en/desk";
import type { generate } from "./en/generate";
import type { inviteList } from "./en/invite-list";
import type { overview } from "./en/overview";
import type { player } from "./en/player";
import type { questionFiles } from "./en/question-files";
import type { questionForm } from "./en/question-form";
import type { questionKeys } from "./en/question-keys";
import type { resultList } from "./en/result-list";
import type { shell } from "./en/shell";
import type { status } from "./en/status";
import type { testChecks } from "./en/test-checks";
import type { testForm } from "./en/test-form";
import type { testList } from "./en/test-list";
import type { testPage } from "./en/test-page";
import type { testQuestions } from "./en/test-questions";
import type { testSettings } from "./en/test-settings";
import type { testWizard } from "./en/test-wizard";

/** All texts of staff's rooms in one language, by part. Only staff downloads them. */
export interface StaffCatalog {
  bank: Translation<typeof bank>;
  desk: Translation<typeof desk>;
  generate: Translation<typeof generate>;
  inviteList: Translation<typeof inviteList>;
  overview: Translation<typeof overview>;
  player: Translation<typeof player>;
  questionFiles: Translation<typeof questionFiles>;
  questionForm: Translation<typeof questionForm>;
  questionKeys: Translation<typeof questionKeys>;
  resultList: Translation<typeof resultList>;
  shell: Translation<typeof shell>;
  status: Translation<typeof status>;
  testChecks: Translation<typeof testChecks>;
  testForm: Translation<typeof testForm>;
  testList: Translation<typeof testList>;
  testPage: Translation<typeof testPage>;
  testQuestions: Translation<typeof testQuestions>;
  testSettings: Translation<typeof testSettings>;
  testWizard: Translation<typeof testWizard>;
}
