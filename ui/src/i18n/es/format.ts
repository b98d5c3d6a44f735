import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, one {# minuto} other {# minutos}}",
  questions: "{count, plural, one {# pregunta} other {# preguntas}}",
  answers: "{count, plural, one {# respuesta} other {# respuestas}}",
  points: "{count, plural, one {# punto} other {# puntos}}",
  withExtraTime: "{time} (incluye {extra} de tiempo adicional)",
  notOpen: "Esta prueba aún no está abierta. Se abre el {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# hora} other {# horas}}",
  secondCount: "{count, plural, one {# segundo} other {# segundos}}",
} as const satisfies Translation<typeof english>;
