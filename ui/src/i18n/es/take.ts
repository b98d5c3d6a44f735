import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "Las respuestas a una sección que ya había terminado se conservan aparte.",
  failedToSubmit: "No se pudo entregar la prueba: {reason}",
  serverUnreachable: "No se puede conectar con el servidor.",
  failedToStart: "No se pudo empezar la prueba: {reason}",
  loadingPractice: "Cargando la práctica",
  candidate: "Candidato",
  duration: "Duración",
  questions: "Preguntas",
  start: "Empezar",
  monitoringRequired:
    "<b>Se requiere supervisión por vídeo.</b> Al empezar, su navegador le pedirá acceso a la cámara y al micrófono. Durante la prueba, los administradores pueden verle y oírle en directo, y guardar imágenes fijas de su cámara junto con su prueba. El vídeo y el sonido no se graban.",
  monitoringWithClips:
    "<b>Se requiere supervisión por vídeo.</b> Al empezar, su navegador le pedirá acceso a la cámara y al micrófono. Durante la prueba, los administradores pueden verle y oírle en directo, y guardar imágenes fijas de su cámara junto con su prueba. Alrededor de cada imagen fija y de cada momento que marque un administrador se guarda el vídeo de su cámara, sin sonido: desde 40 segundos antes como máximo hasta 30 segundos después. No se graba ningún otro vídeo ni el sonido.",
  clipsAlso: "<b>También se guarda vídeo alrededor de estos momentos:</b> {moments}.",
  momentTabHidden: "cuando sale de esta página",
  momentFullscreenLeft: "cuando sale de la pantalla completa",
  momentPaste: "cuando pega texto",
  momentSecondScreen: "cuando hay una segunda pantalla conectada",
  momentCameraLost: "cuando se detiene su cámara",
  recordedBesides:
    "<b>Qué se registra además de sus respuestas:</b> cuánto tiempo se muestra cada pregunta, cuándo sale de esta página o de la pantalla completa, cuánto texto pega (nunca su contenido), si hay una segunda pantalla conectada, si su navegador lo comunica, cuándo está apagada su cámara, e imágenes fijas de esta. Los administradores lo ven junto a su resultado y lo conservan mientras conserven este. Nada de ello finaliza su prueba automáticamente.",
  opensFullscreen:
    "Esta prueba se abre a pantalla completa cuando es posible. Salir de la pantalla completa queda registrado, pero no finaliza la prueba.",
  startTest: "Empezar la prueba",
  cameraAsked: "Su navegador solicita acceso a la cámara. Responda a la solicitud para continuar.",
  yourAnswer: "Su respuesta",
  writeAnswerHere: "Escriba aquí su respuesta",
  loadingAnswerField: "Cargando el campo de respuesta…",
  clearAnswer: "Borrar la respuesta",
  question: "Pregunta {number}",
  markedForLater: "Marcada para después",
  markForLater: "Marcar para después",
  passage: "Texto de lectura",
  instructions: "Instrucciones de esta sección",
  previous: "Anterior",
  submitTest: "Entregar la prueba",
  next: "Siguiente",
  questionOf: "Pregunta {number} de {total}",
  allQuestions: "Todas las preguntas",
  questionsAnswered: "Preguntas respondidas",
  submitQuestion: "¿Entregar su prueba? Después de entregar no podrá cambiar nada.",
  loadingSection: "Cargando la sección",
  timeLeft: "Tiempo restante",
  connectionLost: "Se ha perdido la conexión. Puede continuar; sus respuestas se conservan.",
  keepsNothing:
    "<b>Este navegador no permite que la página conserve respuestas en el ordenador.</b> Mantenga esta página abierta hasta que el encabezado indique que sus respuestas están guardadas en el servidor.",
  notOnServer:
    "<b>Sus últimas respuestas aún no están en el servidor.</b> {detail} No se pierde nada: la página las conserva y sigue intentándolo.",
  openElsewhere:
    "<b>Esta prueba está abierta ahora en otro navegador o en otro dispositivo.</b> Continúe allí. Lo que escriba aquí se conserva para el evaluador, pero no cuenta automáticamente.",
  partFails: "Una parte de esta página sigue fallando",
  answersKept: "Sus respuestas se conservan. La página sigue intentándolo por sí sola.",
  reload: "Volver a cargar",
  cannotBeLoaded: "La prueba no se puede cargar en este momento",
  staysOpen: "{problem} Esta página permanece abierta y sigue intentándolo; no se pierde nada.",
  loadingTest: "Cargando la prueba",
  unableToLoad: "No se pudo cargar la prueba: {detail}",
  clockStarts:
    "El tiempo empieza con la prueba y no se detiene. Sus respuestas se guardan mientras escribe, incluso si se interrumpe la conexión. Se conserva cada versión de su respuesta, incluido el texto que elimine.",
  clockStartsTyped:
    "El tiempo empieza con la prueba y no se detiene. Sus respuestas se guardan mientras escribe, incluso si se interrumpe la conexión. Se conserva cada versión de su respuesta, incluido el texto que elimine y cuándo lo escribió.",
  pageTitle: "{title} - Invigil",
  kibUsed: "{used} de {limit} KiB usados",
  overLimit:
    "Una respuesta puede contener como máximo {limit} KiB de texto. El último cambio se rechazó: acorte el texto e inténtelo de nuevo.",
  minutesLeft: "{count, plural, one {queda # minuto} other {quedan # minutos}}",
  minutesLeftInSection:
    "{count, plural, one {queda # minuto en esta sección} other {quedan # minutos en esta sección}}",
  keptUntilBack:
    "{place, select, computer {Guardado en este ordenador hasta que vuelva la conexión} other {Guardado solo en esta página hasta que vuelva la conexión}}",
  keptWhileBusy:
    "{place, select, computer {Guardado en este ordenador mientras el servidor está ocupado} other {Guardado solo en esta página mientras el servidor está ocupado}}",
  keptNotAccepted:
    "{place, select, computer {Guardado en este ordenador, no aceptado por el servidor} other {Guardado solo en esta página, no aceptado por el servidor}}",
  keptBlocked:
    "{place, select, computer {Guardado en este ordenador} other {Guardado solo en esta página}}: {count, plural, one {# respuesta aún no está en el servidor} other {# respuestas aún no están en el servidor}}",
  savedAsTyped: "Sus respuestas se guardan mientras escribe",
  savedAt: "Guardado en el servidor a las {time}",
  saving: "Guardando…",
  keptAside: "Guardado aparte: esta prueba está abierta en otro navegador",
  goToNumber: "Ir a la pregunta {number}",
  noCameraAgreed:
    "Hace esta prueba sin cámara, según lo acordado. No se le pedirá, y su ausencia no cuenta en su contra.",
} as const satisfies Translation<typeof english>;
