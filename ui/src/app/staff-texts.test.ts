import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { literals } from "@/test/literals";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Rooms and files of staff whose texts are in the catalogue, src/i18n/staff; each that is moved there is named here. */
const MOVED = [
  "features/desk/",
  "features/invites/EmailState.tsx",
  "features/invites/InviteActions.tsx",
  "features/invites/InviteFilterBar.tsx",
  "features/invites/InviteList.tsx",
  "features/invites/InvitesTab.tsx",
  "features/invites/MailFailed.tsx",
  "features/invites/NextStepCell.tsx",
  "features/invites/NoMail.tsx",
  "features/invites/OlderInvites.tsx",
  "features/invites/StatusChips.tsx",
  "features/invites/actions/ActionBar.tsx",
  "features/invites/filters.ts",
  "features/invites/next-step.ts",
  "features/invites/useResend.ts",
  "features/results/ExportButtons.tsx",
  "features/results/RepairedMark.tsx",
  "features/results/ResultFilterBar.tsx",
  "features/results/ResultList.tsx",
  "features/results/ResultsTab.tsx",
  "features/results/Score.tsx",
  "features/results/browse/ColumnMenu.tsx",
  "features/results/browse/NameSearch.tsx",
  "features/results/browse/PassFilter.tsx",
  "features/results/browse/RowBox.tsx",
  "features/results/browse/ScoreBounds.tsx",
  "features/results/browse/StateFilter.tsx",
  "features/results/columns.ts",
  "features/staff-shared/AccountHeader.tsx",
  "features/staff-shared/email-labels.ts",
  "features/staff-shared/few.ts",
  "features/staff-shared/funnels.ts",
  "features/test-page/ClipsDialog.tsx",
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
  "ui/StatusBadge.tsx",
  "ui/attempt/Clip.tsx",
];
/** Orders of lists, as addresses have them. */
const NO_TEXT = /: [a-z]+ (asc|desc)$/;

describe("texts of staff's rooms", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.includes(".test.") && MOVED.some((moved) => file.startsWith(moved)),
  );

  it("are looked for in rooms that there are", () => {
    expect(MOVED.filter((moved) => !files.some((file) => file.startsWith(moved)))).toEqual([]);
  });

  it("stand in the catalogue, src/i18n/staff/en", () => {
    const found = files.flatMap((file) => literals(file, readFileSync(join(SRC, file), "utf8")));
    expect(found.filter((text) => !NO_TEXT.test(text))).toEqual([]);
  });

  it("would be found (control)", () => {
    expect(literals("a.tsx", "const x = () => <p>Word</p>;")).toHaveLength(1);
  });
});
