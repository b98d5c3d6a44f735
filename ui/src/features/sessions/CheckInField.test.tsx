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

  it("checks out by code, and says of whom there was no check-in", async () => {
    const person = { ...sampled("SessionPerson"), applicant_name: "Noor Haddad" };
    server.reply(CHECK_IN, 200, { ...person, checked_out_at: "2026-11-20T12:00:00Z" });
    const user = show(<CheckInField session="s-1" onDone={() => undefined} />);
    await user.click(screen.getByRole("checkbox", { name: "People leave: check out" }));
    const field = screen.getByRole("textbox", { name: /^Check out by code/ });
    expect(field).toHaveFocus();
    await user.keyboard("ABC234{Enter}");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Noor Haddad is checked out."));
    expect(server.lastCall(CHECK_IN).body).toEqual({ code: "ABC234", out: true });
    server.reply(CHECK_IN, 200, { ...person, checked_in_at: null, checked_out_at: null });
    await user.keyboard("DEF567{Enter}");
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent("Noor Haddad was not checked in."),
    );
    await user.click(screen.getByRole("checkbox"));
    await user.keyboard("GHJ234{Enter}");
    await waitFor(() => expect(server.calls(CHECK_IN)).toHaveLength(3));
    expect(server.lastCall(CHECK_IN).body).toEqual({ code: "GHJ234" });
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
