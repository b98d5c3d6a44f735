import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Sua sessão de prova",
  timeNow: "Hora: {time}",
  code: "Mostre este código na entrada:",
  picture: "O mesmo código para uma câmera",
  roomCode: "Código mostrado na sala",
  checkIn: "Registrar presença",
  checkedIn: "Sua presença está registrada desde as {time}.",
  together:
    "Todas as pessoas começam ao mesmo tempo. Deixe esta página aberta: seu teste começará automaticamente.",
  unset: "O início ainda não foi definido.",
  beginsIn: "Seu teste começa em {time}.",
  beginsNow: "Seu teste começa agora.",
  offline: "A conexão caiu. Esta página tenta de novo automaticamente. Você mantém todo o seu tempo.",
  ready: "Verifique sua câmera enquanto isso, para que nada atrase você.",
  waiting: "Você está na sala de espera. Um fiscal libera a sua entrada; mantenha esta página aberta.",
  waitingMeanwhile: "Enquanto isso, verifique sua câmera e leia o que está escrito aqui.",
  letIn: "Sua entrada foi liberada.{together, select, yes {} other { Você pode começar o teste.}}",
  identity: "Fotos para confirmar sua identidade",
  identityFace:
    "Antes de liberar sua entrada, um fiscal verifica uma foto do seu rosto. Tire-a aqui, por favor.",
  identityBoth:
    "Antes de liberar sua entrada, um fiscal compara uma foto do seu rosto com uma do seu documento de identidade. Tire as duas aqui, por favor.",
  identityKept:
    "Só quem pode liberar a entrada vê estas fotos. Elas são excluídas 24 horas depois que sua entrada é liberada ou, o mais tardar, 24 horas depois do fim da sessão. Elas não fazem parte do seu resultado.",
  identityAgain: "Um fiscal pede novas fotos a você.",
  identitySent: "Tudo foi enviado. Um fiscal vai verificar as fotos; mantenha esta página aberta.",
  facePicture: "Foto do seu rosto",
  documentPicture: "Foto do seu documento de identidade",
  faceHint: "Olhe para a câmera, com o rosto inteiro bem iluminado.",
  documentHint: "Aproxime da câmera o lado com sua foto, de modo que a foto e seu nome apareçam com clareza.",
  cameraOn: "Ligar a câmera",
  cameraAgain: "Tentar a câmera de novo",
  takePicture: "Tirar foto",
  takenFace: "A foto do seu rosto que você tirou",
  takenDocument: "A foto do seu documento que você tirou",
  usePicture: "Usar esta foto",
  takeAgain: "Tirar outra",
  sendAgain: "Enviar de novo",
  choosePicture: "Escolher uma imagem",
  pictureSending: "A foto está sendo enviada.",
  pictureSent: "Enviada às {time}.",
  replacePicture: "Substituir",
  replaceFace: "Substituir a foto do seu rosto",
  replaceDocument: "Substituir a foto do seu documento",
  keepSent: "Manter a enviada",
  withoutCamera:
    "Sem câmera, você pode escolher uma imagem, ou um fiscal pode verificar sua identidade pessoalmente.",
  noPictureYet: "A câmera ainda não mostra imagem. Tente de novo em instantes.",
  fileNotRead: "Este arquivo não pôde ser lido como imagem. Escolha outro, por favor.",
  canvasHidden:
    "As configurações de privacidade deste navegador impedem que páginas leiam imagens. Permita isso para esta página ou peça a um fiscal que verifique sua identidade pessoalmente.",
  pictureNotSent: "A foto não foi enviada. {reason} Ela fica guardada aqui: você pode enviá-la de novo.",
  pictureOffline:
    "Você está sem conexão. A foto fica guardada aqui: envie-a de novo quando a conexão voltar.",
} as const satisfies Translation<typeof english>;
