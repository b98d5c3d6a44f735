import type { refusals as english } from "../en/refusals";
import type { Translation } from "../typed";

export const refusals = {
  account_inactive: "Ce compte est désactivé. Veuillez contacter votre administrateur.",
  accounts_only: "Veuillez vous connecter avec un compte pour faire cela.",
  admin_exists: "Ce serveur a déjà un administrateur. Veuillez vous connecter.",
  already_admitted: "Votre entrée est déjà autorisée.",
  already_proven: "Votre adresse e-mail est déjà confirmée.",
  already_started: "Ce test a déjà commencé et ne peut pas être déplacé.",
  altered: "Un élément du réseau a modifié la requête. Veuillez réessayer.",
  applicants_only: "Cette action est réservée aux candidats.",
  asked_already:
    "La demande a déjà été faite à votre administrateur. Vous pourrez redemander dans {seconds, plural, one {# seconde} other {# secondes}}.",
  attempt_elsewhere: "Ce test est déjà en cours sur un autre appareil ou dans un autre navigateur.",
  busy: "Le serveur est occupé. Veuillez réessayer dans un instant.",
  changed_meanwhile: "Cela a été modifié entre-temps. Veuillez recharger la page.",
  consent_changed: "Veuillez relire le texte à accepter : il a été modifié.",
  email_not_verified:
    "Le service de connexion n’indique aucune adresse e-mail vérifiée pour vous. Adressez-vous à votre administrateur.",
  email_taken: "Il existe déjà un compte avec cette adresse e-mail.",
  erased: "Cela a été effacé et n’est plus conservé.",
  exam_browser_required: "Ce test se passe dans Safe Exam Browser.",
  expired: "Ce lien a expiré. Veuillez contacter la personne qui vous l’a envoyé.",
  finished: "Ce test a déjà été remis.",
  fixed_time:
    "L’horaire de ce test ne peut pas être modifié ici. Veuillez contacter la personne qui vous a envoyé l’invitation.",
  forbidden: "Ce compte ne permet pas cette action.",
  in_pause: "Votre test est déjà suspendu : son chronomètre est arrêté.",
  internal: "Le serveur a un problème. Veuillez réessayer dans un instant.",
  invalid: "Veuillez vérifier votre saisie.",
  invalid_credentials: "L’adresse e-mail ou le mot de passe est incorrect.",
  link_lost: "Ce lien ne fonctionne plus. Veuillez contacter la personne qui vous a envoyé l’invitation.",
  mail_not_set_up:
    "Ce serveur n’envoie pas d’e-mails. Demandez à votre administrateur de confirmer votre adresse.",
  mailbox_not_proven:
    "Veuillez d’abord confirmer votre adresse e-mail ; vous pourrez ensuite modifier votre nom.",
  mailed_already: "L’e-mail vient d’être envoyé. Veuillez consulter votre boîte de réception.",
  malformed: "Le serveur n’a pas pu lire la requête. Veuillez recharger la page.",
  media_off: "La vidéo en direct n’est pas disponible sur ce serveur.",
  name_needed: "Veuillez d’abord indiquer votre nom sur la page de votre invitation.",
  no_admin: "Le premier compte doit être celui d’un administrateur.",
  no_break_left: "Il ne vous reste aucune pause convenue. Veuillez vous adresser au surveillant.",
  no_role:
    "La connexion à votre entreprise a réussi, mais aucun de vos groupes n’a de rôle ici. Veuillez vous adresser à votre administrateur.",
  no_route: "Cette page ne correspond pas à la version du serveur. Veuillez la recharger.",
  no_runner: "Il n’est pas possible d’exécuter du code pour le moment. Votre réponse est enregistrée.",
  not_admitted:
    "Vous êtes dans la salle d’attente. Un surveillant vous fera entrer ; gardez cette page ouverte.",
  not_an_image: "Ce n’est pas une image d’un format utilisable ici.",
  not_found: "Cela n’existe pas ou a été supprimé.",
  not_in_progress: "Ce test n’est pas en cours.",
  not_json: "Le serveur n’a pas pu lire la requête. Veuillez recharger la page.",
  not_open_yet: "Ce test n’est pas encore ouvert.",
  not_over: "Ce test est encore en cours.",
  not_scheduled: "Ce test n’a pas encore de date : il n’y a donc pas d’événement de calendrier.",
  not_started: "Ce test n’a pas encore commencé.",
  not_started_yet:
    "Tous les participants de votre session commencent ensemble. Le test commence de lui-même sur cette page.",
  order_blocked: "Vous devez d’abord passer un autre test.",
  other_account:
    "Ce lien appartient à un autre compte. Veuillez vous connecter avec l’adresse à laquelle il a été envoyé.",
  other_attempt_running: "Vous passez déjà un autre test. Veuillez d’abord le terminer.",
  pool_too_small:
    "Ce test ne peut pas commencer pour le moment, car il contient trop peu de questions. Veuillez contacter votre administrateur ou réessayer plus tard.",
  provider_failed:
    "Le service de connexion de votre entreprise ne répond pas. Veuillez réessayer dans un instant.",
  provider_refused: "Le service de connexion de votre entreprise a refusé la connexion. Veuillez réessayer.",
  revoked: "Cette invitation a été retirée. Veuillez contacter la personne qui vous a envoyé l’invitation.",
  runner_off: "Il n’est pas possible d’exécuter du code sur ce serveur. Votre réponse est enregistrée.",
  second_factor_due: "Ce site demande un second facteur. Veuillez en configurer un pour vous connecter.",
  second_factor_on:
    "Ce compte a déjà un second facteur. Désactivez-le d’abord pour configurer une autre application.",
  share_gone: "Ce lien n’est plus valable. Demandez-en un nouveau à la personne qui l’a envoyé.",
  sign_in_expired: "Cette connexion a expiré ou a déjà été utilisée. Veuillez vous reconnecter.",
  slot_needed: "Veuillez d’abord choisir une date et une heure pour votre test.",
  slot_taken: "Cet horaire n’est plus libre. Veuillez en choisir un autre.",
  staff: "Cette adresse est celle d’un membre du personnel.",
  still_running: "Votre test continue : cette page sera de nouveau complète une fois le test terminé.",
  token_refused:
    "La réponse du service de connexion de votre entreprise n’est pas valable. Veuillez vous adresser à votre administrateur.",
  too_large: "C’est trop volumineux.",
  too_many: "La limite est atteinte. Veuillez patienter, ou vous adresser au surveillant.",
  too_many_attempts: "Trop de tentatives. Veuillez réessayer dans un instant.",
  too_many_calls: "Trop de requêtes. Veuillez réessayer dans un instant.",
  too_many_registrations: "Trop de comptes ont été créés depuis votre réseau. Veuillez réessayer plus tard.",
  too_many_requests: "Trop de requêtes. Veuillez réessayer dans un instant.",
  too_many_runs: "Trop de programmes sont en attente. Veuillez réessayer dans un instant.",
  too_many_tries: "Trop de tentatives. Veuillez patienter un instant.",
  too_many_uploads: "Trop d’envois simultanés depuis votre réseau. Veuillez réessayer dans un instant.",
  totp_required:
    "Veuillez saisir le code de votre application d’authentification, ou un code de récupération.",
  unauthorized: "Veuillez vous connecter.",
  unavailable: "Le serveur n’est pas disponible pour le moment. Veuillez réessayer.",
  unknown_link: "Ce lien n’est pas connu. Veuillez vérifier qu’il est complet.",
  unknown_receipt: "Ce lien est incomplet ou n’a jamais été émis.",
  unknown_reset:
    "Ce lien n’est pas valable : il a déjà été utilisé, il a expiré, ou un e-mail plus récent l’a remplacé.",
  unknown_session: "Votre session a expiré. Veuillez vous reconnecter.",
  wrong_code:
    "Ce code est incorrect, a expiré ou a déjà été utilisé. Veuillez le vérifier, ou prendre celui qui est affiché maintenant.",
  wrong_media: "Ce n’est pas un fichier d’un format utilisable ici.",
  wrong_method: "Cette page ne correspond pas à la version du serveur. Veuillez la recharger.",
  wrong_setup_token: "Le jeton d’installation est incorrect.",
} as const satisfies Translation<typeof english>;
