import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "Firmenlogo",
  questions: "Fragen? {contact}",
  typeToConfirm: "Geben Sie zur Bestätigung „{typed}“ ein",
  cannotCopy:
    "Dieser Browser erlaubt der Seite nicht zu kopieren. Markieren Sie den Text und kopieren Sie ihn von Hand.",
  copied: "Kopiert",
  close: "Schließen",
  tryAgain: "Erneut versuchen",
  nothing: "Nichts",
  dayFromTo: "Geben Sie einen Tag vom {from} bis zum {to} ein.",
  dayNotBefore: "Geben Sie einen Tag in der Form {form} ein, nicht vor dem {from}.",
  dayNotAfter: "Geben Sie einen Tag in der Form {form} ein, nicht nach dem {to}.",
  dayAs: "Geben Sie einen Tag in der Form {form} ein.",
  previousMonth: "Voriger Monat",
  nextMonth: "Nächster Monat",
  month: "Monat",
  chooseDay: "Auswählen:",
  dayNotAvailable: "Nicht verfügbar:",
  cancel: "Abbrechen",
  language: "Sprache",
} as const satisfies Translation<typeof english>;
