import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "Kamera unterbrochen",
  cameraProblem: "Problem mit der Kamera",
  faultSaved: "{fault} Der Test läuft weiter, und Ihre Antworten werden gespeichert.",
  turnOnCamera: "Kamera einschalten",
  chooseAnother: "Andere auswählen",
  notNow: "Nicht jetzt",
  faultContinues: "{fault} Der Test läuft weiter.",
  waitingForCamera: "Es wird auf die Kamera gewartet.",
  cameraOff: "Die Kamera ist aus. Sie haben sich entschieden, ohne Überwachung fortzufahren.",
  watchedLive: "Live zu sehen, nicht aufgezeichnet",
  howItIsUsed:
    "Während der Test läuft, können Administratoren live Ihr Bild sehen und Ihren Ton hören und einzelne Standbilder Ihrer Kamera bei Ihrem Test speichern. Video und Ton werden nicht aufgezeichnet. Zusammen mit Ihrem Ergebnis und so lange wie dieses werden aufbewahrt: Ihre Antworten, wann sie gespeichert wurden, wie lange jede Frage zu sehen war, und wann Sie diese Seite verlassen, etwas einfügen oder die Kamera verlieren oder wechseln.",
  watchedWithClips: "Live zu sehen, Video rund um Markierungen",
  usedWithClips:
    "Während der Test läuft, können Administratoren live Ihr Bild sehen und Ihren Ton hören und einzelne Standbilder Ihrer Kamera bei Ihrem Test speichern. Rund um jedes Standbild und jeden Moment, den ein Administrator markiert, wird das Video Ihrer Kamera ohne Ton aufbewahrt: von höchstens 40 Sekunden davor bis 30 Sekunden danach. Anderes Video und Ton werden nicht aufgezeichnet. Zusammen mit Ihrem Ergebnis und so lange wie dieses werden aufbewahrt: Ihre Antworten, wann sie gespeichert wurden, wie lange jede Frage zu sehen war, und wann Sie diese Seite verlassen, etwas einfügen oder die Kamera verlieren oder wechseln.",
  camera: "Kamera",
  trialNotWatched: "Bei einem Probelauf sieht niemand zu.",
  deviceBusy:
    "„{name}“ kann nicht verwendet werden: Möglicherweise verwendet ein anderes Programm dieses Gerät.",
  choose: "Auswählen",
  cameraAndMicrophone: "Kamera und Mikrofon",
  choiceRemembered: "Der Test läuft inzwischen weiter. Ihre Auswahl wird in diesem Browser gespeichert.",
  done: "Fertig",
  inUse: "In Verwendung: {name}",
  yourCamera: "Ihre Kamera",
  orChooseAnother: "{fault} Sie können auch eine andere auswählen.",
  unplugged: "Ihre Kamera wurde getrennt. Schließen Sie sie wieder an.",
  stopped: "Ihre Kamera wurde unterbrochen.",
  denied: "Der Browser blockiert die Kamera auf dieser Seite.",
  missing: "An diesem Computer wurde keine Kamera gefunden.",
  busy: "Ein anderes Programm verwendet die Kamera.",
  insecure: "Browser geben die Kamera nur auf sicheren Seiten frei.",
  failed: "Die Kamera konnte nicht gestartet werden.",
  fixMissing: "Schließen Sie eine Kamera an und versuchen Sie es erneut.",
  fixBusy:
    "Schließen Sie andere Programme, die die Kamera verwenden, etwa einen Videoanruf, und versuchen Sie es erneut.",
  fixInsecure:
    "Bitten Sie Ihren Administrator um eine Adresse, die mit https:// beginnt (der Server braucht TLS; sein Befehl „doctor“ erklärt, wie).",
  fixFailed:
    "Trennen Sie die Kamera und schließen Sie sie wieder an, oder starten Sie den Browser neu. Versuchen Sie es dann erneut.",
  unblockFirefox:
    "Klicken Sie auf die durchgestrichene Kamera neben der Adresse, heben Sie die Blockierung auf und versuchen Sie es erneut.",
  unblockSafari:
    "Öffnen Sie über die Adressleiste die Einstellungen der Website, erlauben Sie Kamera und Mikrofon und versuchen Sie es erneut.",
  unblock:
    "Klicken Sie auf das Symbol links neben der Adresse, erlauben Sie Kamera und Mikrofon und versuchen Sie es erneut.",
  muted:
    "Ihre Kamera ist ausgeschaltet: durch ihre Abdeckung, eine Kamerataste oder das System. Öffnen Sie die Abdeckung oder drücken Sie die Taste.",
  black: "Ihre Kamera liefert ein schwarzes Bild. Öffnen Sie ihre Abdeckung und sorgen Sie für Licht.",
  frozen: "Das Bild Ihrer Kamera steht still. Trennen Sie die Kamera und schließen Sie sie wieder an.",
  faultAndFix: "{fault} {fix}",
  deviceNumber: "{kind} {number}",
  microphone: "Mikrofon",
} as const satisfies Translation<typeof english>;
