import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "Su respuesta",
  fieldNotShown:
    "El campo de esta pregunta no se puede mostrar ahora. Puede responder a las demás preguntas.",
  questionOf: "Pregunta {number} de {total}",
  question: "Pregunta",
  previous: "Anterior",
  next: "Siguiente",
  submitTest: "Entregar la prueba",
  notSubmittedYet: "Aún no se ha entregado: {problem}",
  takesMoment: "Esto tarda un momento. Mantenga la página abierta.",
  backToTest: "Volver a la prueba",
  tryAgain: "Reintentar",
  fileMeans:
    "Si la conexión no vuelve, guarde sus respuestas en un archivo y déselo a su administrador. Se añadirán a su prueba como respuestas tardías, sobre las que decide un evaluador.",
  saveAnswers: "Guardar las respuestas en un archivo",
  testWasWithdrawn: "Esta prueba se ha retirado",
  deletedByAdministrator: "Su administrador la ha eliminado. No tiene que hacer nada más.",
  answersOnComputer:
    "Sus respuestas ya no están en el servidor. {place, select, computer {Este ordenador aún tiene las que escribió aquí.} other {Solo esta página aún tiene las que escribió aquí: guárdelas en un archivo antes de cerrarla.}}",
  deleteAnswers: "{place, select, computer {Eliminarlas de este ordenador} other {Eliminarlas}}",
  deleteTitle: "¿Eliminar sus respuestas?",
  deleteMeans:
    "{place, select, computer {Ya no están en el servidor, y este ordenador tiene la única copia.} other {Ya no están en el servidor, y esta página tiene la única copia.}} Una vez eliminadas, no se podrán recuperar.",
  deleteForGood: "Eliminar definitivamente",
  submitUnanswered: "¿Entregar con preguntas sin responder?",
  submitMarked: "¿Entregar con preguntas marcadas para después?",
  submitTestQuestion: "¿Entregar su prueba?",
  timeLeft: "Tiempo restante: {time}.",
  unanswered: "Sin responder",
  markedForLater: "Marcadas para después",
  submitted: "Su prueba se ha entregado. {score}",
  timeUpSubmitted: "Se ha agotado el tiempo. Su prueba se ha entregado. {score}",
  adminEnded: "Su administrador finalizó la prueba. {score}",
  submittedMissing:
    "Su prueba se ha entregado. {count, plural, one {# respuesta aún no ha llegado} other {# respuestas aún no han llegado}}.",
  timeUpMissing:
    "Se ha agotado el tiempo. Su prueba se ha entregado. {count, plural, one {# respuesta aún no ha llegado} other {# respuestas aún no han llegado}}.",
  adminEndedMissing:
    "Su administrador finalizó la prueba. {count, plural, one {# respuesta aún no ha llegado} other {# respuestas aún no han llegado}}.",
  answersWait: "Hay respuestas pendientes de revisión.",
  score: "Resultado: {percent} %",
  plainSubmit:
    "{count, plural, =0 {¿Entregar la prueba? Después no podrá cambiar sus respuestas.} one {¿Entregar la prueba con # pregunta sin responder? Después no podrá cambiar sus respuestas.} other {¿Entregar la prueba con # preguntas sin responder? Después no podrá cambiar sus respuestas.}}",
  submitting: "Entregando su prueba",
  submittingTimeUp: "Se ha agotado el tiempo. Entregando su prueba",
  testEnded: "Su prueba ha terminado",
  keptTellAdministrator:
    "{place, select, computer {Sus respuestas están guardadas en este ordenador.} other {Sus respuestas están guardadas solo en esta página: no la cierre.}} Avise a su administrador.",
  keptRetries:
    "{place, select, computer {Sus respuestas están guardadas en este ordenador.} other {Sus respuestas están guardadas solo en esta página.}} Mantenga esta página abierta: volverá a intentarlo automáticamente.",
  heldAnswers:
    "{count, plural, one {Su respuesta a la pregunta {numbers} no está en el servidor. Si entrega ahora, será una respuesta tardía, sobre la que decide un evaluador.} other {Sus respuestas a las preguntas {numbers} no están en el servidor. Si entrega ahora, serán respuestas tardías, sobre las que decide un evaluador.}}",
  allAnswered: "Todas las preguntas tienen respuesta. Después de entregar no podrá cambiar nada.",
  unansweredOf:
    "{blank, plural, one {# de {questions} está sin responder.} other {# de {questions} están sin responder.}} Después de entregar no podrá cambiar nada.",
  heldTitle:
    "{count, plural, one {Su respuesta a la pregunta {numbers} no está en el servidor.} other {Sus respuestas a las preguntas {numbers} no están en el servidor.}}",
  heldRefused:
    "{place, select, computer {{count, plural, one {El servidor la rechaza: {refusal} Este ordenador la conserva.} other {El servidor las rechaza: {refusal} Este ordenador las conserva.}}} other {{count, plural, one {El servidor la rechaza: {refusal} Solo esta página la conserva.} other {El servidor las rechaza: {refusal} Solo esta página las conserva.}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, one {Algo en la red la bloquea. Este ordenador la conserva y la página sigue intentándolo; puede continuar y entregar. Lo que llegue después es una respuesta tardía.} other {Algo en la red las bloquea. Este ordenador las conserva y la página sigue intentándolo; puede continuar y entregar. Lo que llegue después es una respuesta tardía.}}} other {{count, plural, one {Algo en la red la bloquea. Solo esta página la conserva y la página sigue intentándolo; puede continuar y entregar. Lo que llegue después es una respuesta tardía.} other {Algo en la red las bloquea. Solo esta página las conserva y la página sigue intentándolo; puede continuar y entregar. Lo que llegue después es una respuesta tardía.}}}}",
  noAnswer: "(sin respuesta)",
} as const satisfies Translation<typeof english>;
