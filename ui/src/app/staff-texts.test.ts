import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { literals } from "@/test/literals";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Rooms and files of staff whose texts are in the catalogue, src/i18n/staff; each that is moved there is named here. */
const MOVED = [
  "features/desk/",
  "features/monitoring/",
  "features/player/",
  "features/question-kinds/coding/CodeArea.tsx",
  "features/question-kinds/coding/Form.tsx",
  "features/question-kinds/coding/FunctionHarness.tsx",
  "features/question-kinds/coding/OfferedLanguages.tsx",
  "features/question-kinds/coding/SolutionCheck.tsx",
  "features/question-kinds/coding/SolutionRows.tsx",
  "features/question-kinds/coding/Steps.tsx",
  "features/question-kinds/coding/TestArchive.tsx",
  "features/question-kinds/coding/TestTable.tsx",
  "features/question-kinds/coding/archive.ts",
  "features/question-kinds/coding/key.ts",
  "features/question-kinds/coding/labels.ts",
  "features/question-kinds/coding/marks.ts",
  "features/question-kinds/essay/labels.ts",
  "features/question-kinds/form/MarkedRows.tsx",
  "features/question-kinds/form/PinOption.tsx",
  "features/question-kinds/form/Rows.tsx",
  "features/question-kinds/form/choices.ts",
  "features/question-kinds/forms.tsx",
  "features/question-kinds/gaps/Form.tsx",
  "features/question-kinds/gaps/key.ts",
  "features/question-kinds/gaps/labels.ts",
  "features/question-kinds/given/",
  "features/question-kinds/kind-labels.ts",
  "features/question-kinds/labels.ts",
  "features/question-kinds/matching/Form.tsx",
  "features/question-kinds/matching/key.ts",
  "features/question-kinds/matching/labels.ts",
  "features/question-kinds/multiple-choice/Form.tsx",
  "features/question-kinds/multiple-choice/key.ts",
  "features/question-kinds/multiple-choice/labels.ts",
  "features/question-kinds/multiple-response/key.ts",
  "features/question-kinds/multiple-response/labels.ts",
  "features/question-kinds/numeric/Form.tsx",
  "features/question-kinds/numeric/key.ts",
  "features/question-kinds/numeric/labels.ts",
  "features/question-kinds/ordering/Form.tsx",
  "features/question-kinds/ordering/key.ts",
  "features/question-kinds/ordering/labels.ts",
  "features/question-kinds/short-text/Form.tsx",
  "features/question-kinds/short-text/key.ts",
  "features/question-kinds/short-text/labels.ts",
  "features/questions/bank/",
  "features/questions/files/",
  "features/questions/form/",
  "features/questions/generate/",
  "features/evidence/",
  "features/invites/",
  "features/results/AnswerCard.tsx",
  "features/results/AnswersFile.tsx",
  "features/results/EvidenceDialog.tsx",
  "features/results/ExportButtons.tsx",
  "features/results/Letterhead.tsx",
  "features/results/MoreActions.tsx",
  "features/results/Rejudge.tsx",
  "features/results/RepairedMark.tsx",
  "features/results/Report.tsx",
  "features/results/ResultContent.tsx",
  "features/results/ResultFilterBar.tsx",
  "features/results/ResultList.tsx",
  "features/results/ResultPanel.tsx",
  "features/results/ResultsTab.tsx",
  "features/results/Score.tsx",
  "features/results/SelectionReport.tsx",
  "features/results/brief/",
  "features/results/browse/",
  "features/results/charts/",
  "features/results/columns.ts",
  "features/results/history/",
  "features/results/monitoring.ts",
  "features/results/ranking/",
  "features/results/statistics/",
  "features/scoring/",
  "features/sessions/",
  "features/settings/EmailForm.tsx",
  "features/settings/EmailTab.tsx",
  "features/settings/SettingsConflict.tsx",
  "features/settings/SettingsPanel.tsx",
  "features/settings/ShownOnce.tsx",
  "features/settings/TestEmail.tsx",
  "features/settings/WaitingInvites.tsx",
  "features/settings/admins/",
  "features/settings/ai/",
  "features/settings/applicants/",
  "features/settings/choices.ts",
  "features/settings/company/",
  "features/settings/data/",
  "features/settings/doctor/",
  "features/settings/email-form.ts",
  "features/settings/evidence/",
  "features/settings/lti/",
  "features/settings/runners/",
  "features/settings/sign-in/",
  "features/settings/theme/",
  "features/settings/tokens/",
  "features/settings/useSettingsConflict.ts",
  "features/settings/webhooks/",
  "features/shared-links/",
  "features/staff-shared/",
  "features/test-page/ClipsDialog.tsx",
  "features/test-page/ConsentDialog.tsx",
  "features/test-page/ExamBrowserDialog.tsx",
  "features/test-page/SaveBar.tsx",
  "features/test-page/SettingsTab.tsx",
  "features/test-page/TestHeader.tsx",
  "features/test-page/TestPage.tsx",
  "features/test-page/overview/",
  "features/test-page/questions/",
  "features/test-page/tabs.ts",
  "features/tests/ConflictView.tsx",
  "features/tests/CreateMenu.tsx",
  "features/tests/DeleteTestDialog.tsx",
  "features/tests/DraftList.tsx",
  "features/tests/KeptNotice.tsx",
  "features/tests/QuestionList.tsx",
  "features/tests/RejudgeDialog.tsx",
  "features/tests/TestCard.tsx",
  "features/tests/TestFilters.tsx",
  "features/tests/TestForm.tsx",
  "features/tests/TestMenu.tsx",
  "features/tests/TestPanel.tsx",
  "features/tests/TestsTab.tsx",
  "features/tests/create/",
  "features/tests/filter.ts",
  "features/tests/input.ts",
  "features/tests/labels.ts",
  "features/tests/merge.ts",
  "features/tests/paper/",
  "features/tests/readiness/",
  "features/tests/sections/",
  "features/tests/templates/templates.ts",
  "features/tests/trial/",
  "features/tests/useConflict.ts",
  "features/tests/useShelf.ts",
  "features/tests/useTestForm.ts",
  "lib/agreed.ts",
  "lib/timeline.ts",
  "lib/trouble.ts",
  "ui/ChartTable.tsx",
  "ui/FilterRow.tsx",
  "ui/FormDialog.tsx",
  "ui/KeysDialog.tsx",
  "ui/LoadMore.tsx",
  "ui/Pagination.tsx",
  "ui/SelectionBar.tsx",
  "ui/SlideOver.tsx",
  "ui/StatusBadge.tsx",
  "ui/Stepper.tsx",
  "ui/TypedNotice.tsx",
  "ui/attempt/",
  "ui/rich-text/RichTextEditor.tsx",
  "ui/rich-text/Toolbar.tsx",
  "ui/rich-text/commands.ts",
  "ui/useDiscardGuard.tsx",
];
/** Exports are in English in every language. */
const ENGLISH = ["features/results/ranking/export-rows.ts"];
/** Orders of lists, as addresses have them. */
const NO_TEXT = /: [a-z]+ (asc|desc)$/;

describe("texts of staff's rooms", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.includes(".test.") &&
      !ENGLISH.includes(file) &&
      MOVED.some((moved) => file.startsWith(moved)),
  );

  it("are looked for in rooms that there are", () => {
    expect(MOVED.filter((moved) => !files.some((file) => file.startsWith(moved)))).toEqual([]);
  });

  // One by one: all of them at once take long where the machine is busy.
  it.each(MOVED)("of %s stand in the catalogue, src/i18n/staff/en", (moved) => {
    const found = files
      .filter((file) => file.startsWith(moved))
      .flatMap((file) => literals(file, readFileSync(join(SRC, file), "utf8")));
    expect(found.filter((text) => !NO_TEXT.test(text))).toEqual([]);
  });

  it("would be found (control)", () => {
    expect(literals("a.tsx", "const x = () => <p>Word</p>;")).toHaveLength(1);
  });
});
