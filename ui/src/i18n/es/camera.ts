import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "Cámara detenida",
  cameraProblem: "Problema con la cámara",
  faultSaved: "{fault} La prueba continúa y sus respuestas se guardan.",
  turnOnCamera: "Encender la cámara",
  chooseAnother: "Elegir otra",
  notNow: "Ahora no",
  faultContinues: "{fault} La prueba continúa.",
  waitingForCamera: "Esperando a la cámara.",
  cameraOff: "La cámara está apagada. Ha elegido continuar sin supervisión.",
  watchedLive: "Se ve en directo, no se graba",
  howItIsUsed:
    "Durante la prueba, los administradores pueden verle y oírle en directo, y guardar imágenes fijas de su cámara junto con su prueba. El vídeo y el sonido no se graban. Se conservan con su resultado, y durante el mismo tiempo: sus respuestas, cuándo se guardaron, cuánto tiempo se mostró cada pregunta, y cuándo sale de esta página, pega texto, o pierde o cambia la cámara.",
  watchedWithClips: "Se ve en directo, se guarda vídeo de los momentos marcados",
  usedWithClips:
    "Durante la prueba, los administradores pueden verle y oírle en directo, y guardar imágenes fijas de su cámara junto con su prueba. Alrededor de cada imagen fija y de cada momento que marque un administrador se guarda el vídeo de su cámara, sin sonido: desde 40 segundos antes como máximo hasta 30 segundos después. No se graba ningún otro vídeo ni el sonido. Se conservan con su resultado, y durante el mismo tiempo: sus respuestas, cuándo se guardaron, cuánto tiempo se mostró cada pregunta, y cuándo sale de esta página, pega texto, o pierde o cambia la cámara.",
  camera: "Cámara",
  trialNotWatched: "Un ensayo no se supervisa.",
  deviceBusy: "«{name}» no se puede usar: puede que otro programa esté utilizando el dispositivo.",
  choose: "Elegir",
  cameraAndMicrophone: "Cámara y micrófono",
  choiceRemembered: "Mientras tanto, la prueba continúa. Su elección se recuerda en este navegador.",
  done: "Listo",
  inUse: "En uso: {name}",
  yourCamera: "Su cámara",
  orChooseAnother: "{fault} También puede elegir otra.",
  unplugged: "Su cámara se ha desconectado. Vuelva a conectarla.",
  stopped: "Su cámara se ha detenido.",
  denied: "El navegador bloquea la cámara en esta página.",
  missing: "No se ha encontrado ninguna cámara en este ordenador.",
  busy: "Otro programa está usando la cámara.",
  insecure: "Los navegadores solo ofrecen la cámara en páginas seguras.",
  failed: "No se pudo iniciar la cámara.",
  fixMissing: "Conecte una cámara e inténtelo de nuevo.",
  fixBusy: "Cierre otros programas que usen la cámara, como una videollamada, e inténtelo de nuevo.",
  fixInsecure:
    "Pida a su administrador una dirección que empiece por https:// (el servidor necesita TLS; su comando «doctor» explica cómo).",
  fixFailed: "Desconecte y vuelva a conectar la cámara, o reinicie el navegador, e inténtelo de nuevo.",
  unblockFirefox:
    "Haga clic en la cámara tachada junto a la dirección, quite el bloqueo e inténtelo de nuevo.",
  unblockSafari:
    "Abra los ajustes del sitio web desde la barra de direcciones, permita la cámara y el micrófono e inténtelo de nuevo.",
  unblock:
    "Haga clic en el icono a la izquierda de la dirección, permita la cámara y el micrófono e inténtelo de nuevo.",
  muted:
    "Su cámara está desactivada: por su tapa, por una tecla o por el sistema. Abra la tapa o pulse la tecla.",
  black: "Su cámara envía una imagen negra. Abra su tapa y compruebe que haya luz.",
  frozen: "La imagen de su cámara está congelada. Desconecte y vuelva a conectar la cámara.",
  faultAndFix: "{fault} {fix}",
  deviceNumber: "{kind} {number}",
  microphone: "Micrófono",
} as const satisfies Translation<typeof english>;
