import type { Translation } from "../../typed";
import type { rehearsalResults as english } from "../en/rehearsal-results";

export const rehearsalResults = {
  busyItself:
    "Der Rechner, der die Kandidaten simulierte, war selbst ausgelastet; seine Messwerte sagen daher nichts über den Server aus. Verwenden Sie einen schnelleren Rechner oder mehrere mit jeweils weniger Kandidaten.",
  saidNothing: "Der Server hat keine Angaben über sich gemacht.",
  cutOff: "Die Generalprobe wurde abgebrochen.",
  certificateAccepted: "Browser akzeptieren das Zertifikat.",
  certificateRefused: "Browser weisen das Zertifikat zurück: {why}.",
  certificateFix:
    "Verwenden Sie ein Zertifikat für den Namen in den Links, von einer Stelle, der die Rechner des Raums vertrauen; für eine eigene Stelle geben Sie --ca-file an.",
  certificateValid: "So lange ist das Zertifikat noch gültig.",
  certificateRenew: "Erneuern Sie das Zertifikat vor der Sitzung.",
  linksElsewhere:
    "Die Links der Kandidaten führen zu {url}: Die Adresse ist erreichbar, ihre Geschwindigkeit wurde nicht gemessen.",
  linksRefused: "Browser lehnen das Zertifikat von {url} ab, wohin die Links der Kandidaten führen: {why}.",
  linksUnreachable: "Die Links der Kandidaten führen zu {url}, was dieser Rechner nicht erreicht: {why}.",
  linksFix:
    "Starten Sie den Server mit --public-url, einer Adresse, die der Raum erreicht, und einem Zertifikat für ihren Namen.",
  clockBehind: "So viel geht die Uhr des Servers gegenüber diesem Rechner nach.",
  clockAhead: "So viel geht die Uhr des Servers gegenüber diesem Rechner vor.",
  clockSetBehind:
    "So viel wurde die Uhr des Server-Rechners gegenüber diesem Rechner zurückgestellt: Der Server folgt ihr, sobald kein Test läuft.",
  clockSetAhead:
    "So viel wurde die Uhr des Server-Rechners gegenüber diesem Rechner vorgestellt: Der Server folgt ihr, sobald kein Test läuft.",
  clockFix: "Stellen Sie beide Uhren über NTP: timedatectl set-ntp true.",
  noCall: "Es gab keinen solchen Aufruf.",
  halfTook: "{sentence} Die Hälfte dauerte höchstens {time}; es waren {count}.",
  slowFix: "Prüfen Sie Prozessor und Datenträger des Servers sowie das Netz dazwischen.",
  pages: "99 von 100 Seiten öffneten sich innerhalb dieser Zeit.",
  starts: "99 von 100 Tests begannen innerhalb dieser Zeit, alle zugleich.",
  saves: "99 von 100 Speicherungen waren innerhalb dieser Zeit dauerhaft.",
  reconnects:
    "99 von 100 Seiten, die ihre Verbindung verloren, hatten ihren Test innerhalb dieser Zeit zurück.",
  submits: "99 von 100 Tests wurden innerhalb dieser Zeit abgegeben.",
  retried: "Bei diesem Anteil der Aufrufe war ein zweiter Versuch nötig.",
  retriedFirst: "Bei diesem Anteil der Aufrufe war ein zweiter Versuch nötig. Die ersten: {errors}.",
  retriedFix: "Suchen Sie nach verlorenen Paketen im Netz.",
  failed: "Aufrufe schlugen endgültig fehl.",
  failedFirst: "Aufrufe schlugen endgültig fehl. Die ersten: {errors}.",
  failedFix: "Prüfen Sie das Protokoll des Servers und das Netz dazwischen.",
  allThere: "Jede bestätigte Antwort war nach einer neuen Verbindung und am Ende vorhanden.",
  notThere: "Bestätigte Antworten waren später nicht vorhanden.",
  notThereFix: "Führen Sie auf dem Server „invigil check“ und „invigil doctor“ aus.",
  syncUnknown: "Der Server gibt nicht an, wie schnell sein Datenträger ist.",
  sync: "Neun von zehn kleinen Schreibvorgängen waren innerhalb dieser Zeit dauerhaft.",
  syncFix:
    "Legen Sie den Datenordner auf einen lokalen Datenträger, am besten eine SSD; eine Netzwerkfreigabe ist langsam.",
  filesUnknown: "Der Server gibt nicht an, wie viele Dateien er öffnen darf.",
  files: "So viele Dateien darf der Server öffnen; eine Verbindung ist eine Datei.",
  filesFix:
    "Erhöhen Sie die Grenze: LimitNOFILE=65536 in der systemd-Unit oder „ulimit -n 65536“ vor dem Start.",
  memoryUnknown: "Der Server gibt nicht an, wie viel Arbeitsspeicher frei ist.",
  memory: "So viel Arbeitsspeicher blieb auf dem Server unter Last frei.",
  memoryFix: "Fügen Sie Arbeitsspeicher hinzu, oder beenden Sie andere Programme auf dem Server.",
  processor: "So viel aller Prozessoren nutzte der Server in den Sekunden höchster Last.",
  processorFix: "Verwenden Sie einen Rechner mit mehr Prozessoren.",
  diskFullFix: "Schaffen Sie Speicherplatz: Es können keine neuen Tests begonnen werden.",
  diskFull: "Der Datenträger der Daten ist voll.",
  diskUnknown: "Der Server gibt nicht an, wie viel Speicherplatz frei ist.",
  disk: "So viel ist auf dem Datenträger der Daten frei.",
  diskFix: "Schaffen Sie Speicherplatz, oder verschieben Sie den Datenordner auf einen größeren Datenträger.",
  backupFix: "Erstellen Sie eine mit „invigil backup DATEI“, und tägliche mit „serve --backup-dir ORDNER“.",
  backupNone: "Es gibt keine Sicherung der Daten.",
  backup: "So alt ist die neueste Sicherung.",
  videoOff: "Live-Video ist auf dem Server ausgeschaltet.",
  videoUntried: "Live-Video wurde nicht versucht.",
  camerasBlocked: "Kameras kamen nicht durch, weder über UDP noch über TCP.",
  camerasBlockedWhy: "Kameras kamen nicht durch, weder über UDP noch über TCP. {errors}.",
  camerasFix:
    "Öffnen Sie den Port für Live-Video für UDP und TCP, und geben Sie die Adresse des Servers mit --media-advertise an.",
  cameras: "Alle versuchten Kameras kamen durch.",
  udpBlocked:
    "UDP ist zwischen diesem Netz und dem Port für Live-Video gesperrt: So viele Kameras nutzten TCP, wo ein verlorenes Paket alle folgenden verzögert.",
  udpPartly:
    "UDP erreichte den Port für Live-Video nur bei einem Teil der Kameras: So viele andere nutzten TCP, wo ein verlorenes Paket alle folgenden verzögert.",
  udpPartlyFix:
    "Suchen Sie nach verlorenen Paketen und nach Firewalls, die Verbindungen begrenzen. Oder akzeptieren Sie TCP mit --accept-tcp-video.",
  udpFix: "Lassen Sie UDP zum Port für Live-Video durch, oder akzeptieren Sie TCP mit --accept-tcp-video.",
  udp: "Live-Video läuft über UDP.",
  firstFrames: "99 von 100 Kameras sendeten ihr erstes Bild innerhalb dieser Zeit.",
  networkFix: "Prüfen Sie das Netz dazwischen.",
  lossFix:
    "Suchen Sie nach einer überlasteten oder gestörten Verbindung: Kabel, Switches, WLAN-Zugangspunkte.",
  loss: "So viele Pakete erreichten den Server nicht, beim Ton oder bei Bildern vor dem erneuten Senden: Der Ton hat Lücken, Bilder ruckeln.",
  lossUnknown: "Der Server hat noch keinen Paketverlust gemeldet: Lassen Sie die Generalprobe länger laufen.",
  ownFix: "Verwenden Sie einen schnelleren Rechner, oder simulieren Sie weniger Kandidaten.",
  ownProcessor: "So viel der eigenen Prozessoren nutzte der Rechner, der die Kandidaten simulierte.",
  ownLag: "So verspätet waren 99 von 100 seiner eigenen Zeitgeber.",
} as const satisfies Translation<typeof english>;
