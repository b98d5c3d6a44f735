import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, one {# Minute} other {# Minuten}}",
  questions: "{count, plural, one {# Frage} other {# Fragen}}",
  answers: "{count, plural, one {# Antwort} other {# Antworten}}",
  points: "{count, plural, one {# Punkt} other {# Punkte}}",
  withExtraTime: "{time} (einschließlich {extra} Zeitzuschlag)",
  notOpen: "Dieser Test ist noch nicht geöffnet. Er öffnet am {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# Stunde} other {# Stunden}}",
  secondCount: "{count, plural, one {# Sekunde} other {# Sekunden}}",
} as const satisfies Translation<typeof english>;
