// What the receivers of webhooks show of a score, for each preset: `docs/pictures/webhooks/`.

import { readFileSync } from "node:fs";
import { Api } from "./support/api.ts";
import { atFixedTime, keepPicture, webp } from "./support/docs-pictures.ts";
import { test as base, expect } from "./support/fixtures.ts";
import { Receiver } from "./support/receiver.ts";
import { Server } from "./support/server.ts";
import { draw } from "./support/webhook-drawings.ts";

interface Preset {
  label: string;
  url: string;
  method: string;
  headers: string[];
  only_orders: string;
  template: unknown;
}

interface Receiving {
  name: string;
  preset: Preset;
  receiver: Receiver;
}

const LARGEST = 40 * 1024;
const FILE = new URL("../../assets/webhook-presets.json", import.meta.url);
const { standard: _, ...PRESETS }: Record<string, Preset> = JSON.parse(readFileSync(FILE, "utf8"));
const HEADERS: Record<string, string> = { "content-type": "application/vnd.api+json", "x-api-version": "20240904" };
/** The beginning of the id of an order that no preset asks for. */
const ANY_ORDER = "tracking:";

const test = base.extend({
  server: async ({}, use) => {
    const server = new Server();
    server.createAdmin();
    await server.start("--webhook-network", "127.0.0.0/8", "--public-url", "https://tests.example.org");
    await use(server);
    await server.dispose();
  },
});

atFixedTime();

test.use({ viewport: { width: 640, height: 480 }, deviceScaleFactor: 1.5 });

/** A webhook of a preset, with what an administrator enters for it. */
async function receive(api: Api, name: string, preset: Preset): Promise<Receiving> {
  const receiver = await Receiver.start();
  const path = preset.url ? preset.url.split("/").slice(3).join("/") : "webhook/invigil";
  const form = {
    name: preset.label,
    url: `${receiver.url}/${path}`,
    method: preset.method,
    events: ["result.scored"],
    headers: preset.headers.map((header) => ({ name: header, value: HEADERS[header] ?? "the key of the receiver" })),
    only_orders: preset.only_orders,
    ...(preset.template ? { template: JSON.stringify(preset.template).replace("YOUR-USER-ID", "27") } : {}),
  };
  await api.send("POST", "/webhooks", form);
  return { name, preset, receiver };
}

/** An order whose candidate has answered everything. */
async function take(api: Api, test_id: string, external_id: string): Promise<void> {
  const person = { applicant_name: "Cora Candidate", applicant_email: "cora@example.org" };
  const order = { external_id, test_id, ...person, no_schedule: true };
  const { invite } = await api.send<{ invite: { token: string } }>("POST", "/orders", order);
  await api.send("POST", `/start-test/${invite.token}`);
  await api.send("POST", `/submit-test/${invite.token}`, { answers: [{ question_id: "q1", answer: "B" }] });
}

test("the pictures of what receivers of webhooks get", async ({ page, server }) => {
  const api = await Api.signIn(server);
  const question = { id: "q1", type: "multiple_choice", question: "Choose B.", options: ["A", "B"], correct_answer: "B" };
  const { id } = await api.send<{ id: string }>("POST", "/tests", { title: "Backend engineer", questions: [question] });
  const all: Receiving[] = [];
  for (const [name, preset] of Object.entries(PRESETS)) all.push(await receive(api, name, preset));
  for (const start of new Set([ANY_ORDER, ...all.map(({ preset }) => preset.only_orders).filter(Boolean)])) {
    await take(api, id, `${start}4711`);
    for (const { name, preset, receiver } of all.filter(({ preset }) => (preset.only_orders || ANY_ORDER) === start)) {
      await expect.poll(() => receiver.calls.length, name).toBeGreaterThan(0);
      const [call] = receiver.calls;
      if (call) await draw(page, name, preset.label, call);
      const picture = await page.locator("main").screenshot({ animations: "disabled" });
      keepPicture(`webhooks/${name}`, await webp(page, picture, 0.7), LARGEST);
    }
  }
  for (const { receiver } of all) receiver.stop();
});
