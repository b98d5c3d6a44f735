import type { Translation } from "../../typed";
import type { status as english } from "../en/status";

export const status = {
  sent: "Gesendet",
  scheduled: "Mit Termin",
  inProgress: "In Bearbeitung",
  completed: "Abgeschlossen",
  expired: "Abgelaufen",
  autoScored: "Automatisch bewertet",
  needsReview: "Zu bewerten",
  partialReview: "Teilweise bewertet",
  fullyReviewed: "Fertig bewertet",
  lateAnswers: "{count, plural, one {# verspätete Antwort} other {# verspätete Antworten}}",
  due: "Fällig am {when}",
  dueNow: "Jetzt fällig",
  queued: "In der Warteschlange",
  beingSent: "Wird gesendet",
  waitsUntil: "Wartet bis {when}",
  waits: "Wartet",
  allWaitUntil: "Alle E-Mails warten bis {when}",
  allWait: "Alle E-Mails warten",
  sentAgainAt: "Nicht bestätigt: erneutes Senden am {when}",
  sentAgainSoon: "Nicht bestätigt: wird bald erneut gesendet",
  refused: "Endgültig abgelehnt",
  givenUp: "Aufgegeben",
  stillSending: "Die E-Mail wird noch gesendet.",
  mayHaveArrived:
    "Der Mailserver hat die E-Mail nicht bestätigt: Sie ist möglicherweise angekommen und wird später erneut gesendet.",
} as const satisfies Translation<typeof english>;
