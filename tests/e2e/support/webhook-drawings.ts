// Calls of webhooks as their receivers show them. A part of a body that has no drawing here fails.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type * as Library from "adaptivecards";
import type { Call } from "./receiver.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const FONT = file("../../../ui/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
const CARDS = file("../node_modules/adaptivecards/dist/adaptivecards.min.js");
const STYLES = file("./webhook-drawings.css");

/** Headers of every call by HTTP. */
const TRANSPORT = ["accept", "accept-encoding", "connection", "content-length", "host", "user-agent"];

type Value = null | boolean | number | string | Value[] | Fields;
interface Fields {
  [name: string]: Value | undefined;
}

/** Without those parts of its texts that differ each time. */
function steady(text: string): string {
  return text
    .replace(/([0-9a-f]{4})[0-9a-f]{4}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "$1...")
    .replace(/(\/shared\/)[\w-]+/g, "$1...")
    .replace(/\b(\d{4}-\d\d-\d\dT\d\d:\d\d):[\d.]+Z/g, "$1...")
    .replace(/^v1,\S+$/, "v1,...")
    .replace(/^(\d{8})\d\d$/, "$1..");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Addresses in a text are links. */
function linked(text: string): string {
  const parts = text.split(/(https?:\/\/\S+)/);
  return parts.map((part, n) => (n % 2 ? `<a href="#">${escaped(part)}</a>` : escaped(part))).join("");
}

function words(value: Value | undefined): string {
  if (typeof value !== "string" || value === "") throw new Error(`not a text: ${JSON.stringify(value)}`);
  return value;
}

function list(value: Value | undefined): Value[] {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value;
}

/** The fields of an object that has these and no others. */
function fields(value: Value | undefined, ...names: string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  const others = Object.keys(value).filter((name) => names.length > 0 && !names.includes(name));
  if (others.length > 0) throw new Error(`not drawn: ${others}`);
  return value;
}

function bodyOf(call: Call, ...names: string[]): Fields {
  return fields(JSON.parse(steady(call.body)), ...names);
}

/** A value in a row of a card. */
function shown(value: Value | undefined): string {
  if (typeof value === "string" || typeof value === "number") return linked(String(value));
  return `<code>${escaped(JSON.stringify(value))}</code>`;
}

function rows(entries: [string, Value | undefined][]): string {
  const lines = entries.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${shown(value)}</dd>`);
  return `<dl>${lines.join("")}</dl>`;
}

/** A message of the app in a channel, at the time of the call. */
function message(call: Call, content: string): string {
  const seconds = Number(call.headers["webhook-timestamp"]);
  const time = new Date(seconds * 1000).toLocaleTimeString("en", { timeStyle: "short", timeZone: "Europe/Berlin" });
  return `<section class="message"><span class="avatar">I</span><div>
    <header><b>Invigil</b> <span class="badge">App</span> <time>${time}</time></header>${content}</div></section>`;
}

function notification(text: string): string {
  return `<p class="notification"><span>Notification</span> ${escaped(text)}</p>`;
}

function card(kind: string, id: Value | undefined, content: string): string {
  return `<section class="card"><header>${escaped(kind)} <b>${escaped(words(id))}</b></header>${content}</section>`;
}

function slackText(value: Value | undefined): string {
  const { type, text } = fields(value, "type", "text");
  if (type === "plain_text") return escaped(words(text));
  if (type !== "mrkdwn") throw new Error(`not drawn: ${type}`);
  const parts = words(text).split(/<([^|>]+\|[^>]+)>/);
  return parts.map((part, n) => (n % 2 ? `<a href="#">${escaped(part.split("|")[1] ?? "")}</a>` : escaped(part))).join("");
}

function slackBlock(value: Value): string {
  const block = fields(value, "type", "text", "elements");
  if (block.type === "section") return `<p>${slackText(block.text)}</p>`;
  if (block.type !== "context") throw new Error(`not drawn: ${block.type}`);
  return `<p class="context">${list(block.elements).map(slackText).join(" ")}</p>`;
}

function slack(call: Call): string {
  const { text, blocks } = bodyOf(call, "text", "blocks");
  return message(call, list(blocks).map(slackBlock).join("")) + notification(words(text));
}

function mattermost(call: Call): string {
  const attachments = list(bodyOf(call, "attachments").attachments).map((one) =>
    fields(one, "fallback", "title", "title_link", "text"),
  );
  const drawn = attachments.map(({ title, title_link, text }) => {
    words(title_link);
    return `<div class="attachment"><h2><a href="#">${escaped(words(title))}</a></h2><p>${escaped(words(text))}</p></div>`;
  });
  return message(call, drawn.join("")) + attachments.map(({ fallback }) => notification(words(fallback))).join("");
}

/** Its card is drawn by `drawAdaptiveCards`. */
function teams(call: Call): string {
  return message(
    call,
    list(bodyOf(call, "type", "attachments").attachments)
      .map(() => `<div class="adaptive"></div>`)
      .join(""),
  );
}

/** Columns of a body. */
const COLUMNS = 72;

/** JSON with each object on one line that has room for it, behind the `taken` columns. */
function printed(value: Value | undefined, indent = "", taken = 0): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, " ");
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || line.length + taken < COLUMNS) return line;
  const lines = Object.entries(value).map(([name, one]) => {
    const start = `${indent}  ${JSON.stringify(name)}: `;
    return start + printed(one, `${indent}  `, start.length);
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** Lines whose rest is indented below them. */
function hanging(text: string): string {
  const lines = text.split("\n").map((line) => {
    const content = line.trimStart();
    return `<div style="padding-inline-start: ${line.length - content.length + 4}ch">${escaped(content)}</div>`;
  });
  return `<pre>${lines.join("")}</pre>`;
}

function n8n(call: Call): string {
  const headers = Object.entries(call.headers).filter(([name]) => !TRANSPORT.includes(name));
  const drawn = headers.map(([name, value]): [string, string] => [name, steady(String(value))]);
  return `<section class="card"><header>${escaped(call.method)} <b>${escaped(call.path)}</b></header>
    <h2>Headers</h2>${rows(drawn)}<h2>Body</h2>${hanging(printed(bodyOf(call)))}</section>`;
}

function odoo(call: Call): string {
  const { _model, _id, ...payload } = bodyOf(call);
  return card(words(_model), _id, rows(Object.entries(payload)));
}

function ashby(call: Call): string {
  const { assessment_id, timestamp, metadata, ...others } = bodyOf(call);
  const at = new Date(Number(timestamp)).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const entries = [...Object.values(others), ...list(metadata)].map((one): [string, Value | undefined] => {
    const { label, value } = fields(one, "identifier", "label", "type", "value");
    return [words(label), value];
  });
  return card("Assessment", assessment_id, rows([...entries, ["Time", `${at} UTC`]]));
}

/** The part of the path behind the name of a collection. */
function idIn(path: string, collection: string): string {
  return words(path.split("/").at(path.split("/").indexOf(collection) + 1));
}

function lever(call: Call): string {
  const { value } = bodyOf(call, "value");
  return card("Opportunity", idIn(call.path, "opportunities"), `<h2>Note</h2><p class="note">${linked(words(value))}</p>`);
}

function teamtailor(call: Call): string {
  const { type, attributes, relationships } = fields(bodyOf(call, "data").data, "type", "attributes", "relationships");
  if (type !== "notes") throw new Error(`not drawn: ${type}`);
  const { candidate, user } = fields(relationships, "candidate", "user");
  const id = (one: Value | undefined) => fields(fields(one, "data").data, "type", "id").id;
  const { note } = fields(attributes, "note");
  const by = `<h2>Note of the user ${escaped(words(id(user)))}</h2>`;
  return card("Candidate", id(candidate), `${by}<p class="note">${linked(words(note))}</p>`);
}

const DRAWINGS: Record<string, (call: Call) => string> = { slack, teams, mattermost, n8n, odoo, ashby, lever, teamtailor };

/** Draws the cards of Teams with Microsoft's own library. */
async function drawAdaptiveCards(page: Page, call: Call): Promise<void> {
  const cards = list(bodyOf(call).attachments).map((one) => {
    const { contentType, content } = fields(one, "contentType", "content");
    if (contentType !== "application/vnd.microsoft.card.adaptive") throw new Error(`not drawn: ${contentType}`);
    return content;
  });
  await page.addScriptTag({ path: CARDS });
  await page.evaluate((text) => {
    const contents: unknown[] = JSON.parse(text);
    const library = (window as unknown as { AdaptiveCards: typeof Library }).AdaptiveCards;
    const places = document.querySelectorAll(".adaptive");
    contents.forEach((content, n) => {
      const [card, context] = [new library.AdaptiveCard(), new library.SerializationContext()];
      card.hostConfig = new library.HostConfig({ fontFamily: "Inter, sans-serif", spacing: { padding: 14 } });
      card.parse(content, context);
      if (context.eventCount > 0) throw new Error(context.getEventAt(0).message);
      const drawn = card.render();
      if (drawn) places[n]?.append(drawn);
    });
  }, JSON.stringify(cards));
}

/** Fills the page with a call as the receiver of a preset shows it. */
export async function draw(page: Page, preset: string, label: string, call: Call): Promise<void> {
  const drawing = DRAWINGS[preset];
  if (!drawing) throw new Error(`no drawing of ${preset}`);
  await page.setContent(`<!doctype html><html lang="en"><title>${escaped(label)}</title>
    <main><h1>${escaped(label)}</h1>${drawing(call)}</main></html>`);
  const font = readFileSync(FONT).toString("base64");
  const face = `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }`;
  await page.addStyleTag({ content: face });
  await page.addStyleTag({ path: STYLES });
  if (preset === "teams") await drawAdaptiveCards(page, call);
  await page.evaluate(() => document.fonts.ready);
}
