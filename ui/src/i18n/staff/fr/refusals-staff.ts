import type { Translation } from "../../typed";
import type { refusalsStaff as english } from "../en/refusals-staff";

export const refusalsStaff = {
  account_inactive: "Ce compte est désactivé.",
  active_invitations: "Ce test a des invitations actives et ne peut pas être supprimé.",
  admins_only: "Cette action est réservée aux administrateurs.",
  ai_failed: "Message du service d’IA : {detail}",
  ai_not_configured: "Veuillez d’abord configurer la clé d’API du service d’IA dans les paramètres.",
  already_answered: "Cette question a déjà reçu une réponse.",
  already_begun: "Cette session a déjà commencé : {begins_at}.",
  already_claimed: "Un autre surveillant répond à cette question.",
  already_given: "Du temps a déjà été rendu pour cette interruption.",
  already_invited: "Cette personne a déjà une invitation valable à ce test.",
  already_started: "Ce test est déjà en cours.",
  archived: "Ce test est archivé. Restaurez-le depuis les archives avant d’y inviter quelqu’un.",
  attempts_run:
    "Les cas de test cachés sont exécutés dès qu’aucune tentative de ce test n’est plus en cours.",
  audit_broken: "Le journal d’audit n’est pas intact : {detail}",
  backup_failed: "La sauvegarde a échoué : {detail}",
  cancelled: "Cette tâche a été annulée. Rien n’a été importé.",
  cannot_cancel: "Cette tâche ne peut pas être annulée.",
  changed_meanwhile: "Cela a été modifié entre-temps. Veuillez recharger la page.",
  changes_meaning:
    "Des parties du fichier sont notées ou formulées autrement ici. Acceptez-le pour l’importer malgré tout.",
  cursor_lost:
    "Une sauvegarde restaurée ne contient pas tout ce que ce curseur a vu. Commencez sans curseur.",
  dismissed: "Cette interruption a été écartée : aucun temps ne peut être rendu.",
  expired: "Cette invitation ou ce lien a expiré.",
  fixed_time: "L’horaire de ce test ne peut pas être modifié ainsi.",
  forbidden: "Vos rôles ne permettent pas cette action.",
  has_all_roles:
    "Les administrateurs ont tous les rôles. Faites d’abord de cette personne un membre du personnel ou un correcteur.",
  has_sections: "Ce test a des réserves, des sections ou des textes qui seraient perdus.",
  held: "Une conservation imposée garde des données de ce test. Un administrateur doit d’abord la lever.",
  in_other_session: "Cette invitation appartient à « {title} ». Retirez-la d’abord de cette session.",
  lease_over: "Cette tâche n’est plus celle de cet exécuteur de code : son résultat ne compte pas.",
  link_lost:
    "Le lien de cette invitation a été perdu avec la clé principale des données. Renvoyez l’invitation pour en créer un nouveau.",
  mail_not_set_up: "Ce serveur n’envoie pas d’e-mails.",
  name_taken: "Ce nom est déjà utilisé. Choisissez-en un autre.",
  no_backup_folder:
    "Le serveur n’a pas de dossier de sauvegarde : démarrez-le avec --backup-dir, ou exécutez « invigil backup FILE ».",
  no_code: "Aucun code n’a encore été remis pour ce test.",
  no_offer: "Aucune offre n’attend cette réponse.",
  no_route: "Cet appel d’API n’existe pas.",
  no_runner: "Il n’est pas possible d’exécuter du code pour le moment.",
  no_still: "Aucune image récente de ce candidat n’est disponible.",
  not_a_demo:
    "Ce dossier de données en contient d’autres : une démonstration a besoin de son propre dossier.",
  not_an_applicant: "Cette adresse est celle d’un administrateur ou d’un correcteur.",
  not_anonymous: "Ce test ne masque pas les noms de ses candidats.",
  not_asked: "Aucune demande d’effacement n’est en attente.",
  not_by_time:
    "Ce test ne s’est pas terminé par le temps seul, ou ses réponses ont été supprimées : il ne peut pas être rouvert.",
  not_ended: "Ce test est encore en cours : les preuves existent dès qu’il est terminé.",
  not_finished: "Cet essai n’a pas encore été remis.",
  not_started: "Cela n’a pas encore commencé.",
  not_yours: "Seuls l’auteur d’une note et le premier administrateur peuvent la supprimer.",
  other_attempt_running: "Cette personne passe actuellement un autre test.",
  other_order: "Cet identifiant externe appartient à une commande pour une autre personne ou un autre test.",
  other_version:
    "L’exécuteur de code et le serveur ont des versions différentes : installez la même sur les deux machines.",
  output: "La sortie ne peut pas être écrite.",
  pool_too_small: "Une réserve tire plus de questions qu’il ne lui en reste de prêtes.",
  provider_failed:
    "Le service de connexion ou l’annuaire de votre entreprise ne répond pas comme prévu. Veuillez réessayer dans un instant.",
  renegotiating: "La modification précédente de ce mur d’images attend encore une réponse.",
  reveal_first: "Les noms de ce test sont masqués. Révélez-les d’abord, avec un motif.",
  reviewers_only: "Cette action est réservée aux correcteurs.",
  revoked: "Cette invitation a été retirée. Veuillez en envoyer une nouvelle.",
  runner_off: "Aucun code n’est exécuté sur ce serveur : il a été démarré avec « --runner off ».",
  second_marker:
    "Ce correcteur est second correcteur et verrait ainsi les premières notes. Veuillez d’abord attribuer les secondes notes à un autre correcteur.",
  session_full: "Il n’y a plus de place pour d’autres personnes dans cette session.",
  smtp_failed: "L’e-mail n’a pas pu être remis : {detail}",
  still_running: "Ce test est encore en cours.",
  superadmin_only:
    "Seul le premier administrateur peut le faire : gérer les administrateurs et les exécuteurs de code, et obtenir des preuves signées.",
  superadmin_protected: "Le premier administrateur ne peut pas être modifié ainsi.",
  timeline_full: "La chronologie de ce test est pleine : rien ne peut plus y être ajouté.",
  token_refused:
    "Le jeton du service de connexion ou de la plateforme d’apprentissage n’est pas valable. Veuillez vous adresser à votre administrateur.",
  told: "Une décision sur ce test a déjà été communiquée au candidat : il ne peut pas être rouvert.",
  too_large: "C’est trop volumineux : {max_kib} Kio au plus.",
  too_many: "Une limite de ce serveur est atteinte.",
  too_many_comparisons:
    "Trop de comparaisons sont en attente. Veuillez réessayer quand certaines seront terminées.",
  too_many_dry_runs:
    "Trop d’évaluations à blanc sont en attente. Veuillez réessayer quand certaines seront terminées.",
  too_many_exports: "Trop d’exports sont en cours. Veuillez réessayer quand l’un d’eux sera terminé.",
  too_many_results:
    "Il y a trop de résultats pour les trier ou les filtrer sur tous les tests. Choisissez un test et ouvrez son classement.",
  too_many_runners: "Il y a déjà autant d’exécuteurs de code que ce serveur, ou ce jeton, peut en avoir.",
  too_many_solution_checks:
    "Trop de solutions sont en attente. Veuillez réessayer quand certaines seront terminées.",
  too_many_tests: "Les paramètres ont été testés trop souvent. Veuillez réessayer dans un instant.",
  unknown_runner:
    "Cet exécuteur de code n’est pas inscrit, ou est resté trop longtemps silencieux. Il s’inscrit de nouveau.",
  unknown_session: "Cette connexion vidéo en direct n’existe plus.",
  webhook_off: "Ce webhook est désactivé. Activez-le d’abord.",
  whole_site_only: "Vos rôles valent pour certains tests. Cette action concerne tout le site.",
  wrong_key: "La clé secrète n’est pas celle avec laquelle ces données ont été créées.",
  wrong_media: "Le contenu doit être {media_types}.",
  wrong_method: "Cet appel d’API ne prend pas en charge cette méthode.",
} as const satisfies Translation<typeof english>;
