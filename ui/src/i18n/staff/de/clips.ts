import type { Translation } from "../../typed";
import type { clips as english } from "../en/clips";

export const clips: Translation<typeof english> = {
  title: "Clips um Markierungen",
  card: "Das Video rund um Markierungen und Bildschirmfotos aufbewahren.",
  means:
    "Etwa eine Minute des kleinen Kamerabildes ohne Ton: von höchstens 40 Sekunden davor bis 30 Sekunden danach. Es wird mit den Bildschirmfotos gelöscht.",
  keep: "Clips um Markierungen aufbewahren",
  keepHint:
    "Rund um jede Markierung und jedes Bildschirmfoto. Kandidaten lesen es vor dem Beginn; für begonnene Tests gilt, was damals angezeigt wurde.",
  also: "Auch wenn ein Kandidat",
  momentTabHidden: "die Seite verlässt",
  momentFullscreenLeft: "das Vollbild verlässt",
  momentPaste: "Text einfügt",
  momentSecondScreen: "einen zweiten Bildschirm angeschlossen hat",
  momentCameraLost: "die Kamera verliert",
  play: "Clip abspielen",
  loading: "Der Clip wird geladen",
  notLoaded: "Der Clip konnte nicht geladen werden",
  clipOf: "Clip von {time}",
};
