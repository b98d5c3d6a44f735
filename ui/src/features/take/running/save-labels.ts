import { formatSeconds, plural } from "@/lib/format";
import type { SaveState } from "../journal/save-state";

export type SaveTone = "calm" | "good" | "worry" | "bad";

interface SaveWords {
  text: string;
  tone: SaveTone;
}

/** Text for the save state; `durable` is false when closing the page would lose unsent answers. */
export function saveWords(save: SaveState, durable: boolean): SaveWords {
  const place = durable ? "Kept on this computer" : "Kept in this page only";
  switch (save.kind) {
    case "nothing":
      return { text: "Your answers are saved as you type", tone: "calm" };
    case "saved":
      return { text: `Saved on the server at ${formatSeconds(save.at)}`, tone: "good" };
    case "saving":
      return { text: "Saving...", tone: "calm" };
    case "offline":
      return { text: `${place} until the connection is back`, tone: "worry" };
    case "aside":
      return { text: "Kept aside: this test is open in another browser", tone: "bad" };
    case "busy":
      return { text: `${place} while the server is busy`, tone: "worry" };
    case "blocked":
      return {
        text: `${place}: ${plural(save.questions.length, "answer")} not on the server yet`,
        tone: "worry",
      };
    case "refused":
      return { text: `${place}, not accepted by the server`, tone: "bad" };
  }
}
