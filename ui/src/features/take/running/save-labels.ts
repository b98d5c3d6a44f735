import { formatSeconds } from "@/lib/format";
import type { SaveState } from "../journal/save-state";
import { t } from "../texts";

export type SaveTone = "calm" | "good" | "worry" | "bad";

interface SaveWords {
  text: string;
  tone: SaveTone;
}

/** Where answers are that the server does not have. */
export const placeOf = (durable: boolean) => (durable ? "computer" : "page");

/** Text for the save state; `durable` is false when closing the page would lose unsent answers. */
export function saveWords(save: SaveState, durable: boolean): SaveWords {
  const place = placeOf(durable);
  switch (save.kind) {
    case "nothing":
      return { text: t("savedAsTyped"), tone: "calm" };
    case "saved":
      return { text: t("savedAt", { time: formatSeconds(save.at) }), tone: "good" };
    case "saving":
      return { text: t("saving"), tone: "calm" };
    case "offline":
      return { text: t("keptUntilBack", { place }), tone: "worry" };
    case "aside":
      return { text: t("keptAside"), tone: "bad" };
    case "busy":
      return { text: t("keptWhileBusy", { place }), tone: "worry" };
    case "blocked":
      return { text: t("keptBlocked", { place, count: save.questions.length }), tone: "worry" };
    case "refused":
      return { text: t("keptNotAccepted", { place }), tone: "bad" };
  }
}
