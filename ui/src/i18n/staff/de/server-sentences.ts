import type { Translation } from "../../typed";
import type { serverSentences as english } from "../en/server-sentences";

export const serverSentences = {
  foreign: "{words}",
  flagCameraLost: "Die Kamera wurde unterbrochen.",
  flagCameraMuted: "Die Kamera ist ausgeschaltet.",
  flagCameraBlack: "Die Kamera sendet ein schwarzes Bild.",
  flagCameraFrozen: "Die Kamera sendet ein eingefrorenes Bild.",
  flagSecondScreen: "Ein zweiter Bildschirm ist angeschlossen.",
  flagWithoutCamera: "Der Test wird ohne Kamera fortgesetzt.",
  probeNoDirectory: "Es ist kein Verzeichnis eingerichtet.",
  probeTls: "Mit {server} über TLS verbunden.",
  probeBoundAsNone: "Anonym angemeldet.",
  probeBound: "Angemeldet als {dn}.",
  probeBase: "Personen werden unter {base} gesucht.",
  probeRoles: "Gruppen mit Rollen: {count}. Nennen Sie eine Person, um ihre zu sehen.",
  probeNoPerson: "Keine Person mit dem Namen {login} gefunden.",
  probePerson: "1 Person gefunden: {dn}, {attribute} {id}.",
  probeAddress: "Adresse {email}, Name {name}.",
  probeNoAddress: "Die Person hat kein Attribut {attribute}, also kann kein Konto angelegt werden.",
  probeDisabled: "Das Verzeichnis sagt, dass die Person gesperrt ist.",
  probeNoGroups: "Gruppen: keine.",
  probeOwnGroups: "Gruppen: {named}.",
  probeManyGroups: "Gruppen: {named}; {more} weitere.",
  probeNoRole: "Keine der Gruppen hat hier eine Rolle.",
  probeRole: "Rolle: {roles}.",
  probeNoGroup:
    "Keine Gruppe hat eine Rolle, also kann sich niemand anmelden. Nennen Sie die Gruppen und ihre Rollen.",
  probeApplicants: "Wer sich anmeldet, ist Bewerber.",
  probeGroups: "Gruppen werden aus dem Claim {claim} gelesen; {n} davon haben Rollen.",
  probeOnce:
    "Ohne den Scope offline_access ist, wer eine Gruppe verliert, nur dann binnen einer Minute draußen, wenn der Userinfo-Aufruf Gruppen nennt oder der Anbieter von sich aus Refresh-Tokens gibt.",
  probeRedirect: "Beim Anbieter einzutragen: Weiterleitungsadresse {uri}",
  probeConnected: "Verbunden: Die Anmeldung erfolgt unter {at}.",
  probeKeys: "Der Anbieter nennt {count} Schlüssel.",
  probeAccepted: "Der Anbieter nimmt die Client-ID und ihr Geheimnis an.",
  programFault: "{program} konnte die Antwort auf „{call}“ nicht verwenden: {errors}",
  testStarted: "{name} hat den Test „{title}“ begonnen.",
  submitted: "{name} hat den Test „{title}“ abgegeben.",
  timeUp: "Die Zeit von {name} ist abgelaufen: Der Test „{title}“ wurde abgegeben.",
  ended: "Die Administration hat den Test „{title}“ von {name} beendet.",
  scheduled: "{name} hat für den Test „{title}“ diesen Termin gewählt: {when}.",
  flag: "{name}, Test „{title}“: {what}",
  resume: "{name} bittet darum, den Test „{title}“ auf einem anderen Gerät fortzusetzen.",
  erasureAsked: "{name} bittet um die Löschung der eigenen Daten.",
  mailOfDecision: "Die E-Mail mit der Entscheidung",
  mail: "Die E-Mail",
  mailNotSent: "{which} an {name} konnte nicht gesendet werden: {words}",
  mailNotConfirmed: "{which} an {name} ist möglicherweise angekommen: {words}",
  mailNotSentYetAllWait: "{which} an {name} konnte noch nicht gesendet werden: {words}. Alle E-Mails warten.",
  mailNotSentYet: "{which} an {name} konnte noch nicht gesendet werden: {words}",
  aMailNotSentYetAllWait: "Eine E-Mail konnte noch nicht gesendet werden: {words}. Alle E-Mails warten.",
  aMailNotSentYet: "Eine E-Mail konnte noch nicht gesendet werden: {words}",
  lateAnswer:
    "Eine Antwort von {name} ist nach dem Ende des Tests „{title}“ eingegangen. Entscheiden Sie, ob sie zählt.",
  poolTooSmall: "Niemand kann den Test „{title}“ beginnen: Ein Pool hat zu wenige fertige Fragen.",
  codeNotJudged:
    "Code von {name} für den Test „{title}“ konnte nicht geprüft werden. Er wartet auf „Programm erneut prüfen“.",
  auditLogWaits: "Das Audit-Protokoll ist seit einem Tag nicht bei {target} angekommen: {error}.",
  clockSet:
    "Die Uhr des Servers wurde {by}. Der Server behält seine Zeit und folgt der neuen, sobald sie {minutes} Minuten lang gleich geblieben ist und kein Test läuft.",
  clockFollowed: "Der Server folgt der Uhr seines Rechners. Sie wurde {by}.",
  clockBack: "um {length} zurückgestellt",
  clockForward: "um {length} vorgestellt",
  auditArrived: "Bei {target} sind die Einträge bis {arrived} angekommen.",
  auditWaits: "Eintrag {number} vom {at} ist nicht bei {target} angekommen.",
  auditFails: "Eintrag {number} vom {at} ist nicht bei {target} angekommen: {failure}.",
  auditWaitsFix:
    "Prüfen Sie den Empfänger und die Verbindung zu ihm. In der Zwischenzeit geht nichts verloren.",
  syncClock:
    "Stellen Sie die Uhr richtig und lassen Sie sie von einem Zeitdienst synchronisieren: „timedatectl set-ntp true“ oder chrony.",
  keepSynced:
    "Es muss nichts korrigiert werden. Lassen Sie die Uhr von einem Zeitdienst synchronisieren: „timedatectl set-ntp true“ oder chrony.",
  clockImpossible: "Die Uhr zeigt {now}. Das ist unmöglich.",
  clockBehindLog: "Die Uhr zeigt {now}, aber der neueste Eintrag des Audit-Protokolls ist vom {last}.",
  clockWasSet: "Die Uhr des Rechners wurde {by}; der Server behält seine Zeit.",
  clockWasSetFix:
    "Wenn das richtig ist, folgt ihr der Server, sobald sie {minutes} Minuten lang gleich geblieben ist und kein Test läuft.",
  clockStepFollowed: "Die Uhr des Rechners wurde am {at} {by}; der Server folgt ihr.",
  clockStepPassed:
    "Die Uhr des Rechners wurde am {at} {by}; sie geht wieder richtig, und der Server hat seine Zeit durchgehend behalten.",
  hardwareClock: "Die Uhr weicht um {seconds} s von der Hardware-Uhr des Rechners ab.",
  codesAhead: "Codes des zweiten Faktors kommen von Uhren, die gegenüber dieser etwa {seconds} s vorgehen.",
  codesBehind: "Codes des zweiten Faktors kommen von Uhren, die gegenüber dieser etwa {seconds} s nachgehen.",
  clockSays: "Die Uhr zeigt {now}.",
  clockSynced: "Sie wird von {service} synchronisiert.",
  noTimeService:
    "Auf diesem Rechner wurde kein Zeitdienst gefunden. Fristen hängen von dieser Uhr ab, und Codes des zweiten Faktors werden abgelehnt, wenn sie um mehr als 30 s falsch geht: Prüfen Sie sie regelmäßig.",
  zones: "Die Daten der Zeitzonen sind eingebaut; die Zeitzone dieses Rechners ist {own}.",
  zonesUnusable: "Die eingebauten Daten der Zeitzonen sind unbrauchbar.",
  zonesUnusableFix: "Installieren Sie die Programmdatei neu: Sie ist beschädigt.",
  languageOutdatedOne:
    "{name} ({code}): 1 eigener Text wurde aus einem anderen englischen Text übersetzt als dem heutigen.",
  languageOutdated:
    "{name} ({code}): {count} eigene Texte wurden aus anderen englischen Texten übersetzt als den heutigen.",
  languageOutdatedFix:
    "Welche es sind, zeigt „invigil language list“; importieren Sie dann eine neue Datei: invigil language export {code}.",
  folderUnreadable: "{shown} kann nicht gelesen werden: {error}.",
  folderUnreadableFix: "Prüfen Sie den Pfad und seinen Eigentümer.",
  folderOwner: "{shown} gehört dem Benutzer {owner}, aber dieser Prozess läuft als Benutzer {own}.",
  folderOwnerFix: "Übergeben Sie den Ordner dem Benutzer des Servers: chown -R USER {shown}",
  folderOpen: "Andere Benutzer dieses Rechners haben Zugriff auf {shown}.",
  folderNotWritable: "In {shown} können keine Dateien angelegt werden: {error}.",
  folderNotWritableFix:
    "Prüfen Sie den Eigentümer des Ordners, und ob sein Datenträger schreibgeschützt eingehängt ist.",
  fileOpen: "Andere Benutzer dieses Rechners können {path} lesen.",
  folderFine: "{shown} ist privat und beschreibbar.",
  diskFree: "{free} sind auf dem Datenträger der Daten frei; die Datenbank belegt {size}.",
  diskFreeFix:
    "Geben Sie Speicherplatz frei, oder verschieben Sie den Datenordner auf einen größeren Datenträger.",
  noNewTests: "Es können keine neuen Tests begonnen werden.",
  fewFiles:
    "Der Server darf {hard} Dateien gleichzeitig öffnen. Das begrenzt ihn auf etwa ebenso viele Browser.",
  fewFilesFix:
    "Erhöhen Sie die Grenze: LimitNOFILE=65536 in der systemd-Unit, oder „ulimit -n 65536“ vor dem Start.",
  files: "Der Server darf {hard} Dateien gleichzeitig öffnen.",
  filesUnknown: "Die Grenze offener Dateien kann nicht gelesen werden: {error}.",
  filesUnknownFix: "Prüfen Sie „ulimit -n“.",
  lastBackupNow: "Die letzte Sicherung ist weniger als eine Stunde alt, vom {at}.",
  lastBackupHours: "Die letzte Sicherung ist {hours} h alt, vom {at}.",
  lastBackupDay: "Die letzte Sicherung ist 1 Tag alt, vom {at}.",
  lastBackupDays: "Die letzte Sicherung ist {days} Tage alt, vom {at}.",
  backupFolderHung: "Der Sicherungsordner {shown} antwortet seit {seconds} s nicht.",
  backupFolderHungFix:
    "Reparieren Sie den Ordner oder das Netz, das ihn verbindet; bis er antwortet, wird keine Sicherung erstellt.",
  noBackup: "Noch keine Sicherung.",
  backupFailedFix:
    "Beheben Sie die Ursache, oder wählen Sie mit --backup-dir einen anderen Ordner; der nächste Versuch erfolgt innerhalb einer Stunde.",
  backupFailed: "Die Sicherung vom {at} ist fehlgeschlagen: {reason}.",
  backupPlan: "Tägliche Sicherungen werden in {dir} abgelegt; die letzten {keep} werden aufbewahrt.",
  backupLate: "Tägliche Sicherungen sollten in {dir} abgelegt werden.",
  backupLateFix: "Suchen Sie im Protokoll des Servers nach „backup“.",
  manualBackup:
    "Erstellen Sie eine mit „invigil backup FILE“, oder tägliche Sicherungen mit „serve --backup-dir DIR“.",
  mediaPortFix:
    "Geben Sie diesen Port frei, oder wählen Sie mit --media-listen einen anderen, und starten Sie neu.",
  mediaUnavailable: "Live-Video ist nicht verfügbar, Seiten senden Einzelbilder: {error}.",
  mediaOff: "Live-Video ist ausgeschaltet: Seiten senden Einzelbilder.",
  mediaOffHint: "Starten Sie den Server ohne „--media-listen off“, um es einzuschalten.",
  mediaNoPortFix: "Wählen Sie mit --media-listen einen Port, und starten Sie neu.",
  mediaNotServed: "Live-Video kann auf {wanted} nicht angeboten werden: {error}.",
  mediaCanBeServed: "Live-Video kann auf {wanted} angeboten werden, über UDP und TCP.",
  mediaLocal:
    "Live-Video ist unter {named} erreichbar, also nur für Browser auf diesem Rechner; alle anderen senden Einzelbilder.",
  mediaLocalFix:
    "Geben Sie --media-listen 0.0.0.0:{port} an, oder die Adresse, die Browser erreichen können.",
  mediaFirefox:
    "Firefox verbindet Live-Video nicht mit einer Loopback-Adresse und sendet Einzelbilder. Für Live-Video in Firefox geben Sie --media-listen 0.0.0.0:{port} an.",
  mediaNotReached: "Live-Video ist von diesem Rechner aus unter {addresses} nicht erreichbar.",
  mediaNoAddress: "Live-Video hat keine Adresse, die es Browsern senden kann.",
  mediaNoAddressFix: "Geben Sie mit --media-advertise eine an.",
  mediaNotReachedFix:
    "Prüfen Sie --media-advertise und die Firewall dieses Rechners: UDP und TCP müssen erlaubt sein.",
  mediaFirewall:
    "Firewalls auf dem Weg müssen UDP und TCP dorthin erlauben; von hier aus lässt sich das nicht prüfen.",
  mediaReached: "Live-Video ist unter {all} erreichbar, über UDP und TCP.",
  mediaRouter:
    "Wenn das die Adresse eines Routers ist, kann sie von außen trotzdem funktionieren; prüfen Sie sonst --media-advertise.",
  mediaOneProtocol: "Live-Video ist nur über {protocol} erreichbar, unter {all}.",
  mediaOneProtocolFix:
    "Erlauben Sie UDP und TCP in der Firewall dieses Rechners: Browser verwenden, was ihr Netz zulässt.",
  mediaThreadsFix:
    "Starten Sie den Server mit einem größeren --media-threads, höchstens mit einem für jeden Kern dieses Rechners.",
  mediaThreadBusy:
    "Ein Thread des Live-Videos braucht {percent} % eines Kerns: Mit mehr Kandidaten kämen Bilder zu spät.",
  mediaDropped:
    "Live-Video hat seit dem Start {packets} Pakete und {frames} Bilder verworfen, weil einer seiner Threads nicht nachkam.",
  dataUnusableFix:
    "Beheben Sie die Ursache, oder halten Sie den Server an und stellen Sie eine Sicherung wieder her: invigil restore FILE.",
  dataUnusable: "Die Daten sind nicht verwendbar: {why}.",
  diskHung: "Der Datenträger der Daten oder des Zertifikats antwortet seit {seconds} s nicht.",
  diskHungFix: "Prüfen Sie den Datenträger oder das Netz, das ihn verbindet.",
  noMail: "Es ist kein Mailserver eingerichtet: Links werden von Hand kopiert.",
  noMailHint: "Tragen Sie einen unter „Einstellungen“ ein, oder mit „invigil smtp set“.",
  mailPasswordFix: "Geben Sie das Passwort des Mailservers erneut ein.",
  mailAnswers: "Der Mailserver {server} antwortet.",
  mailSignedIn: "Der Mailserver {server} antwortet und nimmt Benutzernamen und Passwort an.",
  mailEhloAddress: "Dieser Rechner meldet sich mit seiner Adresse.",
  mailEhloHint:
    "Manche Server verlangen einen vollständigen Hostnamen: Tragen Sie den EHLO-Namen in den E-Mail-Einstellungen ein, oder eine öffentliche URL mit vollständigem Hostnamen.",
  mailEhlo: "Dieser Rechner meldet sich als {name}.",
  mailFailsFix: "Prüfen Sie die Einstellungen des Mailservers: „invigil smtp show“.",
  mailFails: "E-Mails können nicht gesendet werden: {words}.",
  emailsWait: "Alle E-Mails warten bis {until}: {words}.",
  emailsWaitFix:
    "Dann versucht es eine E-Mail; eine gespeicherte Einstellung oder eine Test-E-Mail beendet das Warten.",
  emailStuck: "1 E-Mail wartet nach einer fehlgeschlagenen Zustellung auf einen neuen Versuch.",
  manyEmailsStuck:
    "{count} E-Mails oder mehr warten nach einer fehlgeschlagenen Zustellung auf einen neuen Versuch.",
  emailsStuck: "{count} E-Mails warten nach einer fehlgeschlagenen Zustellung auf einen neuen Versuch.",
  emailsStuckFix:
    "Sie werden 5 Tage lang von selbst erneut versucht; wann und warum, zeigt die E-Mail-Warteschlange unter „Einstellungen“.",
  aiAnswers: "Der KI-Dienst antwortet.",
  noAi: "Es ist kein KI-Dienst eingerichtet: Menschen schreiben die Fragen und prüfen die Antworten.",
  aiFails: "Der KI-Dienst antwortet nicht: {words}.",
  aiFailsFix: "Prüfen Sie seine Adresse, sein Modell und seinen Schlüssel unter „Einstellungen“.",
  aiSlow: "Der KI-Dienst hat innerhalb von {seconds} s nicht geantwortet.",
  aiSlowFix: "Prüfen Sie seine Adresse unter „Einstellungen“, und ob eine Firewall im Weg ist.",
  providerWorks: "Die Anmeldung über {provider} funktioniert.",
  providerFails: "Niemand kann sich über {provider} anmelden: {words}",
  providerFailsFix:
    "„invigil oidc test {provider}“ prüft jeden Schritt. Konten mit Passwörtern dieser Installation melden sich wie immer an.",
  directoryWorks: "Die Anmeldung über das Verzeichnis funktioniert.",
  directoryFails: "Niemand kann sich über das Verzeichnis anmelden: {words}",
  directoryFailsFix:
    "„invigil ldap test“ prüft jeden Schritt. Konten mit Passwörtern dieser Installation melden sich wie immer an.",
  lookAtRunner:
    "Führen Sie „invigil runner doctor“ als Benutzer des Coderunners aus: Es sagt, was fehlt und was zu tun ist.",
  runnerStarts: "Der Coderunner startet: Code kann gleich ausgeführt werden.",
  runnerDown: "Kandidaten können keinen Code ausführen: {why}",
  runnerOff: "Der Coderunner ist ausgeschaltet: Kandidaten können Code schreiben, aber nicht ausführen.",
  runnerOffHint: "Starten Sie den Server ohne „--runner off“, um ihn einzuschalten.",
  noRemoteRunner:
    "Kandidaten können keinen Code ausführen: Es ist kein Coderunner eines anderen Rechners angemeldet.",
  noRemoteRunnerFix:
    "Starten Sie einen: invigil runner --server URL --token-file FILE; „invigil runner token create“ erstellt das Token.",
  onlyRemote: "Code wird nur auf anderen Rechnern ausgeführt.",
  runnerLater: "Der Coderunner wird verwendet, sobald der Server läuft.",
  remoteWithoutLanguage:
    "{name} führt Code aus, {slots} Programme gleichzeitig, in keiner Sprache. Aufträge jetzt: {running}; gemeldet: {reported}. Schichten der Sandbox: {layers}.",
  remoteRuns:
    "{name} führt Code aus, {slots} Programme gleichzeitig, in {languages}. Aufträge jetzt: {running}; gemeldet: {reported}. Schichten der Sandbox: {layers}.",
  notUsedThere: "Dort nicht verwendet: {missing}.",
  judgingFailed: "Der Coderunner ist dreimal fehlgeschlagen. Abgegebene Antworten ohne Punkte: {failed}.",
  judgingFailedFix:
    "Öffnen Sie diese Ergebnisse und prüfen Sie sie erneut, oder bewerten Sie sie von Hand; der Grund steht im Protokoll des Coderunners.",
  judgingWaits:
    "Abgegebene Antworten, die auf einen Coderunner warten und noch keine Punkte haben: {answers}. Keiner ist verbunden, keiner bietet ihre Sprache an, oder sie warten seit 10 Minuten.",
  scoredByHand: "Antworten können auch von Hand bewertet werden.",
  judgingHeld:
    "Abgegebene Antworten, die geprüft werden, sobald kein Versuch ihres Tests mehr läuft: {held}.",
  judgingHeldHint: "Der Server wurde mit „--judge-after-attempts“ gestartet.",
  startRunner:
    "Starten Sie den Dienst, der auf {path} lauscht: systemctl enable --now invigil-runner.socket.",
  runnerSurveys:
    "Der Coderunner startet und ermittelt, welche Sprachen er anbieten kann. Schichten: {layers}.",
  runnerWithoutLanguage:
    "Der Coderunner funktioniert, aber dieser Rechner hat keine Sprache, die er anbieten kann. Schichten: {layers}.",
  installCompilers: "Installieren Sie Compiler oder Interpreter, zum Beispiel python3 und g++.",
  runnerRuns: "Kandidaten können Code ausführen, {slots} Programme gleichzeitig, in {languages}.",
  runnerTries: "Wird gerade versucht: {pending}.",
  runnerLayers: "Schichten der Sandbox: {layers}.",
  runnerBroken: "Installiert und nicht angeboten: {broken}.",
  notUsedHere: "Hier nicht verwendet: {missing}.",
  addressFine: "Browser erreichen {url} über https: Kameras funktionieren.",
  addressByProxy: "Browser erreichen {url} über einen Proxy, der https spricht: Kameras funktionieren.",
  addressPlain: "Links führen zu {url}, aber dieser Server spricht https.",
  addressPlainFix: "Geben Sie --public-url mit https:// an.",
  addressLocal: "Links führen zu {url}, das nur dieser Rechner erreichen kann.",
  addressLocalFix:
    "Für Kandidaten an anderen Orten: Bieten Sie https an, und geben Sie mit --public-url die Adresse an, die sie verwenden.",
  addressInsecure: "Links führen zu {url} ohne https: Browser sperren auf einer solchen Seite die Kamera.",
  addressInsecureFix:
    "Starten Sie den Server mit --tls-cert und --tls-key, mit --tls-self-signed oder hinter einem Proxy, der https spricht; geben Sie --public-url mit https:// an.",
  certificateUnreadFix:
    "Legen Sie die Kette (das Zertifikat des Servers zuerst) und ihren Schlüssel dort ab, wohin --tls-cert und --tls-key zeigen.",
  certificateRenew: "Erneuern Sie das Zertifikat.",
  certificateExpired: "Das Zertifikat ist am {ends} abgelaufen.",
  certificateEarly: "Das Zertifikat ist erst ab {begins} gültig.",
  certificateEarlyFix: "Prüfen Sie die Uhr, oder warten Sie.",
  certificateOtherNameFix:
    "Beschaffen Sie ein Zertifikat für diesen Namen, oder geben Sie mit --public-url den Namen an, für den es gilt.",
  certificateOtherName: "Das Zertifikat gilt nicht für {host}.",
  certificateUntrusted:
    "Keine Zertifizierungsstelle, der dieser Rechner vertraut, hat das Zertifikat ausgestellt.",
  certificateUntrustedFix:
    "Wenn es Ihre eigene Zertifizierungsstelle ist, müssen Clients ihr vertrauen; sonst fehlen der Datei vielleicht Zwischenzertifikate: Sie muss die ganze Kette enthalten.",
  certificateEndsSoon: "Das Zertifikat läuft am {ends} ab (verbleibende Tage: {days}).",
  certificateFine:
    "Das Zertifikat gilt für {host}, ist vertrauenswürdig und läuft am {ends} ab (verbleibende Tage: {days}).",
  certificateLater: "Beim Start wird ein Zertifikat einer lokalen Zertifizierungsstelle erstellt.",
  certificateOwn: "Das Zertifikat gilt für {host} und ist von der lokalen Zertifizierungsstelle in {file}.",
  certificateOwnHint: "Clients müssen dieser Datei vertrauen: siehe docs/operations.md, TLS.",
  certificateOwnFix: "Starten Sie den Server neu: Er erneuert dieses Zertifikat von selbst.",
  twinNotServed: "Der Server dieses Mitglieds, {name}, läuft nicht: siehe „invigil twin status“.",
  twinFollowsNone: "Dieser Rechner folgt als {name} ({state}); kein Mitglied führt.",
  twinFollows: "Dieser Rechner folgt als {name} ({state}); {leader} führt.",
  twinFollowsNot: "Er macht nicht weiter: {why}.",
  twinFollowsFix: "Siehe „invigil twin status“, und docs/twin.md zu diesem Zustand.",
  twinLogSilent:
    "Das Log antwortet seit {seconds} s nicht: Speichern wartet, und dieser Server führt bald nicht mehr.",
  twinLogSilentFix: "Prüfen Sie PostgreSQL und das Netz dorthin.",
  twinLeads: "{name} führt in Epoche {epoch}, mit Stapel {number}.",
  twinAlone:
    "Das Log bestätigt allein: Es wartet auf keinen Standby, sodass mit dem Verlust seines Rechners die letzten gespeicherten Antworten verloren gehen können.",
  twinAloneFix: "Setzen Sie synchronous_standby_names in PostgreSQL, und lassen Sie fsync eingeschaltet.",
  twinClock: "Die Uhr des Logs weicht um {seconds} s von der dieses Rechners ab.",
  twinClockFix:
    "Stellen Sie die Uhren aller Rechner per NTP. Der Lease hängt nicht von ihnen ab; Testenden, Protokolle und E-Mails schon.",
  twinMemberClock: "Die Uhr des Logs weicht um {seconds} s von der von {name} ab.",
  twinNoMember: "Kein anderes Mitglied folgt: Keines würde übernehmen.",
  twinNoMemberFix:
    "Nehmen Sie einen zweiten Rechner auf: hier „invigil twin token“, dann dort „invigil twin join“.",
  twinJoins: "{name} wird aufgenommen: Die Kopie der Daten ist unterwegs.",
  twinNotJoined: "{name} hat vor {ago} begonnen beizutreten, und ist noch nicht fertig.",
  twinNotJoinedFix:
    "Lassen Sie den Rechner noch einmal beitreten, oder rufen Sie „invigil twin leave {name}“ auf.",
  twinGone: "{name} wurde zuletzt vor {ago} gesehen: Es würde nicht übernehmen.",
  twinGoneFix: "Starten Sie den Server dort, oder „invigil twin leave {name}“, wenn es nicht wiederkommt.",
  twinStopped: "{name} kann nicht folgen: Der Zustand ist {state}.",
  twinStoppedFix: "Siehe docs/twin.md zu diesem Zustand.",
  twinLags: "{name} ist {behind} Stapel im Rückstand, seit {length}.",
  twinLagsFix: "Prüfen Sie dort den Datenträger und das Netz zum Log.",
  twinMember: "{name} folgt, {behind} Stapel im Rückstand.",
  twinLogAlone:
    "Das Log des Zwillings bestätigt allein: Ohne Standby können mit dem Verlust seines Rechners gespeicherte Antworten verloren gehen.",
  twinClockApart:
    "Die Uhren von {name} und des Logs weichen voneinander ab: Tests enden nach der Uhr des Mitglieds, das führt. Siehe „invigil doctor“.",
  twinAway: "{name} ist nicht da: Es würde nicht übernehmen. Siehe „invigil doctor“.",
  twinCannotFollow: "{name} kann nicht folgen ({state}): Es würde nicht übernehmen.",
  twinFarBehind: "{name} ist weit im Rückstand: Eine Übernahme würde lange dauern.",
  twinTookOver: "{name} hat von {led_before} übernommen (Epoche {epoch}).",
  hiddenName: "Verborgener Name",
  webhookGone:
    "Der Webhook „{name}“ wurde ausgeschaltet: Sein Empfänger hat geantwortet, dass es ihn nicht mehr gibt.",
  webhookFaulty:
    "Der Webhook „{name}“ hat eine Zustellung wegen eines Fehlers dieses Servers zurückgestellt: siehe seine Zustellungen.",
  webhookSetAside:
    "Der Webhook „{name}“ hat eine Zustellung nach drei Tagen zurückgestellt: siehe seine Zustellungen.",
  digestScoreOne: "1 Abgabe wartet auf eine Bewertung.",
  digestScoreMany: "{count} Abgaben warten auf eine Bewertung.",
  digestJudgeOne: "1 Antwort konnte nicht beurteilt werden.",
  digestJudgeMany: "{count} Antworten konnten nicht beurteilt werden.",
  digestReviewOne: "1 Antwort ist Ihnen zugewiesen.",
  digestReviewMany: "{count} Antworten sind Ihnen zugewiesen.",
  digestErasureOne: "1 Person bittet um Löschung.",
  digestErasureMany: "{count} Personen bitten um Löschung.",
  digestSessionOne: "1 Prüfungssitzung beginnt innerhalb von 24 Stunden.",
  digestSessionMany: "{count} Prüfungssitzungen beginnen innerhalb von 24 Stunden.",
  digestFailedOne: "1 Einladung konnte nicht gesendet werden.",
  digestFailedMany: "{failed} Einladungen konnten nicht gesendet werden.",
  digestUnsentOne: "1 Einladung ist noch nicht gesendet.",
  digestUnsentMany: "{waiting} Einladungen sind noch nicht gesendet.",
  digestEndingOne: "1 nicht genutzte Einladung endet innerhalb von 48 Stunden.",
  digestEndingMany: "{soon} nicht genutzte Einladungen enden innerhalb von 48 Stunden.",
  digestSubject: "{count} Aufgaben warten auf Sie",
  noticeSubject: "{count} Meldungen über die Server",
} as const satisfies Translation<typeof english>;
