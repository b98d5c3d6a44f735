import type { Translation } from "../../typed";
import type { changed as english } from "../en/changed";

export const changed = {
  anotherAdmin: "Jemand anderes",
  whileOpen: "{who} hat {what} geändert, während Sie daran gearbeitet haben.",
  whileOpenAt: "{who} hat {what} geändert, während Sie daran gearbeitet haben: {when}.",
  nothingLost: "Ihre Eingaben sind nicht verloren, und noch ist nichts gespeichert.",
  changed: "{who} hat {what} geändert.",
  changedAt: "{who} hat {what} geändert: {when}.",
  copied: "Ihre Fassung wurde kopiert.",
  cannotCopy: "Ihr Browser erlaubt das Kopieren nicht.",
  copyMine: "Meine kopieren",
  takeTheirs: "Die andere übernehmen",
  keepMine: "Meine behalten",
} as const satisfies Translation<typeof english>;
