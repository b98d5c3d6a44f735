import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { CheckInField } from "./CheckInField";

const CHECK_IN = "POST /api/sessions/{id}/check-in";

describe("checking in by a scanner", () => {
  it("takes the next code while the reply to the last one is on its way", async () => {
    let reply = () => {};
    const slow = new Promise<void>((done) => {
      reply = done;
    });
    const person = { ...sampled("SessionPerson"), applicant_name: "Noor Haddad" };
    server.reply(CHECK_IN, 200, () => slow.then(() => person));
    const done = vi.fn();
    const user = show(<CheckInField session="s-1" onDone={done} />);
    const field = screen.getByRole("textbox");
    await user.type(field, "ABC234{Enter}");
    expect(field).toHaveValue("");
    await user.type(field, "DEF567{Enter}GH");
    reply();
    await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
    expect(server.calls(CHECK_IN).map(({ body }) => body)).toEqual([{ code: "ABC234" }, { code: "DEF567" }]);
    expect(field).toHaveValue("GH");
  });

  it("names the code that is not known, and is ready for the next one", async () => {
    server.refuse(CHECK_IN, 422, {
      code: "invalid",
      detail: "Please check what you entered.",
      fields: { code: "No person in this session has this code." },
    });
    const user = show(<CheckInField session="s-1" onDone={() => undefined} />);
    await user.type(screen.getByRole("textbox"), "ABC234{Enter}");
    expect(await screen.findByText("ABC234: No person in this session has this code.")).toBeVisible();
    expect(screen.getByRole("textbox")).toHaveValue("");
    expect(screen.getByRole("textbox")).toHaveFocus();
  });
});
