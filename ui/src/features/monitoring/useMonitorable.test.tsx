import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSession } from "@/stores/session";
import { invite, monitored, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { useMonitorable } from "./useMonitorable";

function People() {
  const { data } = useMonitorable();
  return data?.map(({ id, applicant_name, token }) => (
    <p key={id}>{`${applicant_name} by ${token || "no link"}`}</p>
  ));
}

/** A person who watches test A, and invites for another one. */
function open(invites: string) {
  useSession.setState({ user: { ...sampled("User"), role: "staff" }, status: "signed_in" });
  server.reply("GET /api/auth/rights", 200, {
    capabilities: [
      { capability: "watch", tests: ["a"] },
      { capability: "invite", tests: [invites] },
    ],
  });
  server.reply("GET /api/admin/monitoring", 200, [
    monitored({ invite_id: "i-a", test_id: "a", applicant_name: "Ann" }),
  ]);
  const known = { test_id: invites, token: "link", applicant_name: invites === "a" ? "Ann" : "Ben" };
  server.reply("GET /api/invites", 200, [invite(`i-${invites}`, known)]);
  show(<People />);
}

it("shows whom a person watches, not whom the person invites for another test", async () => {
  open("b");
  expect(await screen.findByText("Ann by no link")).toBeInTheDocument();
  expect(screen.queryByText(/Ben/)).toBeNull();
});

it("adds the link where the person may see it", async () => {
  open("a");
  expect(await screen.findByText("Ann by link")).toBeInTheDocument();
});
