import { contrast } from "@/lib/contrast";
import type { Theme } from "@/lib/themes";

export type Colours = Record<string, string>;

/** Customisable slots with their labels, in the order of the form. */
export const SLOTS: { slot: string; label: string }[] = [
  { slot: "primary", label: "Primary" },
  { slot: "primaryHover", label: "Primary (hover)" },
  { slot: "onPrimary", label: "Text on primary" },
  { slot: "secondary", label: "Secondary" },
  { slot: "background", label: "Page" },
  { slot: "backgroundSecondary", label: "Cards" },
  { slot: "backgroundAccent", label: "Accent surface" },
  { slot: "text", label: "Text" },
  { slot: "textSecondary", label: "Secondary text" },
  { slot: "textMuted", label: "Muted text" },
  { slot: "border", label: "Dividers" },
  { slot: "borderStrong", label: "Field borders" },
  { slot: "success", label: "Success" },
  { slot: "warning", label: "Warning" },
  { slot: "error", label: "Error" },
];

const HEX = /^#[0-9a-f]{6}$/i;
export const isHex = (text: string) => HEX.test(text);
/** Whether the browser accepts it as a colour: the form writes hex, but API callers may have used other forms. */
export const isColour = (text: string) => isHex(text) || CSS.supports("color", text);

const SURFACES = ["background", "backgroundSecondary", "backgroundAccent"];
const TEXTS = ["text", "textSecondary", "textMuted", "primary", "success", "warning", "error"];
/** WCAG 2.2 AA: text 4.5:1 (1.4.3), the edges of controls 3:1 (1.4.11). */
const PAIRS: { on: string; slot: string; least: number }[] = [
  ...TEXTS.flatMap((slot) => SURFACES.map((on) => ({ slot, on, least: 4.5 }))),
  { slot: "onPrimary", on: "primary", least: 4.5 },
  { slot: "onPrimary", on: "primaryHover", least: 4.5 },
  ...SURFACES.map((on) => ({ slot: "borderStrong", on, least: 3 })),
];

const labelOf = (slot: string) => SLOTS.find((s) => s.slot === slot)?.label ?? slot;

export interface Weak {
  slot: string;
  text: string;
}

/** Low-contrast pairs that involve a custom colour, the worst first. */
export function weakPairs(theme: Theme, custom: Colours): Weak[] {
  const colours: Colours = { ...theme.colors, ...custom };
  return PAIRS.flatMap(({ slot, on, least }) => {
    const [front, back] = [colours[slot], colours[on]];
    if (!(slot in custom || on in custom) || !front || !back || !isHex(front) || !isHex(back)) return [];
    const ratio = contrast(front, back);
    return ratio < least ? [{ slot, on, least, ratio }] : [];
  })
    .sort((a, b) => a.ratio / a.least - b.ratio / b.least)
    .map(({ slot, on, least, ratio }) => ({
      slot: `${slot} ${on}`,
      text: `${labelOf(slot)} on ${labelOf(on).toLowerCase()}: ${ratio.toFixed(1)} to 1, needs ${least} to 1`,
    }));
}

/** Drops the colours that equal the theme's. */
export function pruned(theme: Theme, custom: Colours): Colours {
  return Object.fromEntries(
    Object.entries(custom).filter(
      ([slot, colour]) => colour.toLowerCase() !== theme.colors[slot]?.toLowerCase(),
    ),
  );
}

export const sameColours = (a: Colours, b: Colours) => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key]?.toLowerCase() === b[key]?.toLowerCase());
};
