import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "As respostas a uma seção que já havia terminado são guardadas à parte.",
  failedToSubmit: "Não foi possível enviar o teste: {reason}",
  serverUnreachable: "Não foi possível acessar o servidor.",
  failedToStart: "Não foi possível começar o teste: {reason}",
  loadingPractice: "Carregando a prática",
  candidate: "Candidato",
  duration: "Duração",
  questions: "Questões",
  start: "Começar",
  monitoringRequired:
    "<b>O monitoramento por vídeo é obrigatório.</b> O navegador pedirá acesso à câmera e ao microfone quando você começar. Durante o teste, os administradores podem ver e ouvir você ao vivo, e guardar imagens estáticas da sua câmera com o seu teste. Vídeo e som não são gravados.",
  monitoringWithClips:
    "<b>O monitoramento por vídeo é obrigatório.</b> O navegador pedirá acesso à câmera e ao microfone quando você começar. Durante o teste, os administradores podem ver e ouvir você ao vivo, e guardar imagens estáticas da sua câmera com o seu teste. Em torno de cada imagem estática e de cada momento marcado por um administrador, o vídeo da sua câmera é guardado, sem som: de no máximo 40 segundos antes até 30 segundos depois. Nenhum outro vídeo e nenhum som é gravado.",
  clipsAlso: "<b>O vídeo também é guardado em torno destes momentos:</b> {moments}.",
  momentTabHidden: "quando você sai desta página",
  momentFullscreenLeft: "quando você sai da tela cheia",
  momentPaste: "quando você cola texto",
  momentSecondScreen: "quando há uma segunda tela conectada",
  momentCameraLost: "quando a sua câmera para",
  recordedBesides:
    "<b>O que é registrado além das suas respostas:</b> por quanto tempo cada questão fica visível, quando você sai desta página ou da tela cheia, quanto texto você cola (nunca o conteúdo), se há uma segunda tela conectada, caso o navegador informe, quando a sua câmera está desligada, e imagens estáticas dela. Os administradores veem isso com o seu resultado e o guardam pelo mesmo tempo que ele. Nada disso encerra o seu teste automaticamente.",
  opensFullscreen:
    "Este teste abre em tela cheia quando possível. Sair da tela cheia é registrado, mas não encerra o teste.",
  startTest: "Começar o teste",
  cameraAsked: "O navegador está pedindo acesso à câmera. Responda ao pedido para continuar.",
  yourAnswer: "A sua resposta",
  writeAnswerHere: "Escreva a sua resposta aqui",
  loadingAnswerField: "Carregando o campo de resposta…",
  clearAnswer: "Limpar a resposta",
  question: "Questão {number}",
  markedForLater: "Marcada para depois",
  markForLater: "Marcar para depois",
  passage: "Texto de apoio",
  instructions: "Instruções desta seção",
  previous: "Anterior",
  submitTest: "Enviar o teste",
  next: "Próxima",
  questionOf: "Questão {number} de {total}",
  allQuestions: "Todas as questões",
  questionsAnswered: "Questões respondidas",
  submitQuestion: "Enviar o seu teste? Depois de enviar, você não poderá alterar nada.",
  loadingSection: "Carregando a seção",
  timeLeft: "Tempo restante",
  connectionLost: "A conexão foi perdida. Você pode continuar; as suas respostas estão guardadas.",
  keepsNothing:
    "<b>Este navegador não permite que a página guarde respostas no computador.</b> Mantenha esta página aberta até que o cabeçalho informe que as suas respostas estão salvas no servidor.",
  notOnServer:
    "<b>As suas últimas respostas ainda não estão no servidor.</b> {detail} Nada se perde: a página as guarda e continua tentando.",
  openElsewhere:
    "<b>Este teste está aberto agora em outro navegador ou em outro dispositivo.</b> Continue lá. O que você escrever aqui será guardado para o avaliador, mas não conta automaticamente.",
  partFails: "Uma parte desta página continua falhando",
  answersKept: "As suas respostas estão guardadas. A página continua tentando automaticamente.",
  reload: "Recarregar",
  cannotBeLoaded: "O teste não pode ser carregado no momento",
  staysOpen: "{problem} Esta página permanece aberta e continua tentando; nada se perde.",
  loadingTest: "Carregando o teste",
  unableToLoad: "Não foi possível carregar o teste: {detail}",
  clockStarts:
    "O tempo começa com o teste e não para. As suas respostas são salvas enquanto você digita, mesmo que a conexão caia. Cada versão da sua resposta é guardada, inclusive o texto que você apagar.",
  clockStartsTyped:
    "O tempo começa com o teste e não para. As suas respostas são salvas enquanto você digita, mesmo que a conexão caia. Cada versão da sua resposta é guardada, inclusive o texto que você apagar e quando você o digitou.",
  pageTitle: "{title} - Invigil",
  kibUsed: "{used} de {limit} KiB usados",
  overLimit:
    "Uma resposta pode ter no máximo {limit} KiB de texto. A última alteração foi rejeitada: encurte o texto e tente novamente.",
  minutesLeft: "{count, plural, one {resta # minuto} other {restam # minutos}}",
  minutesLeftInSection:
    "{count, plural, one {resta # minuto nesta seção} other {restam # minutos nesta seção}}",
  keptUntilBack:
    "{place, select, computer {Guardado neste computador até a conexão voltar} other {Guardado somente nesta página até a conexão voltar}}",
  keptWhileBusy:
    "{place, select, computer {Guardado neste computador enquanto o servidor está ocupado} other {Guardado somente nesta página enquanto o servidor está ocupado}}",
  keptNotAccepted:
    "{place, select, computer {Guardado neste computador, não aceito pelo servidor} other {Guardado somente nesta página, não aceito pelo servidor}}",
  keptBlocked:
    "{place, select, computer {Guardado neste computador} other {Guardado somente nesta página}}: {count, plural, one {# resposta ainda não está no servidor} other {# respostas ainda não estão no servidor}}",
  savedAsTyped: "As suas respostas são salvas enquanto você digita",
  savedAt: "Salvo no servidor às {time}",
  saving: "Salvando…",
  keptAside: "Guardado à parte: este teste está aberto em outro navegador",
  goToNumber: "Ir para a questão {number}",
  noCameraAgreed:
    "Você faz este teste sem câmera, como combinado. Ela não será pedida, e a falta dela não conta contra você.",
} as const satisfies Translation<typeof english>;
