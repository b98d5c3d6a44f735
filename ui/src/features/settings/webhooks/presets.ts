import stored from "@webhook-presets";
import type { Webhook, WebhookEvent } from "./events";
import { t } from "./texts";

interface Receiver {
  label: string;
  /** How its address looks. */
  hint: string;
  /** Its address, where that is the same for all. */
  url: string;
  method: Webhook["method"];
  events: WebhookEvent[];
  /** Names of headers that need a value. */
  headers: string[];
  onlyOrders: string;
  /** What has to be known to fill in the form. */
  note: string;
  /** Blank for the usual body. */
  template: string;
}

export type Preset = keyof typeof stored;

/**
 * Receivers with the bodies that they expect. Names of candidates are in plain text or in a card, where a chat neither calls
 * people nor follows links in them.
 */
export const PRESETS = Object.fromEntries(
  Object.entries(stored).map(([name, preset]) => [
    name,
    {
      label: preset.label,
      hint: preset.hint,
      url: preset.url,
      method: preset.method as Webhook["method"],
      events: preset.events as WebhookEvent[],
      headers: preset.headers,
      onlyOrders: preset.only_orders,
      note: preset.note,
      template: preset.template ? JSON.stringify(preset.template, null, 2) : "",
    },
  ]),
) as Record<Preset, Receiver>;

const LABELS = {
  standard: "presetStandard",
  slack: "presetSlack",
  teams: "presetTeams",
  mattermost: "presetMattermost",
  n8n: "presetN8n",
  odoo: "presetOdoo",
  ashby: "presetAshby",
  lever: "presetLever",
  teamtailor: "presetTeamtailor",
} as const satisfies Record<Preset, string>;
const NOTES = {
  n8n: "noteN8n",
  odoo: "noteOdoo",
  ashby: "noteAshby",
  lever: "noteLever",
  teamtailor: "noteTeamtailor",
} as const;

export const presetLabel = (preset: Preset) => t(LABELS[preset]);

/** A note that the catalogue lacks is in English. */
export const presetNote = (preset: string, english: string) =>
  Object.hasOwn(NOTES, preset) ? t(NOTES[preset as keyof typeof NOTES]) : english;
