import type { launch as english } from "../en/launch";
import type { Translation } from "../typed";

export const launch = {
  cannotOpen: "Ce test ne peut pas être ouvert",
  ownWindow: "Le test s’ouvre dans sa propre fenêtre. Laissez cette page ouverte : votre cours reste ici.",
  openTest: "Ouvrir le test",
  forTeachers:
    "Les apprenants qui ouvrent cette activité passent ce test. Chacun dispose d’une tentative pour cette activité, et le résultat devient la note dès qu’il est définitif.",
  showResults: "Afficher les résultats",
  chooseTest: "Choisir le test de cette activité",
  minutes: "{minutes} min",
  choose: "Choisir",
  chooseNamed: "Choisir {title}",
  olderNotListed: "Les tests plus anciens ne figurent pas dans la liste.",
  expired:
    "Ce lancement a expiré, a déjà été utilisé ou a commencé dans un autre navigateur. Veuillez rouvrir l’activité dans votre cours. Si cela ne suffit pas, faites ouvrir l’activité dans une nouvelle fenêtre.",
  onlyTeachersChoose: "Seuls les enseignants d’un cours choisissent ses tests.",
  notForPlatform:
    "Cette plateforme d’apprentissage n’est pas autorisée à utiliser ce test. Veuillez vous adresser à votre enseignant.",
  keysUnread:
    "Les clés de votre plateforme d’apprentissage ne peuvent pas être lues actuellement. Veuillez réessayer dans un instant.",
  noSuchTest: "Ce test n’existe pas.",
  archived:
    "Ce test est archivé. Il doit être restauré depuis les archives avant que quelqu’un puisse y être invité.",
  notLti13: "Le message de la plateforme d’apprentissage a été refusé : il n’est pas conforme à LTI 1.3.",
  unknownDeployment:
    "Le message de la plateforme d’apprentissage a été refusé : son identifiant de déploiement n’est pas connu ici.",
  unknownType: "Le message de la plateforme d’apprentissage a été refusé : son type n’est pas connu ici.",
  noVersion: "Le message de la plateforme d’apprentissage a été refusé : il y manque version.",
  noDeployment: "Le message de la plateforme d’apprentissage a été refusé : il y manque deployment_id.",
  noType: "Le message de la plateforme d’apprentissage a été refusé : il y manque message_type.",
  noPerson: "Le message de la plateforme d’apprentissage a été refusé : il ne désigne aucune personne.",
  noActivity: "Le message de la plateforme d’apprentissage a été refusé : il ne désigne aucune activité.",
  noRole:
    "Le message de la plateforme d’apprentissage a été refusé : il ne désigne aucun rôle du cours qui puisse ouvrir un test.",
  notATest: "Le message de la plateforme d’apprentissage a été refusé : il ne désigne pas un test.",
  twoTests: "Le message de la plateforme d’apprentissage a été refusé : il désigne deux tests.",
  nothingToChoose:
    "Le message de la plateforme d’apprentissage a été refusé : aucune activité ne peut être choisie pour lui.",
  noReturn: "Le message de la plateforme d’apprentissage a été refusé : il n’a pas d’adresse pour le choix.",
  noTestHere:
    "Le message de la plateforme d’apprentissage a été refusé : il n’y a ici aucun test que cette plateforme puisse utiliser.",
  unknownPlatform:
    "Le message de la plateforme d’apprentissage a été refusé : sa plateforme n’est pas connue ici.",
  otherServer:
    "Le message de la plateforme d’apprentissage a été refusé : son adresse n’est pas une adresse de ce serveur.",
  notSignedIn:
    "Le message de la plateforme d’apprentissage a été refusé : la plateforme n’a pas ouvert votre session.",
  otherLaunch:
    "Le message de la plateforme d’apprentissage a été refusé : il appartient à un autre lancement (nonce).",
  noTime: "Le message de la plateforme d’apprentissage a été refusé : il n’indique pas quand il a été créé.",
  noTest:
    "Le message de la plateforme d’apprentissage a été refusé : il ne désigne aucun test. Il faut en choisir un pour cette activité.",
  otherTest:
    "Le message de la plateforme d’apprentissage a été refusé : il concerne un autre test que celui du lancement.",
  tokenTooLarge: "Le message de la plateforme d’apprentissage a été refusé : le jeton est trop grand.",
  tokenDemands:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton exige ce qui n’est pas connu ici (crit).",
  tokenType: "Le message de la plateforme d’apprentissage a été refusé : le jeton est d’un autre type (typ).",
  tokenMalformed:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton est mal formé ou n’est pas signé.",
  tokenAlgorithm:
    "Le message de la plateforme d’apprentissage a été refusé : l’algorithme de la signature n’est pas accepté.",
  tokenWrong:
    "Le message de la plateforme d’apprentissage a été refusé : la signature, l’émetteur ou le destinataire du jeton est incorrect.",
  tokenOtherClient:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton a été émis pour un autre client.",
  tokenSeveralClients:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton vaut pour plusieurs clients et n’indique pas lequel l’a demandé.",
  tokenTime: "Le message de la plateforme d’apprentissage a été refusé : une heure du jeton est mal formée.",
  tokenExpired:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton a expiré ou n’a pas de date de fin.",
  tokenEarly:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton n’est pas encore valable. Il faut comparer les horloges de la plateforme et du serveur.",
  tokenUnknownKey:
    "Le message de la plateforme d’apprentissage a été refusé : le jeton est signé avec une clé que la plateforme ne publie pas.",
} as const satisfies Translation<typeof english>;
