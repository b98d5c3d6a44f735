import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, one {# minuto} other {# minutos}}",
  questions: "{count, plural, one {# questão} other {# questões}}",
  answers: "{count, plural, one {# resposta} other {# respostas}}",
  points: "{count, plural, one {# ponto} other {# pontos}}",
  withExtraTime: "{time} (incluindo {extra} de tempo extra)",
  notOpen: "Este teste ainda não está aberto. Ele abre em {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# hora} other {# horas}}",
  secondCount: "{count, plural, one {# segundo} other {# segundos}}",
} as const satisfies Translation<typeof english>;
