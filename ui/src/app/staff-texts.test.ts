import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { literals } from "@/test/literals";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Rooms and files of staff whose texts are in the catalogue, src/i18n/staff; each that is moved there is named here. */
const MOVED = [
  "features/desk/",
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
  "features/staff-shared/AccountHeader.tsx",
  "features/staff-shared/email-labels.ts",
  "features/staff-shared/few.ts",
  "features/staff-shared/funnels.ts",
  "features/test-page/SaveBar.tsx",
  "features/test-page/TestHeader.tsx",
  "features/test-page/TestPage.tsx",
  "features/test-page/overview/",
  "features/test-page/tabs.ts",
  "features/tests/CreateMenu.tsx",
  "features/tests/DeleteTestDialog.tsx",
  "features/tests/DraftList.tsx",
  "features/tests/KeptNotice.tsx",
  "features/tests/TestCard.tsx",
  "features/tests/TestFilters.tsx",
  "features/tests/TestMenu.tsx",
  "features/tests/TestsTab.tsx",
  "features/tests/filter.ts",
  "features/tests/useShelf.ts",
  "lib/agreed.ts",
  "ui/StatusBadge.tsx",
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
