import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Sua sessão de prova",
  code: "Mostre este código na entrada:",
  picture: "O mesmo código para uma câmera",
  roomCode: "Código mostrado na sala",
  checkIn: "Registrar presença",
  checkedIn: "Sua presença está registrada desde as {time}.",
  together: "Todos começam ao mesmo tempo. Deixe esta página aberta: seu teste começa sozinho.",
  unset: "O início ainda não foi definido.",
  beginsIn: "Seu teste começa em {time}.",
  beginsNow: "Seu teste começa agora.",
  offline: "A conexão caiu. Esta página tenta de novo sozinha. Você mantém todo o seu tempo.",
  ready: "Verifique sua câmera enquanto isso, para que nada atrase você.",
  waiting: "Você está na sala de espera. Um fiscal libera a sua entrada; mantenha esta página aberta.",
  waitingMeanwhile: "Enquanto isso, verifique sua câmera e leia o que está escrito aqui.",
  letIn: "Sua entrada foi liberada. Você pode começar o teste.",
} as const satisfies Translation<typeof english>;
