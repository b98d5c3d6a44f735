import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, one {# minuta} few {# minuty} many {# minut} other {# minuty}}",
  questions: "{count, plural, one {# pytanie} few {# pytania} many {# pytań} other {# pytania}}",
  answers: "{count, plural, one {# odpowiedź} few {# odpowiedzi} many {# odpowiedzi} other {# odpowiedzi}}",
  points: "{count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}}",
  withExtraTime: "{time} (w tym dodatkowy czas: {extra})",
  notOpen: "Ten test nie jest jeszcze otwarty. Otworzy się {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# godzina} few {# godziny} many {# godzin} other {# godziny}}",
  secondCount: "{count, plural, one {# sekunda} few {# sekundy} many {# sekund} other {# sekundy}}",
} as const satisfies Translation<typeof english>;
