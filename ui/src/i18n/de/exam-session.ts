import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Ihre Prüfungssitzung",
  code: "Zeigen Sie diesen Code am Eingang:",
  picture: "Derselbe Code für eine Kamera",
  roomCode: "Code, der im Raum angezeigt wird",
  checkIn: "Einchecken",
  checkedIn: "Sie sind seit {time} eingecheckt.",
  together: "Alle beginnen gemeinsam. Lassen Sie diese Seite geöffnet: Ihr Test beginnt von selbst.",
  unset: "Der Beginn steht noch nicht fest.",
  beginsIn: "Ihr Test beginnt in {time}.",
  beginsNow: "Ihr Test beginnt jetzt.",
  offline:
    "Die Verbindung ist unterbrochen. Diese Seite versucht es von selbst weiter. Sie behalten Ihre volle Zeit.",
  ready: "Prüfen Sie inzwischen Ihre Kamera, damit Sie nichts aufhält.",
  waiting: "Sie sind im Warteraum. Eine Aufsicht lässt Sie ein; bitte lassen Sie diese Seite geöffnet.",
  waitingMeanwhile: "Prüfen Sie inzwischen Ihre Kamera, und lesen Sie, was hier steht.",
  letIn: "Sie wurden eingelassen. Sie können den Test beginnen.",
} as const satisfies Translation<typeof english>;
