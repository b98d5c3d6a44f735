import type { refusals as english } from "../en/refusals";
import type { Translation } from "../typed";

export const refusals = {
  account_inactive: "Dieses Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Administrator.",
  accounts_only: "Bitte melden Sie sich dafür mit einem Konto an.",
  admin_exists: "Dieser Server hat bereits ein Administrationskonto. Bitte melden Sie sich an.",
  already_admitted: "Sie wurden bereits eingelassen.",
  already_proven: "Ihre E-Mail-Adresse ist bereits bestätigt.",
  already_started: "Dieser Test hat bereits begonnen und kann nicht verschoben werden.",
  altered: "Etwas im Netzwerk hat die Anfrage verändert. Bitte versuchen Sie es erneut.",
  applicants_only: "Dies ist nur für Bewerber möglich.",
  asked_already:
    "Ihr Administrator wurde bereits gefragt. Sie können in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut fragen.",
  attempt_elsewhere: "Dieser Test läuft bereits auf einem anderen Gerät oder in einem anderen Browser.",
  busy: "Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.",
  changed_meanwhile: "Dies wurde inzwischen geändert. Bitte laden Sie die Seite neu.",
  consent_changed: "Bitte lesen Sie den Text, dem Sie zustimmen, noch einmal: Er wurde geändert.",
  email_not_verified:
    "Der Anmeldedienst nennt keine bestätigte E-Mail-Adresse von Ihnen. Bitte fragen Sie Ihren Administrator.",
  email_taken: "Zu dieser E-Mail-Adresse gibt es bereits ein Konto.",
  erased: "Dies wurde gelöscht und ist nicht mehr gespeichert.",
  exam_browser_required: "Dieser Test wird im Safe Exam Browser absolviert.",
  expired: "Dieser Link ist abgelaufen. Bitte wenden Sie sich an die Person, die ihn Ihnen gesendet hat.",
  finished: "Dieser Test wurde bereits abgegeben.",
  fixed_time:
    "Der Termin dieses Tests kann hier nicht geändert werden. Bitte wenden Sie sich an die Person, die Sie eingeladen hat.",
  forbidden: "Mit diesem Konto ist das nicht möglich.",
  in_pause: "Ihr Test ist bereits unterbrochen: Die Zeit steht still.",
  internal: "Auf dem Server ist ein Problem aufgetreten. Bitte versuchen Sie es gleich noch einmal.",
  invalid: "Bitte prüfen Sie Ihre Eingaben.",
  invalid_credentials: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  link_lost:
    "Dieser Link funktioniert nicht mehr. Bitte wenden Sie sich an die Person, die Sie eingeladen hat.",
  mail_not_set_up:
    "Dieser Server sendet keine E-Mails. Bitten Sie Ihren Administrator, Ihre Adresse zu bestätigen.",
  mailbox_not_proven:
    "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse; danach können Sie Ihren Namen ändern.",
  mailed_already: "Die E-Mail wurde gerade erst gesendet. Bitte sehen Sie in Ihrem Posteingang nach.",
  malformed: "Der Server konnte die Anfrage nicht lesen. Bitte laden Sie die Seite neu.",
  media_off: "Live-Video ist auf diesem Server nicht verfügbar.",
  name_needed: "Bitte geben Sie zuerst auf der Seite Ihrer Einladung Ihren Namen ein.",
  no_admin: "Das erste Konto muss ein Administrationskonto sein.",
  no_break_left: "Sie haben keine vereinbarte Pause mehr. Bitte wenden Sie sich an die Aufsicht.",
  no_role:
    "Sie sind bei Ihrem Unternehmen angemeldet, aber keine Ihrer Gruppen hat hier eine Rolle. Bitte wenden Sie sich an Ihren Administrator.",
  no_route: "Diese Seite passt nicht zur Version des Servers. Bitte laden Sie sie neu.",
  no_runner: "Im Moment kann kein Code ausgeführt werden. Ihre Antwort ist gespeichert.",
  not_admitted: "Sie sind im Warteraum. Die Aufsicht lässt Sie ein; bitte lassen Sie diese Seite geöffnet.",
  not_an_image: "Dies ist kein Bild in einem Format, das hier verwendet werden kann.",
  not_found: "Dies gibt es nicht, oder es wurde gelöscht.",
  not_in_progress: "Dieser Test läuft nicht.",
  not_json: "Der Server konnte die Anfrage nicht lesen. Bitte laden Sie die Seite neu.",
  not_open_yet: "Dieser Test ist noch nicht geöffnet.",
  not_over: "Dieser Test läuft noch.",
  not_scheduled: "Dieser Test hat noch keinen Termin, daher gibt es keinen Kalendereintrag.",
  not_started: "Dieser Test hat noch nicht begonnen.",
  not_started_yet: "Alle in Ihrer Sitzung beginnen gemeinsam. Der Test beginnt auf dieser Seite von selbst.",
  order_blocked: "Zuerst ist ein anderer Test an der Reihe.",
  other_account:
    "Dieser Link gehört zu einem anderen Konto. Bitte melden Sie sich mit der Adresse an, an die er gesendet wurde.",
  other_attempt_running: "Sie absolvieren bereits einen anderen Test. Bitte beenden Sie diesen zuerst.",
  pool_too_small:
    "Dieser Test kann im Moment nicht beginnen, weil er zu wenige Fragen hat. Bitte wenden Sie sich an Ihren Administrator, oder versuchen Sie es später erneut.",
  provider_failed:
    "Der Anmeldedienst Ihres Unternehmens antwortet nicht. Bitte versuchen Sie es gleich noch einmal.",
  provider_refused:
    "Der Anmeldedienst Ihres Unternehmens hat die Anmeldung abgelehnt. Bitte versuchen Sie es erneut.",
  revoked:
    "Diese Einladung wurde zurückgezogen. Bitte wenden Sie sich an die Person, die Sie eingeladen hat.",
  runner_off: "Auf diesem Server kann kein Code ausgeführt werden. Ihre Antwort ist gespeichert.",
  second_factor_due:
    "Diese Website verlangt einen zweiten Faktor. Bitte richten Sie einen ein, um sich anzumelden.",
  second_factor_on:
    "Dieses Konto hat bereits einen zweiten Faktor. Schalten Sie ihn zuerst aus, um eine andere App einzurichten.",
  share_gone:
    "Dieser Link ist nicht mehr gültig. Bitten Sie die Person, die ihn gesendet hat, um einen neuen.",
  sign_in_expired:
    "Diese Anmeldung ist abgelaufen oder wurde bereits verwendet. Bitte melden Sie sich erneut an.",
  slot_needed: "Bitte wählen Sie zuerst Datum und Uhrzeit für Ihren Test.",
  slot_taken: "Diese Zeit ist nicht mehr frei. Bitte wählen Sie eine andere.",
  staff: "Diese Adresse gehört einer Person, die hier arbeitet.",
  still_running: "Ihr Test geht weiter: Diese Seite ist wieder vollständig, sobald er beendet ist.",
  token_refused:
    "Die Antwort des Anmeldedienstes Ihres Unternehmens ist nicht gültig. Bitte wenden Sie sich an Ihren Administrator.",
  too_large: "Dies ist zu groß.",
  too_many: "Die Grenze dafür ist erreicht. Bitte warten Sie, oder wenden Sie sich an die Aufsicht.",
  too_many_attempts: "Zu viele Versuche. Bitte versuchen Sie es gleich noch einmal.",
  too_many_calls: "Zu viele Anfragen. Bitte versuchen Sie es gleich noch einmal.",
  too_many_registrations:
    "Aus Ihrem Netzwerk wurden zu viele Konten angelegt. Bitte versuchen Sie es später erneut.",
  too_many_requests: "Zu viele Anfragen. Bitte versuchen Sie es gleich noch einmal.",
  too_many_runs: "Zu viele Programme warten. Bitte versuchen Sie es gleich noch einmal.",
  too_many_tries: "Zu viele Versuche. Bitte warten Sie einen Moment.",
  too_many_uploads:
    "Zu viele gleichzeitige Uploads aus Ihrem Netzwerk. Bitte versuchen Sie es gleich noch einmal.",
  totp_required: "Bitte geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.",
  unauthorized: "Bitte melden Sie sich an.",
  unavailable: "Der Server ist im Moment nicht verfügbar. Bitte versuchen Sie es erneut.",
  unknown_link: "Dieser Link ist nicht bekannt. Bitte prüfen Sie, ob er vollständig ist.",
  unknown_receipt: "Dieser Link ist unvollständig oder wurde nie ausgestellt.",
  unknown_reset:
    "Dieser Link ist nicht gültig: Er wurde bereits verwendet, ist abgelaufen oder wurde durch eine neuere E-Mail ersetzt.",
  unknown_session: "Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.",
  wrong_code:
    "Dieser Code ist falsch, abgelaufen oder wurde schon verwendet. Bitte prüfen Sie ihn, oder nehmen Sie den jetzt angezeigten.",
  wrong_media: "Dies ist keine Datei in einem Format, das hier verwendet werden kann.",
  wrong_method: "Diese Seite passt nicht zur Version des Servers. Bitte laden Sie sie neu.",
  wrong_setup_token: "Das Einrichtungs-Token ist falsch.",
} as const satisfies Translation<typeof english>;
