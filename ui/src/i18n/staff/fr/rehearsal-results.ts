import type { Translation } from "../../typed";
import type { rehearsalResults as english } from "../en/rehearsal-results";

export const rehearsalResults = {
  busyItself:
    "La machine qui simulait les candidats était elle-même surchargée ; ses mesures ne disent donc rien du serveur. Utilisez une machine plus rapide, ou plusieurs avec moins de candidats chacune.",
  saidNothing: "Le serveur n’a rien indiqué sur lui-même.",
  cutOff: "La répétition a été interrompue.",
  certificateAccepted: "Les navigateurs acceptent le certificat.",
  certificateRefused: "Les navigateurs refusent le certificat : {why}.",
  certificateFix:
    "Utilisez un certificat pour le nom figurant dans les liens, d’une autorité que les machines de la salle reconnaissent ; pour votre propre autorité, indiquez --ca-file.",
  certificateValid: "Durée de validité restante du certificat.",
  certificateRenew: "Renouvelez le certificat avant la session.",
  linksElsewhere:
    "Les liens des candidats mènent à {url} : cette adresse est joignable, sa vitesse n’a pas été mesurée.",
  linksRefused: "Les navigateurs refusent le certificat de {url}, où mènent les liens des candidats : {why}.",
  linksUnreachable: "Les liens des candidats mènent à {url}, que cette machine n’atteint pas : {why}.",
  linksFix:
    "Démarrez le serveur avec --public-url, une adresse que la salle atteint, et un certificat pour son nom.",
  clockBehind: "Retard de l’horloge du serveur sur celle de cette machine.",
  clockAhead: "Avance de l’horloge du serveur sur celle de cette machine.",
  clockSetBehind:
    "Retard auquel l’horloge de la machine du serveur a été réglée sur celle de cette machine : le serveur la suit dès qu’aucun test n’est en cours.",
  clockSetAhead:
    "Avance à laquelle l’horloge de la machine du serveur a été réglée sur celle de cette machine : le serveur la suit dès qu’aucun test n’est en cours.",
  clockFix: "Réglez les deux horloges par NTP : timedatectl set-ntp true.",
  noCall: "Aucun appel de ce type n’a été fait.",
  halfTook: "{sentence} La moitié a pris {time} au plus ; il y en avait {count}.",
  slowFix: "Vérifiez le processeur et le disque du serveur, ainsi que le réseau entre les deux.",
  pages: "99 pages sur 100 se sont ouvertes dans ce délai.",
  starts: "99 tests sur 100 ont commencé dans ce délai, tous en même temps.",
  saves: "99 enregistrements sur 100 étaient durables dans ce délai.",
  reconnects: "99 pages sur 100 ayant perdu leur connexion ont retrouvé leur test dans ce délai.",
  submits: "99 tests sur 100 ont été remis dans ce délai.",
  retried: "Part des appels qui ont demandé un second essai.",
  retriedFirst: "Part des appels qui ont demandé un second essai. Les premiers : {errors}.",
  retriedFix: "Cherchez des paquets perdus sur le réseau.",
  failed: "Des appels ont échoué définitivement.",
  failedFirst: "Des appels ont échoué définitivement. Les premiers : {errors}.",
  failedFix: "Consultez le journal du serveur, et vérifiez le réseau entre les deux.",
  allThere: "Chaque réponse confirmée était présente après une reconnexion et à la fin.",
  notThere: "Des réponses confirmées n’étaient plus là ensuite.",
  notThereFix: "Exécutez « invigil check » et « invigil doctor » sur le serveur.",
  syncUnknown: "Le serveur n’indique pas la vitesse de son disque.",
  sync: "Neuf petites écritures sur dix étaient durables dans ce délai.",
  syncFix:
    "Placez le dossier des données sur un disque local, de préférence un SSD ; un partage réseau est lent.",
  filesUnknown: "Le serveur n’indique pas combien de fichiers il peut ouvrir.",
  files: "Nombre de fichiers que le serveur peut ouvrir ; une connexion est un fichier.",
  filesFix:
    "Relevez la limite : LimitNOFILE=65536 dans l’unité systemd, ou « ulimit -n 65536 » avant le démarrage.",
  memoryUnknown: "Le serveur n’indique pas combien de mémoire est libre.",
  memory: "Mémoire restée libre sur le serveur sous charge.",
  memoryFix: "Ajoutez de la mémoire, ou arrêtez d’autres programmes sur le serveur.",
  processor: "Part de tous les processeurs que le serveur a utilisée dans ses secondes les plus chargées.",
  processorFix: "Utilisez une machine avec plus de processeurs.",
  diskFullFix: "Libérez de l’espace disque : aucun nouveau test ne peut être commencé.",
  diskFull: "Le disque des données est plein.",
  diskUnknown: "Le serveur n’indique pas combien d’espace disque est libre.",
  disk: "Espace libre sur le disque des données.",
  diskFix: "Libérez de l’espace disque, ou déplacez le dossier des données sur un disque plus grand.",
  backupFix:
    "Faites-en une avec « invigil backup FICHIER », et des quotidiennes avec « serve --backup-dir DOSSIER ».",
  backupNone: "Il n’y a pas de sauvegarde des données.",
  backup: "Âge de la sauvegarde la plus récente.",
  videoOff: "La vidéo en direct est désactivée sur le serveur.",
  videoUntried: "La vidéo en direct n’a pas été essayée.",
  camerasBlocked: "Des caméras ne sont passées ni par UDP ni par TCP.",
  camerasBlockedWhy: "Des caméras ne sont passées ni par UDP ni par TCP. {errors}.",
  camerasFix:
    "Ouvrez le port de la vidéo en direct pour UDP et TCP, et indiquez l’adresse du serveur avec --media-advertise.",
  cameras: "Toutes les caméras essayées sont passées.",
  udpBlocked:
    "UDP est bloqué entre ce réseau et le port de la vidéo en direct : autant de caméras ont utilisé TCP, où un paquet perdu retarde tous les suivants.",
  udpPartly:
    "UDP n’a atteint le port de la vidéo en direct que pour une partie des caméras : autant d’autres ont utilisé TCP, où un paquet perdu retarde tous les suivants.",
  udpPartlyFix:
    "Cherchez des paquets perdus et des pare-feu qui limitent les connexions. Ou acceptez TCP avec --accept-tcp-video.",
  udpFix: "Laissez passer UDP vers le port de la vidéo en direct, ou acceptez TCP avec --accept-tcp-video.",
  udp: "La vidéo en direct passe par UDP.",
  firstFrames: "99 caméras sur 100 ont envoyé leur première image dans ce délai.",
  networkFix: "Vérifiez le réseau entre les deux.",
  lossFix: "Cherchez une liaison saturée ou défectueuse : câbles, commutateurs, points d’accès sans fil.",
  loss: "Part des paquets qui n’ont pas atteint le serveur, pour le son ou pour les images avant leur nouvel envoi : le son a des coupures, les images saccadent.",
  lossUnknown: "Le serveur n’a pas encore signalé de perte de paquets : faites durer la répétition.",
  ownFix: "Utilisez une machine plus rapide, ou simulez moins de candidats.",
  ownProcessor: "Part de ses propres processeurs qu’a utilisée la machine qui simulait les candidats.",
  ownLag: "Retard de 99 sur 100 de ses propres minuteries.",
} as const satisfies Translation<typeof english>;
