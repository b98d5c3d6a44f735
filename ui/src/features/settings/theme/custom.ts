import { languageTag } from "@/i18n";
import { contrast } from "@/lib/contrast";
import { formatCount } from "@/lib/format";
import type { Theme } from "@/lib/themes";
import { t } from "./texts";

export type Colours = Record<string, string>;

/** Customisable slots in the order of the form; their labels are in the catalogue under these names. */
export const SLOTS = [
  "primary",
  "primaryHover",
  "onPrimary",
  "secondary",
  "background",
  "backgroundSecondary",
  "backgroundAccent",
  "text",
  "textSecondary",
  "textMuted",
  "border",
  "borderStrong",
  "success",
  "warning",
  "error",
] as const;
type Slot = (typeof SLOTS)[number];

const HEX = /^#[0-9a-f]{6}$/i;
export const isHex = (text: string) => HEX.test(text);
/** Whether the browser accepts it as a colour: the form writes hex, but API callers may have used other forms. */
export const isColour = (text: string) => isHex(text) || CSS.supports("color", text);

const SURFACES: Surface[] = ["background", "backgroundSecondary", "backgroundAccent"];
const TEXTS: Slot[] = ["text", "textSecondary", "textMuted", "primary", "success", "warning", "error"];
/** WCAG 2.2 AA: text 4.5:1 (1.4.3), the edges of controls 3:1 (1.4.11). */
const PAIRS: { on: Surface; slot: Slot; least: number }[] = [
  ...TEXTS.flatMap((slot) => SURFACES.map((on) => ({ slot, on, least: 4.5 }))),
  { slot: "onPrimary", on: "primary", least: 4.5 },
  { slot: "onPrimary", on: "primaryHover", least: 4.5 },
  ...SURFACES.map((on) => ({ slot: "borderStrong" as const, on, least: 3 })),
];

/** In "Text on page". */
const SURFACE_LABELS = {
  primary: "surfacePrimary",
  primaryHover: "surfacePrimaryHover",
  background: "surfaceBackground",
  backgroundSecondary: "surfaceBackgroundSecondary",
  backgroundAccent: "surfaceBackgroundAccent",
} as const;
type Surface = keyof typeof SURFACE_LABELS;

const LABELS = ["light", "dark", "modern", "professional", "premium", "classic"] as const;

/** A theme's name in the language of the page; one that the catalogue lacks is in English. */
export function themeLabel({ name, label }: Theme): string {
  const key = LABELS.find((known) => known === name);
  return key ? t(key) : label;
}

const decimal = (ratio: number) =>
  ratio.toLocaleString(languageTag(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

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
      text: t("weak", {
        text: t(slot),
        surface: t(SURFACE_LABELS[on]),
        ratio: decimal(ratio),
        least: formatCount(least),
      }),
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
