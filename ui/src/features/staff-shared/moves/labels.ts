import type { RepairPreview } from "@/api/ranking";

/** "17 go up, 3 down, 380 stay the same." */
export const movesWords = ({ up, down, unchanged }: RepairPreview) =>
  `${up} go up, ${down} down, ${unchanged} stay the same.`;

/** Facts that deserve a second look; nothing where no score changes. */
export function cautions({ crossing, told, decided }: RepairPreview): string[] {
  return [
    crossing > 0 && `${crossing} ${crossing === 1 ? "crosses" : "cross"} the pass mark.`,
    decided > 0 && `${decided} of those that change ${decided === 1 ? "is" : "are"} decided on.`,
    told > 0 && `${told} ${told === 1 ? "was" : "were"} already told a decision. Nothing is sent.`,
  ].filter((text) => text !== false);
}
