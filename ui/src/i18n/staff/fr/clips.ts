import type { Translation } from "../../typed";
import type { clips as english } from "../en/clips";

export const clips: Translation<typeof english> = {
  title: "Clips autour des signalements",
  card: "Conserver la vidéo autour des signalements et des captures d’écran.",
  means:
    "Environ une minute de la petite image de la caméra, sans le son : de 40 secondes au plus avant jusqu’à 30 secondes après. Elle est supprimée avec les captures d’écran.",
  keep: "Conserver des clips autour des signalements",
  keepHint:
    "Autour de chaque signalement et de chaque capture d’écran. Les candidats le lisent avant de commencer ; les tests commencés gardent ce qui était affiché alors.",
  also: "Aussi quand un candidat",
  momentTabHidden: "quitte la page",
  momentFullscreenLeft: "quitte le plein écran",
  momentPaste: "colle du texte",
  momentSecondScreen: "a un second écran connecté",
  momentCameraLost: "perd la caméra",
  play: "Lire le clip",
  loading: "Chargement du clip",
  notLoaded: "Le clip n’a pas pu être chargé",
  clipOf: "Clip du {time}",
};
