import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "Der Server hat dies abgelehnt ({status}).",
  unreachable: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  somethingWentWrong: "Es ist ein Fehler aufgetreten.",
  tooLate:
    "Die Antwort des Servers kam nicht rechtzeitig an. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  repliedInstead:
    "Anstelle des Servers hat etwas im Netzwerk geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  repliedInsteadStatus:
    "Anstelle des Servers hat etwas im Netzwerk geantwortet ({status}). Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
} as const satisfies Translation<typeof english>;
