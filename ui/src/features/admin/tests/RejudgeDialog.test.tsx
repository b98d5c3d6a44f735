import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { RejudgeDialog, rejudgeWords } from "./RejudgeDialog";

describe("judging the code of a test again", () => {
  it("says beforehand what it does", async () => {
    server.reply("POST /api/tests/{id}/rejudge/preview", 200, {
      judged: 3,
      waiting: 1,
      failed: 0,
      outdated: 2,
    });
    server.reply("POST /api/tests/{id}/rejudge", 200, { answers: 3 });
    const user = show(<RejudgeDialog test={sampled("Test")} open onOpen={() => undefined} />);
    expect(await screen.findByText(/run on 4 submitted answers. 2 answers had other tests/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Judge again" }));
    expect(await screen.findByText("3 answers will be judged again")).toBeInTheDocument();
  });

  it("says that there is nothing to judge", () => {
    const nothing = { judged: 0, waiting: 0, failed: 0, outdated: 0 };
    expect(rejudgeWords(nothing)).toBe("No code has been submitted to this test yet.");
  });
});
