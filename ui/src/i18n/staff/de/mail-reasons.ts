import type { Translation } from "../../typed";
import type { mailReasons as english } from "../en/mail-reasons";

export const mailReasons = {
  withAdvice: "{sentence}. {because}",
  atGreeting: "{reply} (als Begrüßung)",
  atEhlo: "{reply} (als Antwort auf EHLO)",
  atStartTls: "{reply} (als Antwort auf STARTTLS)",
  atAuth: "{reply} (als Antwort auf AUTH)",
  atMailFrom: "{reply} (als Antwort auf MAIL FROM)",
  atRcptTo: "{reply} (als Antwort auf RCPT TO)",
  atData: "{reply} (als Antwort auf DATA)",
  atContent: "{reply} (nach dem Inhalt)",
  lookupSlow: "der Host {host} konnte nicht innerhalb von {seconds} s aufgelöst werden",
  lookupFix: "Prüfen Sie, ob die Nameserver dieses Rechners antworten.",
  noAnswer: "keine Antwort von {server} innerhalb von {seconds} s",
  noAnswerStartTls: "keine Antwort auf STARTTLS von {server} innerhalb von {seconds} s",
  noAnswerSignIn: "keine Antwort auf die Anmeldung von {server} innerhalb von {seconds} s",
  noAnswerFrom: "keine Antwort auf MAIL FROM von {server} innerhalb von {seconds} s",
  noAnswerTo: "keine Antwort auf RCPT TO von {server} innerhalb von {seconds} s",
  noAnswerTaking: "keine Antwort bei der Annahme der E-Mail von {server} innerhalb von {seconds} s",
  noAnswerFix: "Prüfen Sie Host und Port, und ob eine Firewall im Weg ist.",
  unconfirmed:
    "Der Server hatte die ganze E-Mail und hat sie nicht bestätigt: Sie kann angekommen sein. Sie wird nach einer Stunde oder mehr erneut gesendet, damit ein Empfänger die Kopie erkennen kann.",
  hostUnknown: "der Host {host} ist nicht zu finden",
  hostUnknownFix: "Prüfen Sie die Schreibweise des Hostnamens.",
  hostSpecial: "der Host {host} hat eine verbindungslokale oder besondere Adresse",
  hostSpecialFix:
    "Ein Mailserver ist über seine Adresse im Netz erreichbar, oder auf diesem Rechner über 127.0.0.1.",
  crowded: "{server} war {seconds} s lang mit {count} anderen E-Mails beschäftigt",
  crowdedFix: "Der Mailserver ist langsam oder antwortet nicht.",
  noUtf8: "der Server nimmt keine Adressen mit Buchstaben außerhalb von ASCII an (ihm fehlt SMTPUTF8)",
  connectionRefused: "Verbindung von {server} abgelehnt",
  connectionRefusedFix: "Prüfen Sie den Port; auf diesem nimmt nichts Verbindungen an.",
  noTlsFix:
    "Wenn die Verbindung ohne Verschlüsselung sicher ist, wählen Sie „Keine“; verlangen Sie sonst einen Server mit TLS.",
  noStartTls: "{server} bietet kein STARTTLS an",
  signInEncrypted:
    "Möglicherweise bietet er eine auf einer verschlüsselten Verbindung an: Wählen Sie STARTTLS.",
  signInBlank: "Wenn er keine braucht, lassen Sie den Benutzernamen leer.",
  noSignIn: "{server} bietet keine Anmeldung mit Passwort an",
  authorityFix:
    "Installieren Sie das Zertifikat seiner Zertifizierungsstelle auf diesem Rechner, oder nennen Sie dessen Datei in SSL_CERT_FILE.",
  authorityUnknown: "das Zertifikat von {server} stammt von einer unbekannten Zertifizierungsstelle",
  certificateFix:
    "Verwenden Sie den Hostnamen, für den das Zertifikat ausgestellt wurde, und prüfen Sie, dass es nicht abgelaufen ist.",
  certificateInvalid: "das Zertifikat von {server} ist nicht gültig: {cause}",
  noImplicitTls: "{server} spricht nicht von Beginn an TLS",
  closed: "{server} hat die Verbindung geschlossen",
  notSmtp: "{server} antwortet nicht wie ein SMTP-Server",
  port465: "Port 465 spricht meist von Beginn an TLS: Wählen Sie „TLS von Anfang an“.",
  portPlain: "Port {port} beginnt meist unverschlüsselt: Wählen Sie STARTTLS.",
  modeFix:
    "Der TLS-Modus scheint nicht zu diesem Port zu passen: Versuchen Sie einen anderen Modus oder einen anderen Port.",
  withdrawn: "die E-Mail wurde während des Versands zurückgezogen",
  serverFailed: "auf dem Server trat während des Versands ein Fehler auf",
  serverStops: "der Server wird beendet",
  settingsChanged: "die Einstellungen wurden inzwischen geändert",
  signInNeeded:
    "Der Server nimmt E-Mails nur nach einer Anmeldung an: Geben Sie Benutzernamen und Passwort an.",
  helloRefused:
    "Der Server akzeptiert den Namen nicht, mit dem sich dieser Rechner vorstellt: Setzen Sie den EHLO-Namen auf den vollständigen Hostnamen dieses Rechners.",
  spelling: "Der Server kennt dieses Postfach nicht: Prüfen Sie die Schreibweise der Adresse.",
  relay:
    "Der Server leitet E-Mails dieses Rechners nicht an diesen Empfänger weiter: Geben Sie Benutzernamen und Passwort an, oder lassen Sie diesen Rechner vom Administrator des Servers zulassen.",
  wantsTls: "Der Server verlangt eine verschlüsselte Verbindung: Wählen Sie STARTTLS.",
  signInUnchecked: "Der Server kann die Anmeldung zurzeit nicht prüfen.",
  appPassword:
    "Der Anbieter verlangt hier ein App-Passwort statt des Passworts des Kontos: Erstellen Sie eines, und geben Sie es ein.",
  smtpAuthOff:
    "Der Anbieter hat die Anmeldung mit Passwort für dieses Konto ausgeschaltet: Dessen Administrator kann sie zulassen (SMTP AUTH).",
  signInsMany: "Der Server hat zu viele Anmeldungen dieses Kontos gesehen.",
  signInRefused:
    "Der Server hat den Benutzernamen oder das Passwort abgelehnt. Manche Anbieter verlangen hier ein App-Passwort statt des Passworts des Kontos.",
  machineRefused:
    "Der Server nimmt von diesem Rechner keine E-Mails an: Prüfen Sie, ob Host und Port die für den Versand sind, und fragen Sie den Anbieter, ob die Adresse dieses Rechners gesperrt ist.",
  rateMachine: "Der Server begrenzt die Rate für die Adresse dieses Rechners.",
  busyOrRate: "Der Server ist ausgelastet oder begrenzt die Rate für die Adresse dieses Rechners.",
  quota:
    "Das Kontingent dieses Kontos ist aufgebraucht: Die E-Mails gehen hinaus, sobald es wieder frei ist.",
  rate: "Der Server will weniger E-Mails auf einmal: Die übrigen gehen später hinaus.",
  senderRefused: "Der Server erlaubt diesem Konto nicht, als {address} zu senden.",
  domainRefused:
    "Der Server erkennt nicht, dass die Domain des Absenders diese E-Mail erlaubt: Prüfen Sie deren SPF-, DKIM- und DMARC-Einträge.",
  machineBlocked:
    "Der Server sperrt die Adresse dieses Rechners: Fragen Sie dessen Administrator, oder senden Sie über einen anderen Server.",
  endsConnections: "Der Server beendet zurzeit Verbindungen.",
  takesNone: "Der Server nimmt zurzeit keine E-Mails an.",
  greylisting: "Der Server lässt E-Mails eines neuen Absenders warten (Greylisting): Es ist nichts zu tun.",
  mailboxBusy: "Der Empfänger bekommt zurzeit zu viele E-Mails: Es ist nichts zu tun.",
  unverified:
    "Der Anbieter hat eine der Adressen nicht bestätigt: Bestätigen Sie dort den Absender, und fragen Sie, ob ein neues Konto an alle Adressen senden darf.",
  mailboxFull: "Das Postfach des Empfängers ist voll.",
  domainNoMail: "Die Domain der Adresse nimmt keine E-Mails an: Prüfen Sie den Teil nach dem @.",
  notAnAddress: "Der Server hält dies nicht für eine E-Mail-Adresse: Prüfen Sie die Schreibweise.",
  mailboxMoved: "Das Postfach ist umgezogen: Fragen Sie den Empfänger nach einer anderen Adresse.",
  mailboxOff: "Das Postfach ist deaktiviert: Fragen Sie den Empfänger nach einer anderen Adresse.",
  exchangeDirectory:
    "Exchange antwortet so bei Adressen, die nicht in seinem Verzeichnis sind: Prüfen Sie die Schreibweise der Adresse.",
  tooLarge:
    "Die E-Mail ist für den Server zu groß: Verwenden Sie ein kleineres Logo, oder erhöhen Sie dessen Grenze.",
  mailboxUnknown:
    "Der Server kennt dieses Postfach nicht oder nimmt von hier keine E-Mails dafür an: Prüfen Sie die Schreibweise der Adresse; für Adressen anderer Organisationen verlangt der Server möglicherweise Benutzernamen und Passwort.",
  refused: "Der Server weist die E-Mail zurück: Fragen Sie dessen Administrator nach dieser Antwort.",
  recipientAscii:
    "Der Server nimmt keine Adressen mit Buchstaben außerhalb von ASCII an (SMTPUTF8): Verwenden Sie eine andere Adresse des Empfängers.",
  senderAscii:
    "Der Server nimmt keine Adressen mit Buchstaben außerhalb von ASCII an (SMTPUTF8): Verwenden Sie eine andere Absenderadresse.",
  spam: "Der Server hält die E-Mail für Spam: Bitten Sie dessen Administrator, E-Mails dieses Absenders durchzulassen.",
  policy:
    "Der Server weist die E-Mail nach einer Richtlinie zurück: Fragen Sie dessen Administrator, oder geben Sie den Link dem Empfänger selbst.",
} as const satisfies Translation<typeof english>;
