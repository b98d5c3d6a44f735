import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import type { Delivery, Webhook } from "./events";
import { PRESETS } from "./presets";
import { WebhooksTab } from "./WebhooksTab";

const webhook: Webhook = {
  id: "w1",
  version: 2,
  name: "Tracking",
  url: "https://hooks.example.org/…",
  method: "post",
  events: ["invite.sent", "result.scored"],
  enabled: true,
  headers: ["authorization"],
  template: null,
  of_orders: false,
  only_orders: null,
  waiting: 3,
  set_aside: 1,
  delivered: 7,
  created_at: "2026-11-20T10:00:00Z",
  created_by: "Ada",
  changed_by: null,
  changed_at: "2026-11-20T10:00:00Z",
};
const delivery: Delivery = {
  id: "d1",
  message_id: "msg_d1",
  event: "result.scored",
  state: "set_aside",
  created_at: "2026-11-20T10:00:00Z",
  next_try_at: null,
  ended_at: "2026-11-23T10:00:00Z",
  tries: 9,
  last_try: { at: "2026-11-23T10:00:00Z", status: 500, reply: "Out of order" },
  body: '{"type":"result.scored"}',
  url: null,
};

beforeEach(() => {
  server.reply("GET /api/webhooks", 200, [webhook]);
  server.reply("GET /api/tests", 200, []);
  server.reply("GET /api/webhooks/{id}/deliveries", 200, [delivery]);
});

it("creates a webhook from a preset and shows its key once", async () => {
  server.reply("GET /api/webhooks", 200, []);
  server.reply("POST /api/webhooks", 201, { ...webhook, secret: "whsec_abc" });
  const user = show(<WebhooksTab />);
  await user.click(await screen.findByRole("button", { name: "New webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Receiver" }), "Slack (incoming webhook)");
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Chat");
  await user.type(dialog.getByRole("textbox", { name: "Address" }), "https://hooks.slack.com/services/T");
  await user.click(dialog.getByRole("checkbox", { name: "A decision was made or withdrawn" }));
  await user.click(dialog.getByText("Method, headers and body"));
  await user.click(dialog.getByRole("button", { name: "Add header" }));
  await user.type(dialog.getByLabelText("Header 1"), "X-Key");
  await user.type(dialog.getByLabelText("Value 1"), "secret");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText("whsec_abc")).toBeVisible();
  expect(server.lastCall("POST /api/webhooks").body).toEqual({
    name: "Chat",
    url: "https://hooks.slack.com/services/T",
    method: "post",
    enabled: true,
    events: ["result.decided"],
    headers: [{ name: "X-Key", value: "secret" }],
    template: PRESETS.slack.template,
  });
});

