import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { Sessions } from "./Sessions";

const LIST = "GET /api/auth/sessions";
const AT = "2026-11-20T10:00:00Z";
const session = { id: "s-1", network: "192.0.2.0/24", signed_in_at: AT, last_used_at: AT };
const here = { ...session, device: "Firefox on Linux", is_current: true };
const away = { ...session, id: "s-2", device: "Chrome on Windows", is_current: false };

describe("the own sessions", () => {
  it("are listed with device and network, and one of them is ended", async () => {
    server.reply(LIST, 200, [here, { ...away, device: "", network: "" }, { ...away, id: "s-3" }]);
    server.reply("DELETE /api/auth/sessions/{id}", 204, undefined as never);
    const user = show(<Sessions />);
    const rows = await screen.findAllByRole("listitem");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toHaveTextContent("Firefox on Linux");
    expect(rows[0]).toHaveTextContent("This session");
    expect(within(rows[0] as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
    expect(rows[1]).toHaveTextContent("Unknown device");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: /End the session of Chrome on Windows/ }));
    await notice("Session ended");
    expect(server.lastCall("DELETE /api/auth/sessions/{id}").params).toEqual({ id: "s-3" });
    expect(server.calls(LIST).length).toBeGreaterThan(1);
  });

  it("are ended together, but for this one", async () => {
    server.reply(LIST, 200, [here, away]);
    server.reply("DELETE /api/auth/sessions", 200, { ended: 1 });
    const user = show(<Sessions />);
    await user.click(await screen.findByRole("button", { name: "End all others" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "End all others" }));
    await notice("1 session ended");
  });

  it("say what is wrong where one has ended meanwhile", async () => {
    server.reply(LIST, 200, [here, away]);
    const detail = "There is no such session.";
    server.refuse("DELETE /api/auth/sessions/{id}", 404, { code: "not_found", detail });
    const user = show(<Sessions />);
    await user.click(await screen.findByRole("button", { name: /End the session of Chrome/ }));
    await notice(`Failed to end the session: ${detail}`);
  });
});
