import type { launch as english } from "../en/launch";
import type { Translation } from "../typed";

export const launch = {
  cannotOpen: "Esta prueba no se puede abrir",
  ownWindow: "La prueba se abre en su propia ventana. Deje abierta esta página: su curso permanece aquí.",
  openTest: "Abrir la prueba",
  forTeachers:
    "Los estudiantes que abren esta actividad hacen esta prueba. Cada uno tiene un intento para esta actividad, y el resultado pasa a ser la calificación en cuanto es definitivo.",
  showResults: "Mostrar los resultados",
  chooseTest: "Elegir la prueba de esta actividad",
  minutes: "{minutes} min",
  choose: "Elegir",
  chooseNamed: "Elegir {title}",
  olderNotListed: "Las pruebas más antiguas no figuran en la lista.",
  expired:
    "Este acceso ha caducado, ya se ha utilizado o empezó en otro navegador. Abra de nuevo la actividad en su curso. Si eso no ayuda, haga que la actividad se abra en una ventana nueva.",
  onlyTeachersChoose: "Solo los docentes de un curso eligen sus pruebas.",
  notForPlatform: "Esta plataforma de aprendizaje no puede utilizar esta prueba. Consulte a su docente.",
  keysUnread:
    "En este momento no se pueden leer las claves de su plataforma de aprendizaje. Inténtelo de nuevo en un momento.",
  noSuchTest: "Esta prueba no existe.",
  archived: "Esta prueba está archivada. Debe restaurarse del archivo antes de invitar a alguien.",
  notLti13: "El mensaje de la plataforma de aprendizaje se ha rechazado: no es de LTI 1.3.",
  unknownDeployment:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el identificador de despliegue no se conoce aquí.",
  unknownType: "El mensaje de la plataforma de aprendizaje se ha rechazado: el tipo no se conoce aquí.",
  noVersion: "El mensaje de la plataforma de aprendizaje se ha rechazado: no contiene version.",
  noDeployment: "El mensaje de la plataforma de aprendizaje se ha rechazado: no contiene deployment_id.",
  noType: "El mensaje de la plataforma de aprendizaje se ha rechazado: no contiene message_type.",
  noPerson: "El mensaje de la plataforma de aprendizaje se ha rechazado: no nombra a ninguna persona.",
  noActivity: "El mensaje de la plataforma de aprendizaje se ha rechazado: no nombra ninguna actividad.",
  noRole:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: no nombra ningún rol del curso que pueda abrir una prueba.",
  notATest: "El mensaje de la plataforma de aprendizaje se ha rechazado: lo que nombra no es una prueba.",
  twoTests: "El mensaje de la plataforma de aprendizaje se ha rechazado: nombra dos pruebas.",
  nothingToChoose:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: no se puede elegir ninguna actividad para él.",
  noReturn:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: no tiene una dirección para la elección.",
  noTestHere:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: aquí no hay ninguna prueba que esta plataforma pueda utilizar.",
  unknownPlatform:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: la plataforma no se conoce aquí.",
  otherServer:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: la dirección no es de este servidor.",
  notSignedIn:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: la plataforma no ha iniciado su sesión.",
  otherLaunch: "El mensaje de la plataforma de aprendizaje se ha rechazado: pertenece a otro acceso (nonce).",
  noTime: "El mensaje de la plataforma de aprendizaje se ha rechazado: no indica cuándo se creó.",
  noTest:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: no nombra ninguna prueba. Hay que elegir una para esta actividad.",
  otherTest:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: es para una prueba distinta de la del comienzo.",
  tokenTooLarge: "El mensaje de la plataforma de aprendizaje se ha rechazado: el token es demasiado grande.",
  tokenDemands:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token exige algo que no se conoce aquí (crit).",
  tokenType: "El mensaje de la plataforma de aprendizaje se ha rechazado: el token es de otro tipo (typ).",
  tokenMalformed:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token está mal formado o no está firmado.",
  tokenAlgorithm:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el algoritmo de la firma no se acepta.",
  tokenWrong:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: la firma, el emisor o el destinatario del token no es correcto.",
  tokenOtherClient:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token se emitió para otro cliente.",
  tokenSeveralClients:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token es para varios clientes y no indica cuál lo pidió.",
  tokenTime:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: una hora del token está mal formada.",
  tokenExpired:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token ha caducado o no tiene fin.",
  tokenEarly:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token aún no es válido. Hay que comparar los relojes de la plataforma y del servidor.",
  tokenUnknownKey:
    "El mensaje de la plataforma de aprendizaje se ha rechazado: el token está firmado con una clave que la plataforma no publica.",
} as const satisfies Translation<typeof english>;
