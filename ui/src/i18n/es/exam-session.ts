import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Su sesión de examen",
  code: "Muestre este código en la entrada:",
  picture: "El mismo código para una cámara",
  roomCode: "Código que se muestra en la sala",
  checkIn: "Registrar mi llegada",
  checkedIn: "Su llegada está registrada desde las {time}.",
  together: "Todos empiezan a la vez. Mantenga esta página abierta: su prueba empieza sola.",
  unset: "El inicio aún no está fijado.",
  beginsIn: "Su prueba empieza en {time}.",
  beginsNow: "Su prueba empieza ahora.",
  offline: "Se ha perdido la conexión. Esta página lo intenta de nuevo por sí sola. Conserva todo su tiempo.",
  ready: "Compruebe su cámara mientras tanto, para que nada le retrase.",
  waiting: "Está en la sala de espera. Un supervisor le dejará entrar; mantenga abierta esta página.",
  waitingMeanwhile: "Mientras tanto, compruebe su cámara y lea lo que se indica aquí.",
  letIn: "Le han dejado entrar. Puede empezar la prueba.",
} as const satisfies Translation<typeof english>;
