import type { Translation } from "../../typed";
import type { changed as english } from "../en/changed";

export const changed = {
  anotherAdmin: "Un autre administrateur",
  whileOpen: "{who} a modifié {what} pendant que vous y travailliez.",
  whileOpenAt: "{who} a modifié {what} pendant que vous y travailliez : {when}.",
  nothingLost: "Rien de ce que vous avez saisi n’est perdu, et rien n’est encore enregistré.",
  changed: "{who} a modifié {what}.",
  changedAt: "{who} a modifié {what} : {when}.",
  copied: "Votre version a été copiée.",
  cannotCopy: "Votre navigateur n’autorise pas la copie.",
  copyMine: "Copier la mienne",
  takeTheirs: "Prendre l’autre",
  keepMine: "Garder la mienne",
} as const satisfies Translation<typeof english>;
