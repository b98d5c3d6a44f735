import type { launch as english } from "../en/launch";
import type { Translation } from "../typed";

export const launch = {
  cannotOpen: "Nie można otworzyć tego testu",
  ownWindow: "Test otworzy się w osobnym oknie. Proszę pozostawić tę stronę otwartą: kurs pozostanie tutaj.",
  openTest: "Otwórz test",
  forTeachers:
    "Osoby uczące się, które otworzą tę aktywność, rozwiązują ten test. Każda ma jedno podejście w tej aktywności, a wynik staje się oceną, gdy tylko jest ostateczny.",
  showResults: "Pokaż wyniki",
  chooseTest: "Wybór testu tej aktywności",
  minutes: "{minutes} min",
  choose: "Wybierz",
  chooseNamed: "Wybierz: {title}",
  olderNotListed: "Starszych testów nie ma na liście.",
  expired:
    "To uruchomienie wygasło, zostało już użyte lub rozpoczęło się w innej przeglądarce. Proszę ponownie otworzyć aktywność w kursie. Jeśli to nie pomoże, proszę otworzyć aktywność w nowym oknie.",
  onlyTeachersChoose: "Testy kursu wybierają wyłącznie osoby prowadzące kurs.",
  notForPlatform:
    "Ta platforma edukacyjna nie może używać tego testu. Proszę zwrócić się do osoby prowadzącej kurs.",
  keysUnread: "Obecnie nie można odczytać kluczy platformy edukacyjnej. Proszę spróbować ponownie za chwilę.",
  noSuchTest: "Nie ma takiego testu.",
  archived:
    "Ten test jest zarchiwizowany. Zanim ktokolwiek zostanie zaproszony, trzeba przywrócić go z archiwum.",
  notLti13: "Wiadomość platformy edukacyjnej została odrzucona: nie jest zgodna z LTI 1.3.",
  unknownDeployment:
    "Wiadomość platformy edukacyjnej została odrzucona: jej identyfikator wdrożenia nie jest tu znany.",
  unknownType: "Wiadomość platformy edukacyjnej została odrzucona: jej typ nie jest tu znany.",
  noVersion: "Wiadomość platformy edukacyjnej została odrzucona: brakuje w niej version.",
  noDeployment: "Wiadomość platformy edukacyjnej została odrzucona: brakuje w niej deployment_id.",
  noType: "Wiadomość platformy edukacyjnej została odrzucona: brakuje w niej message_type.",
  noPerson: "Wiadomość platformy edukacyjnej została odrzucona: nie wskazuje żadnej osoby.",
  noActivity: "Wiadomość platformy edukacyjnej została odrzucona: nie wskazuje żadnej aktywności.",
  noRole:
    "Wiadomość platformy edukacyjnej została odrzucona: nie wskazuje roli w kursie, która może otworzyć test.",
  notATest: "Wiadomość platformy edukacyjnej została odrzucona: to, co wskazuje, nie jest testem.",
  twoTests: "Wiadomość platformy edukacyjnej została odrzucona: wskazuje dwa testy.",
  nothingToChoose: "Wiadomość platformy edukacyjnej została odrzucona: nie można wybrać dla niej aktywności.",
  noReturn: "Wiadomość platformy edukacyjnej została odrzucona: nie ma adresu dla wyboru.",
  noTestHere:
    "Wiadomość platformy edukacyjnej została odrzucona: nie ma tu testu, którego ta platforma może używać.",
  unknownPlatform: "Wiadomość platformy edukacyjnej została odrzucona: jej platforma nie jest tu znana.",
  otherServer: "Wiadomość platformy edukacyjnej została odrzucona: jej adres nie należy do tego serwera.",
  notSignedIn: "Wiadomość platformy edukacyjnej została odrzucona: platforma nie przeprowadziła logowania.",
  otherLaunch: "Wiadomość platformy edukacyjnej została odrzucona: należy do innego uruchomienia (nonce).",
  noTime: "Wiadomość platformy edukacyjnej została odrzucona: nie podaje, kiedy powstała.",
  noTest:
    "Wiadomość platformy edukacyjnej została odrzucona: nie wskazuje testu. Trzeba wybrać test dla tej aktywności.",
  otherTest:
    "Wiadomość platformy edukacyjnej została odrzucona: dotyczy innego testu niż ten, od którego zaczęto.",
  tokenTooLarge: "Wiadomość platformy edukacyjnej została odrzucona: token jest za duży.",
  tokenDemands:
    "Wiadomość platformy edukacyjnej została odrzucona: token wymaga czegoś, co nie jest tu znane (crit).",
  tokenType: "Wiadomość platformy edukacyjnej została odrzucona: token jest innego typu (typ).",
  tokenMalformed:
    "Wiadomość platformy edukacyjnej została odrzucona: token jest nieprawidłowy lub niepodpisany.",
  tokenAlgorithm: "Wiadomość platformy edukacyjnej została odrzucona: algorytm podpisu nie jest akceptowany.",
  tokenWrong:
    "Wiadomość platformy edukacyjnej została odrzucona: podpis, wystawca lub odbiorca tokenu jest nieprawidłowy.",
  tokenOtherClient: "Wiadomość platformy edukacyjnej została odrzucona: token wystawiono dla innego klienta.",
  tokenSeveralClients:
    "Wiadomość platformy edukacyjnej została odrzucona: token jest dla kilku klientów i nie wskazuje, który go zażądał.",
  tokenTime: "Wiadomość platformy edukacyjnej została odrzucona: czas w tokenie jest nieprawidłowy.",
  tokenExpired: "Wiadomość platformy edukacyjnej została odrzucona: token wygasł lub nie ma końca ważności.",
  tokenEarly:
    "Wiadomość platformy edukacyjnej została odrzucona: token nie jest jeszcze ważny. Trzeba porównać zegary platformy i serwera.",
  tokenUnknownKey:
    "Wiadomość platformy edukacyjnej została odrzucona: token podpisano kluczem, którego platforma nie publikuje.",
} as const satisfies Translation<typeof english>;
