import type { Translation } from "../../typed";
import type { refusalsStaff as english } from "../en/refusals-staff";

export const refusalsStaff = {
  account_inactive: "Dieses Konto ist deaktiviert.",
  active_invitations: "Dieser Test hat aktive Einladungen und kann nicht gelöscht werden.",
  admins_only: "Dies ist nur für Administratoren möglich.",
  ai_failed: "Meldung des KI-Dienstes: {detail}",
  ai_not_configured: "Bitte richten Sie zuerst in den Einstellungen den API-Schlüssel des KI-Dienstes ein.",
  already_answered: "Diese Frage wurde bereits beantwortet.",
  already_begun: "Diese Sitzung hat bereits begonnen: {begins_at}.",
  already_claimed: "Eine andere Aufsicht beantwortet diese Frage gerade.",
  already_given: "Für diesen Ausfall wurde bereits Zeit zurückgegeben.",
  already_invited: "Diese Person hat bereits eine gültige Einladung zu diesem Test.",
  already_started: "Dieser Test läuft bereits.",
  archived:
    "Dieser Test ist archiviert. Holen Sie ihn aus dem Archiv zurück, bevor Sie jemanden dazu einladen.",
  attempts_run: "Verborgene Testfälle werden ausgeführt, sobald kein Versuch dieses Tests mehr läuft.",
  audit_broken: "Das Audit-Protokoll ist nicht unversehrt: {detail}",
  backup_failed: "Die Sicherung ist fehlgeschlagen: {detail}",
  cancelled: "Diese Aufgabe wurde abgebrochen. Es wurde nichts importiert.",
  cannot_cancel: "Diese Aufgabe kann nicht abgebrochen werden.",
  changed_meanwhile: "Dies wurde inzwischen geändert. Bitte laden Sie die Seite neu.",
  changes_meaning:
    "Teile der Datei werden hier anders bewertet oder lauten anders. Stimmen Sie dem zu, um sie trotzdem zu importieren.",
  cursor_lost:
    "Es wurde eine Sicherung wiederhergestellt, die nicht alles enthält, was dieser Cursor gesehen hat. Beginnen Sie ohne Cursor.",
  dismissed: "Dieser Ausfall wurde verworfen; es kann dafür keine Zeit zurückgegeben werden.",
  expired: "Diese Einladung oder dieser Link ist abgelaufen.",
  fixed_time: "Der Termin dieses Tests lässt sich so nicht ändern.",
  forbidden: "Ihre Rollen erlauben dies nicht.",
  has_all_roles:
    "Administrationskonten haben alle Rollen. Machen Sie dieses Konto zuerst zu einem Personalkonto oder zu einem Prüferkonto.",
  has_sections: "Dieser Test hat Pools, Abschnitte oder Lesetexte, die dabei verloren gingen.",
  held: "Eine Sperre erhält Daten dieses Tests. Die Administration muss sie zuerst aufheben.",
  in_other_session: "Diese Einladung gehört zu „{title}“. Nehmen Sie sie zuerst aus jener Sitzung heraus.",
  lease_over: "Diese Aufgabe gehört diesem Coderunner nicht mehr: Sein Ergebnis zählt nicht.",
  link_lost:
    "Der Link dieser Einladung ist mit dem Hauptschlüssel der Daten verloren gegangen. Senden Sie die Einladung erneut, um einen neuen zu erzeugen.",
  mail_not_set_up: "Dieser Server sendet keine E-Mails.",
  name_taken: "Dieser Name ist bereits vergeben. Wählen Sie einen anderen.",
  no_backup_folder:
    "Der Server hat keinen Ordner für Sicherungen: Starten Sie ihn mit --backup-dir, oder führen Sie „invigil backup FILE“ aus.",
  no_code: "Zu diesem Test wurde noch kein Code abgegeben.",
  no_offer: "Zu dieser Antwort gibt es kein offenes Angebot.",
  no_route: "Diesen API-Aufruf gibt es nicht.",
  no_runner: "Im Moment kann kein Code ausgeführt werden.",
  no_still: "Von diesem Kandidaten gibt es kein aktuelles Bild.",
  not_a_demo: "Dieser Datenordner enthält andere Daten: Eine Demo braucht einen eigenen Ordner.",
  not_an_applicant: "Diese Adresse gehört einem Administrations- oder Prüferkonto.",
  not_anonymous: "Dieser Test verbirgt die Namen seiner Kandidaten nicht.",
  not_asked: "Es gibt keine offene Bitte um Löschung.",
  not_by_time:
    "Dieser Test endete nicht allein durch Zeitablauf, oder seine Antworten sind gelöscht. Er kann nicht wieder geöffnet werden.",
  not_ended: "Dieser Test läuft noch: Die Beweisdatei gibt es, sobald er beendet ist.",
  not_finished: "Dieser Probelauf wurde noch nicht abgegeben.",
  not_started: "Dies hat noch nicht begonnen.",
  not_yours: "Nur wer eine Notiz geschrieben hat und die Hauptadministration können sie löschen.",
  other_attempt_running: "Diese Person absolviert gerade einen anderen Test.",
  other_order: "Diese externe Id gehört zu einer Bestellung für eine andere Person oder einen anderen Test.",
  other_version:
    "Der Coderunner und der Server haben verschiedene Versionen: Installieren Sie auf beiden Rechnern dieselbe.",
  output: "Die Ausgabe kann nicht geschrieben werden.",
  pool_too_small: "Ein Pool zieht mehr Fragen, als er noch bereite hat.",
  provider_failed:
    "Der Anmeldedienst oder das Verzeichnis Ihres Unternehmens antwortet nicht wie erwartet. Bitte versuchen Sie es gleich noch einmal.",
  renegotiating: "Die vorige Änderung dieser Bilderwand ist noch nicht beantwortet.",
  reveal_first: "Die Namen dieses Tests sind verborgen. Decken Sie sie zuerst auf, mit einer Begründung.",
  reviewers_only: "Dies ist nur für Prüfer möglich.",
  revoked: "Diese Einladung wurde zurückgezogen. Bitte senden Sie eine neue.",
  runner_off: "Auf diesem Server wird kein Code ausgeführt: Er wurde mit „--runner off“ gestartet.",
  second_marker:
    "Dieser Prüfer ist Zweitprüfer und würde damit die ersten Bewertungen sehen. Bitte weisen Sie die zweiten Bewertungen zuerst einem anderen Prüfer zu.",
  session_full: "In dieser Sitzung ist kein Platz für weitere Personen.",
  smtp_failed: "Die E-Mail konnte nicht übergeben werden: {detail}",
  still_running: "Dieser Test läuft noch.",
  superadmin_only:
    "Dies kann nur die Hauptadministration: Konten und Coderunner verwalten und signierte Beweisdateien abrufen.",
  superadmin_protected: "Die Hauptadministration kann auf diese Weise nicht geändert werden.",
  timeline_full: "Der Zeitverlauf dieses Tests ist voll: Es kann nichts mehr hinzugefügt werden.",
  token_refused:
    "Das Token des Anmeldedienstes oder der Lernplattform ist nicht gültig. Bitte wenden Sie sich an Ihren Administrator.",
  told: "Dem Kandidaten wurde bereits eine Entscheidung zu diesem Test mitgeteilt; er kann nicht wieder geöffnet werden.",
  too_large: "Dies ist zu groß: Höchstens {max_kib} KiB sind möglich.",
  too_many: "Eine Grenze dieses Servers ist erreicht.",
  too_many_comparisons: "Zu viele Vergleiche warten. Bitte versuchen Sie es erneut, wenn einige fertig sind.",
  too_many_dry_runs:
    "Zu viele Probeprüfungen warten. Bitte versuchen Sie es erneut, wenn einige fertig sind.",
  too_many_exports: "Zu viele Exporte laufen. Bitte versuchen Sie es erneut, wenn einer fertig ist.",
  too_many_results:
    "Es gibt zu viele Ergebnisse, um sie über alle Tests zu sortieren oder zu filtern. Wählen Sie einen Test, und öffnen Sie seine Rangliste.",
  too_many_runners: "Es gibt bereits so viele Coderunner, wie dieser Server oder dieses Token haben darf.",
  too_many_solution_checks:
    "Zu viele Musterlösungen warten. Bitte versuchen Sie es erneut, wenn einige fertig sind.",
  too_many_tests: "Die Einstellungen wurden zu oft getestet. Bitte versuchen Sie es gleich noch einmal.",
  unknown_runner:
    "Dieser Coderunner ist nicht angemeldet oder hat sich zu lange nicht gemeldet. Er meldet sich erneut an.",
  unknown_session: "Diese Live-Video-Verbindung gibt es nicht mehr.",
  webhook_off: "Dieser Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.",
  whole_site_only: "Ihre Rollen gelten für einzelne Tests. Dies betrifft die ganze Website.",
  wrong_key: "Der geheime Schlüssel ist nicht der, mit dem diese Daten angelegt wurden.",
  wrong_media: "Der Inhalt muss {media_types} sein.",
  wrong_method: "Dieser API-Aufruf unterstützt diese Methode nicht.",
} as const satisfies Translation<typeof english>;
