import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Su sesión de examen",
  timeNow: "Hora: {time}",
  code: "Muestre este código en la entrada:",
  picture: "El mismo código para una cámara",
  roomCode: "Código que se muestra en la sala",
  checkIn: "Registrar mi llegada",
  checkedIn: "Su llegada está registrada desde las {time}.",
  together:
    "Todas las personas empiezan a la vez. Mantenga esta página abierta: su prueba empezará automáticamente.",
  unset: "El inicio aún no está fijado.",
  beginsIn: "Su prueba empieza en {time}.",
  beginsNow: "Su prueba empieza ahora.",
  offline: "Se ha perdido la conexión. Esta página lo intenta de nuevo por sí sola. Conserva todo su tiempo.",
  ready: "Compruebe su cámara mientras tanto, para que nada le retrase.",
  waiting: "Está en la sala de espera. Un supervisor le dejará entrar; mantenga abierta esta página.",
  waitingMeanwhile: "Mientras tanto, compruebe su cámara y lea lo que se indica aquí.",
  letIn: "Se ha autorizado su entrada.{together, select, yes {} other { Puede empezar la prueba.}}",
  identity: "Fotos para confirmar su identidad",
  identityFace:
    "Antes de dejarle entrar, un supervisor comprueba una foto de su cara. Tómela aquí, por favor.",
  identityBoth:
    "Antes de dejarle entrar, un supervisor compara una foto de su cara con una de su documento de identidad. Tome ambas aquí, por favor.",
  identityKept:
    "Solo quienes pueden dejar entrar a otras personas ven estas fotos. Se suprimen 24 horas después de que le dejen entrar o, a más tardar, 24 horas después del fin de la sesión. No forman parte de su resultado.",
  identityAgain: "Un supervisor le pide fotos nuevas.",
  identitySent: "Todo está enviado. Un supervisor comprueba las fotos; mantenga abierta esta página.",
  facePicture: "Foto de su cara",
  documentPicture: "Foto de su documento de identidad",
  faceHint: "Mire a la cámara, con toda la cara bien iluminada.",
  documentHint:
    "Acerque a la cámara el lado con su foto, de modo que la foto y su nombre se vean con claridad.",
  cameraOn: "Encender la cámara",
  cameraAgain: "Reintentar con la cámara",
  takePicture: "Tomar foto",
  takenFace: "La foto de su cara que ha tomado",
  takenDocument: "La foto de su documento que ha tomado",
  usePicture: "Usar esta foto",
  takeAgain: "Tomar otra",
  sendAgain: "Volver a enviar",
  choosePicture: "Elegir una imagen",
  pictureSending: "La foto se está enviando.",
  pictureSent: "Enviada a las {time}.",
  replacePicture: "Sustituir",
  replaceFace: "Sustituir la foto de su cara",
  replaceDocument: "Sustituir la foto de su documento",
  keepSent: "Conservar la enviada",
  withoutCamera:
    "Sin cámara puede elegir una imagen, o un supervisor puede comprobar su identidad en persona.",
  noPictureYet: "La cámara aún no muestra ninguna imagen. Inténtelo de nuevo en un momento.",
  fileNotRead: "No se ha podido leer este archivo como imagen. Elija otro, por favor.",
  canvasHidden:
    "La configuración de privacidad de este navegador impide que las páginas lean imágenes. Permítalo para esta página, o pida a un supervisor que compruebe su identidad en persona.",
  pictureNotSent: "La foto no se ha enviado. {reason} Se conserva aquí: puede volver a enviarla.",
  pictureOffline:
    "No tiene conexión. La foto se conserva aquí: vuelva a enviarla cuando se restablezca la conexión.",
} as const satisfies Translation<typeof english>;
