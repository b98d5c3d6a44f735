import type { Translation } from "../../typed";
import type { serverSentences as english } from "../en/server-sentences";

export const serverSentences = {
  foreign: "{words}",
  flagCameraLost: "la caméra s’est arrêtée.",
  flagCameraMuted: "la caméra est coupée.",
  flagCameraBlack: "la caméra envoie une image noire.",
  flagCameraFrozen: "la caméra envoie une image figée.",
  flagSecondScreen: "un second écran est connecté.",
  flagWithoutCamera: "le test continue sans caméra.",
  probeNoDirectory: "Aucun annuaire n’est configuré.",
  probeTls: "Connecté à {server} en TLS.",
  probeBoundAsNone: "Connexion anonyme.",
  probeBound: "Connecté en tant que {dn}.",
  probeBase: "Les personnes sont cherchées dans {base}.",
  probeRoles: "Groupes ayant un rôle : {count}. Indiquez une personne pour voir le sien.",
  probeNoPerson: "Aucune personne trouvée sous le nom {login}.",
  probePerson: "1 personne trouvée : {dn}, {attribute} {id}.",
  probeAddress: "Adresse {email}, nom {name}.",
  probeNoAddress: "La personne n’a pas d’attribut {attribute}, donc aucun compte ne peut être créé.",
  probeDisabled: "L’annuaire indique que la personne est désactivée.",
  probeNoGroups: "Groupes : aucun.",
  probeOwnGroups: "Groupes : {named}.",
  probeManyGroups: "Groupes : {named} ; {more} de plus.",
  probeNoRole: "Aucun des groupes n’a de rôle ici.",
  probeRole: "Rôle : {roles}.",
  probeNoGroup:
    "Aucun groupe n’a de rôle, donc personne ne peut se connecter. Indiquez les groupes et leurs rôles.",
  probeApplicants: "Les personnes qui se connectent sont des candidats.",
  probeGroups: "Les groupes sont lus dans la revendication {claim} ; {n} d’entre eux ont un rôle.",
  probeOnce:
    "Sans le scope offline_access, qui perd un groupe n’est exclu en une minute que si l’appel userinfo nomme des groupes ou si le fournisseur donne de lui-même des jetons d’actualisation.",
  probeRedirect: "À enregistrer chez le fournisseur : adresse de redirection {uri}",
  probeConnected: "Connecté : les personnes se connectent à {at}.",
  probeKeys: "Clés indiquées par le fournisseur : {count}.",
  probeAccepted: "Le fournisseur accepte l’identifiant client et son secret.",
  programFault: "{program} n’a pas pu utiliser la réponse à « {call} » : {errors}",
  testStarted: "{name} a commencé le test « {title} ».",
  submitted: "{name} a remis le test « {title} ».",
  timeUp: "Le temps de {name} est écoulé : le test « {title} » a été remis.",
  ended: "Un administrateur a mis fin au test « {title} » de {name}.",
  scheduled: "{name} a choisi un créneau pour le test « {title} » : {when}.",
  flag: "{name}, test « {title} » : {what}",
  resume: "{name} demande à reprendre le test « {title} » sur un autre appareil.",
  erasureAsked: "{name} demande l’effacement de ses données.",
  mailOfDecision: "L’e-mail de décision",
  mail: "L’e-mail",
  mailNotSent: "{which} destiné à {name} n’a pas pu être envoyé : {words}",
  mailNotConfirmed: "{which} destiné à {name} est peut-être arrivé : {words}",
  mailNotSentYetAllWait:
    "{which} destiné à {name} n’a pas encore pu être envoyé : {words}. Tous les e-mails attendent.",
  mailNotSentYet: "{which} destiné à {name} n’a pas encore pu être envoyé : {words}",
  aMailNotSentYetAllWait: "Un e-mail n’a pas encore pu être envoyé : {words}. Tous les e-mails attendent.",
  aMailNotSentYet: "Un e-mail n’a pas encore pu être envoyé : {words}",
  lateAnswer: "Une réponse de {name} est arrivée après la fin du test « {title} ». Décidez si elle compte.",
  poolTooSmall:
    "Personne ne peut commencer le test « {title} » : un groupe contient trop peu de questions prêtes.",
  codeNotJudged:
    "Le code de {name} pour le test « {title} » n’a pas pu être évalué. Il attend « Vérifier le code à nouveau ».",
  auditLogWaits: "Le journal d’audit n’est pas arrivé à {target} depuis un jour : {error}.",
  clockSet:
    "L’horloge de la machine du serveur a été {by}. Le serveur garde son heure et suit la nouvelle dès qu’elle est restée stable pendant {minutes} minutes et qu’aucun test n’est en cours.",
  clockFollowed: "Le serveur suit l’horloge de sa machine, qui a été {by}.",
  clockBack: "reculée de {length}",
  clockForward: "avancée de {length}",
  auditArrived: "Les entrées jusqu’à {arrived} sont arrivées à {target}.",
  auditWaits: "L’entrée {number} du {at} n’est pas arrivée à {target}.",
  auditFails: "L’entrée {number} du {at} n’est pas arrivée à {target} : {failure}.",
  auditWaitsFix: "Vérifiez le destinataire et la connexion vers lui. Rien n’est perdu entre-temps.",
  syncClock:
    "Corrigez l’horloge et faites-la synchroniser par un service de temps : « timedatectl set-ntp true » ou chrony.",
  keepSynced:
    "Il n’y a rien à corriger. Faites synchroniser l’horloge par un service de temps : « timedatectl set-ntp true » ou chrony.",
  clockImpossible: "L’horloge indique {now}, ce qui est impossible.",
  clockBehindLog: "L’horloge indique {now}, mais la dernière entrée du journal d’audit date du {last}.",
  clockWasSet: "L’horloge de la machine a été {by} ; le serveur garde son heure.",
  clockWasSetFix:
    "Si c’est correct, le serveur la suit dès qu’elle est restée stable pendant {minutes} minutes et qu’aucun test n’est en cours.",
  clockStepFollowed: "L’horloge de la machine a été {by} le {at} ; le serveur la suit.",
  clockStepPassed:
    "L’horloge de la machine a été {by} le {at} ; elle est de nouveau juste, et le serveur a gardé son heure tout du long.",
  hardwareClock: "L’horloge diffère de {seconds} s de l’horloge matérielle de la machine.",
  codesAhead: "Les codes du second facteur viennent d’horloges en avance d’environ {seconds} s sur celle-ci.",
  codesBehind:
    "Les codes du second facteur viennent d’horloges en retard d’environ {seconds} s sur celle-ci.",
  clockSays: "L’horloge indique {now}.",
  clockSynced: "Elle est synchronisée par {service}.",
  noTimeService:
    "Aucun service de temps n’a été trouvé sur cette machine. Les délais dépendent de cette horloge, et les codes du second facteur sont refusés si elle est décalée de plus de 30 s : vérifiez-la régulièrement.",
  zones: "Les données des fuseaux horaires sont intégrées ; le fuseau de cette machine est {own}.",
  zonesUnusable: "Les données intégrées des fuseaux horaires sont inutilisables.",
  zonesUnusableFix: "Réinstallez le fichier du programme : il est endommagé.",
  languageOutdatedOne:
    "{name} ({code}) : 1 texte personnalisé a été traduit d’un autre texte anglais que celui d’aujourd’hui.",
  languageOutdated:
    "{name} ({code}) : {count} textes personnalisés ont été traduits d’autres textes anglais que ceux d’aujourd’hui.",
  languageOutdatedFix:
    "« invigil language list » montre lesquels ; importez ensuite un nouveau fichier : invigil language export {code}.",
  folderUnreadable: "{shown} ne peut pas être lu : {error}.",
  folderUnreadableFix: "Vérifiez le chemin et son propriétaire.",
  folderOwner:
    "{shown} appartient à l’utilisateur {owner}, mais ce processus s’exécute sous l’utilisateur {own}.",
  folderOwnerFix: "Donnez le dossier à l’utilisateur du serveur : chown -R USER {shown}",
  folderOpen: "D’autres utilisateurs de cette machine ont accès à {shown}.",
  folderNotWritable: "Impossible de créer des fichiers dans {shown} : {error}.",
  folderNotWritableFix: "Vérifiez le propriétaire du dossier, et si son disque est monté en lecture seule.",
  fileOpen: "D’autres utilisateurs de cette machine peuvent lire {path}.",
  folderFine: "{shown} est privé et accessible en écriture.",
  diskFree: "{free} sont libres sur le disque des données ; la base de données occupe {size}.",
  diskFreeFix: "Libérez de l’espace disque, ou déplacez le dossier de données vers un disque plus grand.",
  noNewTests: "Aucun nouveau test ne peut être commencé.",
  fewFiles:
    "Le serveur peut ouvrir {hard} fichiers à la fois, ce qui le limite à environ autant de navigateurs.",
  fewFilesFix:
    "Augmentez la limite : LimitNOFILE=65536 dans l’unité systemd, ou « ulimit -n 65536 » avant le démarrage.",
  files: "Le serveur peut ouvrir {hard} fichiers à la fois.",
  filesUnknown: "La limite des fichiers ouverts ne peut pas être lue : {error}.",
  filesUnknownFix: "Vérifiez « ulimit -n ».",
  lastBackupNow: "La dernière sauvegarde date de moins d’une heure, du {at}.",
  lastBackupHours: "La dernière sauvegarde date d’il y a {hours} h, du {at}.",
  lastBackupDay: "La dernière sauvegarde date d’il y a 1 jour, du {at}.",
  lastBackupDays: "La dernière sauvegarde date d’il y a {days} jours, du {at}.",
  backupFolderHung: "Le dossier de sauvegarde {shown} ne répond pas depuis {seconds} s.",
  backupFolderHungFix:
    "Réparez le dossier ou le réseau qui le relie ; aucune sauvegarde n’est faite tant qu’il ne répond pas.",
  noBackup: "Aucune sauvegarde pour l’instant.",
  backupFailedFix:
    "Corrigez la cause, ou choisissez un autre dossier avec --backup-dir ; la prochaine tentative a lieu dans l’heure.",
  backupFailed: "La sauvegarde du {at} a échoué : {reason}.",
  backupPlan: "Les sauvegardes quotidiennes vont dans {dir} ; les {keep} dernières sont conservées.",
  backupLate: "Les sauvegardes quotidiennes devraient aller dans {dir}.",
  backupLateFix: "Cherchez « backup » dans le journal du serveur.",
  manualBackup:
    "Faites-en une avec « invigil backup FILE », ou des sauvegardes quotidiennes avec « serve --backup-dir DIR ».",
  mediaPortFix: "Libérez ce port, ou choisissez-en un autre avec --media-listen, et redémarrez.",
  mediaUnavailable: "La vidéo en direct n’est pas disponible, les pages envoient des images fixes : {error}.",
  mediaOff: "La vidéo en direct est désactivée : les pages envoient des images fixes.",
  mediaOffHint: "Démarrez le serveur sans « --media-listen off » pour l’activer.",
  mediaNoPortFix: "Choisissez un port avec --media-listen, et redémarrez.",
  mediaNotServed: "La vidéo en direct ne peut pas être servie sur {wanted} : {error}.",
  mediaCanBeServed: "La vidéo en direct peut être servie sur {wanted}, en UDP et en TCP.",
  mediaLocal:
    "La vidéo en direct est à {named}, que seuls les navigateurs de cette machine peuvent atteindre ; tous les autres envoient des images fixes.",
  mediaLocalFix:
    "Indiquez --media-listen 0.0.0.0:{port}, ou l’adresse que les navigateurs peuvent atteindre.",
  mediaFirefox:
    "Firefox ne connecte pas la vidéo en direct à une adresse de bouclage et envoie des images fixes. Pour utiliser la vidéo en direct dans Firefox, indiquez --media-listen 0.0.0.0:{port}.",
  mediaNotReached: "La vidéo en direct est injoignable depuis cette machine à {addresses}.",
  mediaNoAddress: "La vidéo en direct n’a aucune adresse à envoyer aux navigateurs.",
  mediaNoAddressFix: "Indiquez-en une avec --media-advertise.",
  mediaNotReachedFix:
    "Vérifiez --media-advertise et le pare-feu de cette machine : UDP et TCP doivent être autorisés.",
  mediaFirewall:
    "Les pare-feu sur le chemin doivent autoriser UDP et TCP vers cette adresse, ce qui ne peut pas être vérifié d’ici.",
  mediaReached: "La vidéo en direct est joignable à {all}, en UDP et en TCP.",
  mediaRouter:
    "Si c’est l’adresse d’un routeur, elle peut tout de même fonctionner de l’extérieur ; sinon, vérifiez --media-advertise.",
  mediaOneProtocol: "La vidéo en direct n’est joignable qu’en {protocol}, à {all}.",
  mediaOneProtocolFix:
    "Autorisez UDP et TCP dans le pare-feu de cette machine : les navigateurs utilisent ce que leur réseau permet.",
  mediaThreadsFix:
    "Démarrez le serveur avec un --media-threads plus grand, au plus un par cœur de cette machine.",
  mediaThreadBusy:
    "Un fil de la vidéo en direct occupe {percent} % d’un cœur : avec plus de candidats, les images arriveraient en retard.",
  mediaDropped:
    "La vidéo en direct a perdu {packets} paquets et {frames} images depuis le démarrage, car l’un de ses fils ne suivait pas.",
  dataUnusableFix:
    "Corrigez la cause, ou arrêtez le serveur et restaurez une sauvegarde : invigil restore FILE.",
  dataUnusable: "Les données sont inutilisables : {why}.",
  diskHung: "Le disque des données ou du certificat ne répond pas depuis {seconds} s.",
  diskHungFix: "Vérifiez le disque, ou le réseau qui le relie.",
  noMail: "Aucun serveur de messagerie n’est configuré : les liens sont copiés à la main.",
  noMailHint: "Indiquez-en un dans « Paramètres », ou avec « invigil smtp set ».",
  mailPasswordFix: "Saisissez à nouveau le mot de passe du serveur de messagerie.",
  mailAnswers: "Le serveur de messagerie {server} répond.",
  mailSignedIn:
    "Le serveur de messagerie {server} répond et accepte le nom d’utilisateur et le mot de passe.",
  mailEhloAddress: "Cette machine se présente par son adresse.",
  mailEhloHint:
    "Certains serveurs exigent un nom d’hôte complet : indiquez le nom EHLO dans les paramètres d’e-mail, ou une URL publique avec un nom d’hôte complet.",
  mailEhlo: "Cette machine se présente comme {name}.",
  mailFailsFix: "Vérifiez les paramètres du serveur de messagerie : « invigil smtp show ».",
  mailFails: "Les e-mails ne peuvent pas être envoyés : {words}.",
  emailsWait: "Tous les e-mails attendent jusqu’au {until} : {words}.",
  emailsWaitFix: "Un e-mail essaie alors ; un paramètre enregistré ou un e-mail de test met fin à l’attente.",
  emailStuck: "1 e-mail attend une nouvelle tentative après un échec d’envoi.",
  manyEmailsStuck: "{count} e-mails ou plus attendent une nouvelle tentative après un échec d’envoi.",
  emailsStuck: "{count} e-mails attendent une nouvelle tentative après un échec d’envoi.",
  emailsStuckFix:
    "Ils sont réessayés automatiquement pendant 5 jours ; la file d’attente des e-mails dans « Paramètres » indique quand et pourquoi.",
  aiAnswers: "Le service d’IA répond.",
  noAi: "Aucun service d’IA n’est configuré : des personnes écrivent les questions et évaluent les réponses.",
  aiFails: "Le service d’IA ne répond pas : {words}.",
  aiFailsFix: "Vérifiez son adresse, son modèle et sa clé dans « Paramètres ».",
  aiSlow: "Le service d’IA n’a pas répondu en {seconds} s.",
  aiSlowFix: "Vérifiez son adresse dans « Paramètres », et si un pare-feu fait obstacle.",
  providerWorks: "La connexion par {provider} fonctionne.",
  providerFails: "Personne ne peut se connecter par {provider} : {words}",
  providerFailsFix:
    "« invigil oidc test {provider} » essaie chaque étape. Les comptes avec un mot de passe de ce site se connectent comme toujours.",
  directoryWorks: "La connexion par l’annuaire fonctionne.",
  directoryFails: "Personne ne peut se connecter par l’annuaire : {words}",
  directoryFailsFix:
    "« invigil ldap test » essaie chaque étape. Les comptes avec un mot de passe de ce site se connectent comme toujours.",
  lookAtRunner:
    "Exécutez « invigil runner doctor » sous l’utilisateur de l’exécuteur : il dit ce qui manque et ce qu’il faut faire.",
  runnerStarts: "L’exécuteur de code démarre : le code pourra être exécuté dans un instant.",
  runnerDown: "Les candidats ne peuvent pas exécuter de code : {why}",
  runnerOff: "L’exécuteur de code est désactivé : les candidats peuvent écrire du code, mais pas l’exécuter.",
  runnerOffHint: "Démarrez le serveur sans « --runner off » pour l’activer.",
  noRemoteRunner:
    "Les candidats ne peuvent pas exécuter de code : aucun exécuteur d’une autre machine n’est enregistré.",
  noRemoteRunnerFix:
    "Démarrez-en un : invigil runner --server URL --token-file FILE ; « invigil runner token create » crée le jeton.",
  onlyRemote: "Le code ne s’exécute que sur d’autres machines.",
  runnerLater: "L’exécuteur de code est utilisé une fois que le serveur fonctionne.",
  remoteWithoutLanguage:
    "{name} exécute du code, {slots} programmes à la fois, dans aucun langage. Tâches en cours : {running} ; signalées : {reported}. Couches de son bac à sable : {layers}.",
  remoteRuns:
    "{name} exécute du code, {slots} programmes à la fois, en {languages}. Tâches en cours : {running} ; signalées : {reported}. Couches de son bac à sable : {layers}.",
  notUsedThere: "Non utilisé là-bas : {missing}.",
  judgingFailed: "L’exécuteur de code a échoué trois fois. Réponses remises sans points : {failed}.",
  judgingFailedFix:
    "Ouvrez ces résultats et réévaluez-les, ou notez-les à la main ; le journal de l’exécuteur indique la raison.",
  judgingWaits:
    "Réponses remises qui attendent un exécuteur de code et n’ont pas encore de points : {answers}. Aucun n’est connecté, aucun ne propose leur langage, ou elles attendent depuis 10 minutes.",
  scoredByHand: "Les réponses peuvent aussi être notées à la main.",
  judgingHeld:
    "Réponses remises qui seront évaluées dès qu’aucune tentative de leur test n’est plus en cours : {held}.",
  judgingHeldHint: "Le serveur a été démarré avec « --judge-after-attempts ».",
  startRunner: "Démarrez le service qui écoute sur {path} : systemctl enable --now invigil-runner.socket.",
  runnerSurveys:
    "L’exécuteur de code démarre et détermine quels langages il peut proposer. Couches : {layers}.",
  runnerWithoutLanguage:
    "L’exécuteur de code fonctionne, mais cette machine n’a aucun langage qu’il puisse proposer. Couches : {layers}.",
  installCompilers: "Installez des compilateurs ou des interpréteurs, par exemple python3 et g++.",
  runnerRuns: "Les candidats peuvent exécuter du code, {slots} programmes à la fois, en {languages}.",
  runnerTries: "En cours d’essai : {pending}.",
  runnerLayers: "Couches du bac à sable : {layers}.",
  runnerBroken: "Installés, mais non proposés : {broken}.",
  notUsedHere: "Non utilisé ici : {missing}.",
  addressFine: "Les navigateurs atteignent {url} en https : les caméras fonctionnent.",
  addressByProxy: "Les navigateurs atteignent {url} par un proxy qui parle https : les caméras fonctionnent.",
  addressPlain: "Les liens mènent à {url}, mais ce serveur parle https.",
  addressPlainFix: "Indiquez --public-url avec https://.",
  addressLocal: "Les liens mènent à {url}, que seule cette machine peut atteindre.",
  addressLocalFix:
    "Pour des candidats ailleurs, servez en https et indiquez avec --public-url l’adresse qu’ils utilisent.",
  addressInsecure:
    "Les liens mènent à {url} sans https : les navigateurs bloquent la caméra sur une telle page.",
  addressInsecureFix:
    "Démarrez avec --tls-cert et --tls-key, avec --tls-self-signed, ou derrière un proxy qui parle https ; indiquez --public-url avec https://.",
  certificateUnreadFix:
    "Placez la chaîne (certificat du serveur en premier) et sa clé là où pointent --tls-cert et --tls-key.",
  certificateRenew: "Renouvelez le certificat.",
  certificateExpired: "Le certificat a expiré le {ends}.",
  certificateEarly: "Le certificat n’est pas valable avant le {begins}.",
  certificateEarlyFix: "Vérifiez l’horloge, ou attendez.",
  certificateOtherNameFix:
    "Obtenez un certificat pour ce nom, ou indiquez avec --public-url le nom pour lequel il est établi.",
  certificateOtherName: "Le certificat n’est pas établi pour {host}.",
  certificateUntrusted: "Aucune autorité à laquelle cette machine fait confiance n’a émis le certificat.",
  certificateUntrustedFix:
    "Si cette autorité est la vôtre, les clients doivent lui faire confiance ; sinon, il manque peut-être des certificats intermédiaires : le fichier doit contenir toute la chaîne.",
  certificateEndsSoon: "Le certificat expire le {ends} (jours restants : {days}).",
  certificateFine:
    "Le certificat est établi pour {host}, est reconnu et expire le {ends} (jours restants : {days}).",
  certificateLater: "Un certificat d’une autorité locale est créé au démarrage.",
  certificateOwn: "Le certificat est établi pour {host}, par l’autorité locale dans {file}.",
  certificateOwnHint: "Les clients doivent faire confiance à ce fichier : voir docs/operations.md, TLS.",
  certificateOwnFix: "Redémarrez le serveur : il renouvelle ce certificat automatiquement.",
  twinNotServed: "Le serveur de ce membre, {name}, ne fonctionne pas : voir « invigil twin status ».",
  twinFollowsNone: "Cette machine suit en tant que {name} ({state}) ; aucun membre ne dirige.",
  twinFollows: "Cette machine suit en tant que {name} ({state}) ; {leader} dirige.",
  twinFollowsNot: "Elle ne continue pas : {why}.",
  twinFollowsFix: "Voir « invigil twin status », et docs/twin.md pour cet état.",
  twinLogSilent:
    "Le journal répliqué ne répond pas depuis {seconds} s : les enregistrements attendent, et ce serveur cessera bientôt de diriger.",
  twinLogSilentFix: "Vérifiez PostgreSQL et le réseau vers lui.",
  twinLeads: "{name} dirige dans l’époque {epoch}, avec le lot {number}.",
  twinAlone:
    "Le journal répliqué confirme seul : il n’attend aucun serveur de secours, de sorte que la perte de sa machine peut faire perdre les derniers enregistrements.",
  twinAloneFix: "Définissez synchronous_standby_names dans PostgreSQL, et laissez fsync activé.",
  twinClock: "L’horloge du journal répliqué diffère de {seconds} s de celle de cette machine.",
  twinClockFix:
    "Réglez les horloges de toutes les machines par NTP. Le bail n’en dépend pas ; la fin des tests, les journaux et les e-mails, si.",
  twinMemberClock: "L’horloge du journal répliqué diffère de {seconds} s de celle de {name}.",
  twinNoMember: "Aucun autre membre ne suit : aucun ne prendrait le relais.",
  twinNoMemberFix:
    "Ajoutez une seconde machine : « invigil twin token » ici, puis « invigil twin join » là-bas.",
  twinJoins: "{name} rejoint : sa copie des données est en route.",
  twinNotJoined: "{name} a commencé son adhésion il y a {ago}, et ne l’a pas terminée.",
  twinNotJoinedFix: "Faites-le adhérer à nouveau, ou lancez « invigil twin leave {name} ».",
  twinGone: "{name} a été vu pour la dernière fois il y a {ago} : il ne prendrait pas le relais.",
  twinGoneFix: "Démarrez son serveur, ou « invigil twin leave {name} » s’il ne revient pas.",
  twinStopped: "{name} ne peut pas suivre : son état est {state}.",
  twinStoppedFix: "Voir docs/twin.md pour cet état.",
  twinLags: "{name} a {behind} lots de retard, depuis {length}.",
  twinLagsFix: "Vérifiez son disque et le réseau vers le journal répliqué.",
  twinMember: "{name} suit, avec {behind} lots de retard.",
  twinLogAlone:
    "Le journal répliqué confirme seul : sans serveur de secours, la perte de sa machine peut faire perdre des enregistrements.",
  twinClockApart:
    "Les horloges de {name} et du journal répliqué diffèrent : les tests se terminent selon l’horloge du membre qui dirige. Voir « invigil doctor ».",
  twinAway: "{name} est absent : il ne prendrait pas le relais. Voir « invigil doctor ».",
  twinCannotFollow: "{name} ne peut pas suivre ({state}) : il ne prendrait pas le relais.",
  twinFarBehind: "{name} a beaucoup de retard : une reprise prendrait longtemps.",
  twinTookOver: "{name} a pris le relais de {led_before} (époque {epoch}).",
  hiddenName: "Nom masqué",
  webhookGone: "Le webhook « {name} » a été désactivé : son destinataire a répondu qu’il n’existe plus.",
  webhookFaulty:
    "Le webhook « {name} » a mis une livraison de côté à cause d’une erreur de ce serveur : voir ses livraisons.",
  webhookSetAside:
    "Le webhook « {name} » a mis une livraison de côté après trois jours : voir ses livraisons.",
  digestScoreOne: "1 copie attend une note.",
  digestScoreMany: "{count} copies attendent une note.",
  digestJudgeOne: "1 réponse n’a pas pu être jugée.",
  digestJudgeMany: "{count} réponses n’ont pas pu être jugées.",
  digestReviewOne: "1 réponse vous est attribuée.",
  digestReviewMany: "{count} réponses vous sont attribuées.",
  digestErasureOne: "1 personne demande l’effacement de ses données.",
  digestErasureMany: "{count} personnes demandent l’effacement de leurs données.",
  digestSessionOne: "1 session d’examen commence dans les 24 heures.",
  digestSessionMany: "{count} sessions d’examen commencent dans les 24 heures.",
  digestFailedOne: "1 invitation n’a pas pu être envoyée.",
  digestFailedMany: "{failed} invitations n’ont pas pu être envoyées.",
  digestUnsentOne: "1 invitation n’est pas encore envoyée.",
  digestUnsentMany: "{waiting} invitations ne sont pas encore envoyées.",
  digestEndingOne: "1 invitation inutilisée se termine dans les 48 heures.",
  digestEndingMany: "{soon} invitations inutilisées se terminent dans les 48 heures.",
  digestSubject: "{count} tâches vous attendent",
  noticeSubject: "{count} messages sur les serveurs",
} as const satisfies Translation<typeof english>;