it("keeps the stored address and values of headers, and shows who was faster", async () => {
  const user = show(<WebhooksTab />);
  await user.click(await screen.findByRole("button", { name: "Change: Tracking" }));
  const dialog = within(await screen.findByRole("dialog"));
  const address = dialog.getByRole("textbox", { name: "Address" });
  expect(address).toHaveValue("");
  expect(address).toHaveAccessibleDescription(/^https:\/\/hooks\.example\.org\/…: only a part is shown/);
  await user.click(dialog.getByRole("checkbox", { name: /Switched on/ }));
  server.reply("PUT /api/webhooks/{id}", 409, {
    code: "changed_meanwhile",
    detail: "Bob has changed this webhook in the meantime.",
    request_id: "r",
    by: "Bob",
    at: "2026-11-24T10:00:00Z",
  });
  server.reply("GET /api/webhooks", 200, [{ ...webhook, version: 3, url: "https://other.example.org/" }]);
  await user.click(dialog.getByRole("button", { name: "Save webhook" }));
  expect(await dialog.findByText(/other.example.org/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Keep my changes" }));
  server.reply("PUT /api/webhooks/{id}", 200, { ...webhook, version: 4 });
  await user.click(dialog.getByRole("button", { name: "Save webhook" }));
  await notice("Webhook saved");
  expect(server.lastCall("PUT /api/webhooks/{id}").body).toMatchObject({
    version: 3,
    enabled: false,
    url: "",
    headers: [{ name: "authorization" }],
  });
});

it("says which receiver takes the grades of a learning platform", async () => {
  const grades = { ...webhook, id: "w2", name: "Grades: Moodle", of_orders: true };
  const platform = { id: "moodle", name: "Moodle", issuer: "https://m.example.org", clientId: "c" };
  const addresses = { authUrl: "https://m.example.org/a", tokenUrl: "https://m.example.org/t" };
  server.reply("GET /api/webhooks", 200, [grades, { ...grades, id: "w3", name: "Orders: hr.example.org" }]);
  server.reply("GET /api/admin/lti-platforms", 200, {
    ...{ loginUrl: "https://x/l", launchUrl: "https://x/u", keysUrl: "https://x/k" },
    keys: [],
    platforms: [
      {
        ...platform,
        ...addresses,
        keysUrl: "https://m.example.org/k",
        deployments: ["1"],
        webhookId: "w2",
        version: 1,
      },
    ],
  });
  show(<WebhooksTab />);
  expect(await screen.findByText(/^Grades of a learning platform/)).toBeVisible();
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent("Grades of a learning platform");
  expect(second).toHaveTextContent("Scores of orders with a return address here");
});

it("opens the section of a header whose value is asked for again", async () => {
  const user = show(<WebhooksTab />);
  await user.click(await screen.findByRole("button", { name: "Change: Tracking" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText("Value 1")).not.toBeVisible();
  const detail = "Please enter the value again: the address has changed.";
  server.refuse("PUT /api/webhooks/{id}", 422, { detail, fields: { "headers[0].value": detail } });
  await user.type(dialog.getByRole("textbox", { name: "Address" }), "https://other.example.org/y");
  await user.click(dialog.getByRole("button", { name: "Save webhook" }));
  await waitFor(() => expect(dialog.getByLabelText("Value 1")).toBeVisible());
  expect(dialog.getByLabelText("Value 1")).toHaveAccessibleDescription(detail);
});

it("shows deliveries, and sends one again", async () => {
  const user = show(<WebhooksTab />);
  expect(await screen.findByText("1 set aside")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Deliveries: Tracking" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/9 tries. Status 500/)).toBeVisible();
  await user.click(dialog.getByText("What was sent, and the reply"));
  expect(dialog.getByText("Out of order")).toBeVisible();
  await expectAccessible();
  server.reply("POST /api/webhooks/{id}/deliveries/{delivery_id}/resend", 202, delivery);
  await user.click(dialog.getByRole("button", { name: "Send again" }));
  server.reply("POST /api/webhooks/{id}/test", 202, delivery);
  await user.click(dialog.getByRole("button", { name: "Send a test event" }));
  await notice("The test event is on its way");
});

it("finds what was set aside among many, and says what a receiver that is away waits for", async () => {
  const waiting: Delivery = { ...delivery, id: "d2", state: "waiting", ended_at: null, tries: 1 };
  server.reply("GET /api/webhooks/{id}/deliveries", 200, [
    { ...waiting, next_try_at: "2026-11-20T10:05:00Z" },
    { ...waiting, id: "d3", next_try_at: "2099-11-20T10:05:00Z" },
  ]);
  const user = show(<WebhooksTab />);
  await user.click(await screen.findByRole("button", { name: "Deliveries: Tracking" }));
  const dialog = within(await screen.findByRole("dialog"));
  const [due, later] = await dialog.findAllByRole("listitem");
  expect(due).toHaveTextContent("It is sent once the receiver replies again.");
  expect(due).not.toHaveTextContent("Next try");
  expect(later).toHaveTextContent("Next try");
  server.reply("GET /api/webhooks/{id}/deliveries", 200, [delivery]);
  await user.selectOptions(dialog.getByLabelText("Shown"), "Set aside");
  expect(await dialog.findByText(/9 tries/)).toBeVisible();
  expect(server.lastCall("GET /api/webhooks/{id}/deliveries").query).toMatchObject({ state: "set_aside" });
  server.reply("GET /api/webhooks/{id}/deliveries", 200, []);
  await user.selectOptions(dialog.getByLabelText("Shown"), "In line");
  expect(await dialog.findByText("None is in this state.")).toBeVisible();
});

it("fills in what a tracking system expects", async () => {
  server.reply("POST /api/webhooks", 201, { ...webhook, secret: "whsec_abc" });
  const user = show(<WebhooksTab />);
  await user.click(await screen.findByRole("button", { name: "New webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Receiver" }), PRESETS.lever.label);
  expect(dialog.getByText(/the id of the opportunity/)).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Name" }), "Lever");
  await user.type(dialog.getByLabelText("Value 1"), "Basic a2V5Og==");
  await user.click(dialog.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText("whsec_abc")).toBeVisible();
  expect(server.lastCall("POST /api/webhooks").body).toMatchObject({
    url: "https://api.lever.co/v1/opportunities/{external_key}/notes",
    events: ["result.scored", "result.decided"],
    headers: [{ name: "authorization", value: "Basic a2V5Og==" }],
    only_orders: "lever:",
  });
});
