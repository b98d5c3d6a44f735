import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "aún sin calificar",
  answer: "Respuesta",
  noAnswer: "Sin respuesta",
  soFar: "{score} por ahora, no definitivo",
  loading: "Cargando los resultados",
  pageTitle: "{title} | Invigil",
  title: "Resultados compartidos | Invigil",
  print: "Imprimir",
  gone: "Este enlace ya no es válido",
  notLoaded: "No se pudieron cargar los resultados",
  inConfidence: "Se le muestra de forma confidencial hasta el {date}.",
  historyOf: "Historial de {name}",
  historyOfAnswer: "Historial de la respuesta a",
  hiddenName: "Nombre oculto",
  candidateNumber: "Candidato {number}",
  question: "Pregunta {number}",
} as const satisfies Translation<typeof english>;
