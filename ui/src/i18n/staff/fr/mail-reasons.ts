import type { Translation } from "../../typed";
import type { mailReasons as english } from "../en/mail-reasons";

export const mailReasons = {
  withAdvice: "{sentence}. {because}",
  atGreeting: "{reply} (à l’accueil)",
  atEhlo: "{reply} (en réponse à EHLO)",
  atStartTls: "{reply} (en réponse à STARTTLS)",
  atAuth: "{reply} (en réponse à AUTH)",
  atMailFrom: "{reply} (en réponse à MAIL FROM)",
  atRcptTo: "{reply} (en réponse à RCPT TO)",
  atData: "{reply} (en réponse à DATA)",
  atContent: "{reply} (après le contenu)",
  lookupSlow: "l’hôte {host} n’a pas pu être résolu en {seconds} s",
  lookupFix: "Vérifiez que les serveurs de noms de cette machine répondent.",
  noAnswer: "pas de réponse de {server} en {seconds} s",
  noAnswerStartTls: "pas de réponse à STARTTLS de {server} en {seconds} s",
  noAnswerSignIn: "pas de réponse à la connexion de {server} en {seconds} s",
  noAnswerFrom: "pas de réponse à MAIL FROM de {server} en {seconds} s",
  noAnswerTo: "pas de réponse à RCPT TO de {server} en {seconds} s",
  noAnswerTaking: "pas de réponse pendant la réception de l’e-mail de {server} en {seconds} s",
  noAnswerFix: "Vérifiez l’hôte et le port, et si un pare-feu fait obstacle.",
  unconfirmed:
    "Le serveur avait tout l’e-mail et ne l’a pas confirmé : il est peut-être arrivé. Il est renvoyé après une heure ou plus, pour qu’un destinataire puisse reconnaître la copie.",
  hostUnknown: "l’hôte {host} est introuvable",
  hostUnknownFix: "Vérifiez l’orthographe du nom d’hôte.",
  hostSpecial: "l’hôte {host} a une adresse de lien local ou spéciale",
  hostSpecialFix:
    "Un serveur de messagerie s’atteint par son adresse dans le réseau, ou par 127.0.0.1 sur cette machine.",
  crowded: "{server} a été occupé par {count} autres e-mails pendant {seconds} s",
  crowdedFix: "Le serveur de messagerie est lent, ou ne répond pas.",
  noUtf8: "le serveur n’accepte pas les adresses avec des lettres hors ASCII (il lui manque SMTPUTF8)",
  connectionRefused: "connexion refusée par {server}",
  connectionRefusedFix: "Vérifiez le port ; rien n’écoute sur celui-ci.",
  noTlsFix:
    "Si la connexion est sûre sans chiffrement, choisissez « Aucun » ; sinon, demandez un serveur avec TLS.",
  noStartTls: "{server} n’offre pas STARTTLS",
  signInEncrypted: "Il en offre peut-être une sur une connexion chiffrée : choisissez STARTTLS.",
  signInBlank: "S’il n’en demande pas, laissez le nom d’utilisateur vide.",
  noSignIn: "{server} n’offre pas de connexion par mot de passe",
  authorityFix:
    "Installez le certificat de son autorité sur cette machine, ou indiquez son fichier dans SSL_CERT_FILE.",
  authorityUnknown: "le certificat de {server} vient d’une autorité inconnue",
  certificateFix:
    "Utilisez le nom d’hôte pour lequel le certificat a été établi, et vérifiez qu’il n’a pas expiré.",
  certificateInvalid: "le certificat de {server} n’est pas valable : {cause}",
  noImplicitTls: "{server} ne parle pas TLS dès le début",
  closed: "{server} a fermé la connexion",
  notSmtp: "{server} ne répond pas comme un serveur SMTP",
  port465: "Le port 465 parle en général TLS dès le début : choisissez « TLS dès le début ».",
  portPlain: "Le port {port} commence en général sans chiffrement : choisissez STARTTLS.",
  modeFix: "Le mode TLS ne semble pas convenir à ce port : essayez un autre mode, ou un autre port.",
  withdrawn: "l’e-mail a été retiré pendant son envoi",
  serverFailed: "le serveur a eu une défaillance pendant l’envoi",
  serverStops: "le serveur s’arrête",
  settingsChanged: "les paramètres ont été modifiés entre-temps",
  signInNeeded:
    "Le serveur n’accepte d’e-mails qu’après une connexion : indiquez un nom d’utilisateur et un mot de passe.",
  helloRefused:
    "Le serveur n’accepte pas le nom sous lequel cette machine se présente : mettez comme nom EHLO le nom d’hôte complet de cette machine.",
  spelling: "Le serveur ne connaît pas cette boîte aux lettres : vérifiez l’orthographe de l’adresse.",
  relay:
    "Le serveur ne relaie pas les e-mails de cette machine vers ce destinataire : indiquez un nom d’utilisateur et un mot de passe, ou faites autoriser cette machine par l’administrateur du serveur.",
  wantsTls: "Le serveur exige une connexion chiffrée : choisissez STARTTLS.",
  signInUnchecked: "Le serveur ne peut pas vérifier la connexion pour le moment.",
  appPassword:
    "Le fournisseur demande ici un mot de passe d’application au lieu de celui du compte : créez-en un et saisissez-le.",
  smtpAuthOff:
    "Le fournisseur a désactivé la connexion par mot de passe pour ce compte : son administrateur peut l’autoriser (SMTP AUTH).",
  signInsMany: "Le serveur a vu trop de connexions de ce compte.",
  signInRefused:
    "Le serveur a refusé le nom d’utilisateur ou le mot de passe. Certains fournisseurs demandent ici un mot de passe d’application au lieu de celui du compte.",
  machineRefused:
    "Le serveur n’accepte aucun e-mail de cette machine : vérifiez que l’hôte et le port sont ceux de l’envoi, et demandez à son fournisseur si l’adresse de cette machine est bloquée.",
  rateMachine: "Le serveur limite le débit de l’adresse de cette machine.",
  busyOrRate: "Le serveur est occupé, ou limite le débit de l’adresse de cette machine.",
  quota: "Le quota de ce compte est épuisé : les e-mails partent dès qu’il est de nouveau disponible.",
  rate: "Le serveur veut moins d’e-mails à la fois : les autres partent plus tard.",
  senderRefused: "Le serveur n’autorise pas ce compte à envoyer en tant que {address}.",
  domainRefused:
    "Le serveur ne peut pas établir que le domaine de l’expéditeur autorise cet e-mail : vérifiez ses enregistrements SPF, DKIM et DMARC.",
  machineBlocked:
    "Le serveur bloque l’adresse de cette machine : demandez à son administrateur, ou envoyez par un autre serveur.",
  endsConnections: "Le serveur ferme les connexions pour le moment.",
  takesNone: "Le serveur n’accepte aucun e-mail pour le moment.",
  greylisting:
    "Le serveur fait attendre les e-mails d’un nouvel expéditeur (liste grise) : il n’y a rien à faire.",
  mailboxBusy: "Le destinataire reçoit actuellement trop d’e-mails : il n’y a rien à faire.",
  unverified:
    "Le fournisseur n’a pas vérifié une des adresses : vérifiez-y l’expéditeur, et demandez si un nouveau compte peut envoyer à toutes les adresses.",
  mailboxFull: "La boîte aux lettres du destinataire est pleine.",
  domainNoMail: "Le domaine de l’adresse n’accepte pas d’e-mails : vérifiez la partie après le @.",
  notAnAddress: "Le serveur ne considère pas ceci comme une adresse e-mail : vérifiez son orthographe.",
  mailboxMoved: "La boîte aux lettres a été déplacée : demandez une autre adresse au destinataire.",
  mailboxOff: "La boîte aux lettres est désactivée : demandez une autre adresse au destinataire.",
  exchangeDirectory:
    "Exchange répond ainsi pour les adresses absentes de son annuaire : vérifiez l’orthographe de l’adresse.",
  tooLarge:
    "L’e-mail est trop volumineux pour le serveur : utilisez un logo plus petit, ou relevez sa limite.",
  mailboxUnknown:
    "Le serveur ne connaît pas cette boîte aux lettres, ou n’accepte pas d’e-mails pour elle depuis ici : vérifiez l’orthographe de l’adresse ; pour les adresses d’autres sites, le serveur peut exiger un nom d’utilisateur et un mot de passe.",
  refused: "Le serveur refuse l’e-mail : interrogez son administrateur sur cette réponse.",
  recipientAscii:
    "Le serveur n’accepte pas les adresses avec des lettres hors ASCII (SMTPUTF8) : utilisez une autre adresse du destinataire.",
  senderAscii:
    "Le serveur n’accepte pas les adresses avec des lettres hors ASCII (SMTPUTF8) : utilisez une autre adresse d’expéditeur.",
  spam: "Le serveur prend l’e-mail pour du spam : demandez à son administrateur de laisser passer les e-mails de cet expéditeur.",
  policy:
    "Le serveur refuse l’e-mail selon une règle : demandez à son administrateur, ou transmettez vous-même le lien au destinataire.",
} as const satisfies Translation<typeof english>;
