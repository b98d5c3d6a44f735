import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, one {# minute} other {# minutes}}",
  questions: "{count, plural, one {# question} other {# questions}}",
  answers: "{count, plural, one {# réponse} other {# réponses}}",
  points: "{count, plural, one {# point} other {# points}}",
  withExtraTime: "{time} (dont {extra} de temps supplémentaire)",
  notOpen: "Ce test n’est pas encore ouvert. Il ouvrira le {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# heure} other {# heures}}",
  secondCount: "{count, plural, one {# seconde} other {# secondes}}",
} as const satisfies Translation<typeof english>;
