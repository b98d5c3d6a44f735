import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "Esqueceu a senha?",
  forgotText: "Digite o endereço de e-mail da sua conta. Enviaremos um link para definir uma nova senha.",
  email: "E-mail",
  enterEmail: "Digite seu e-mail",
  emailRequired: "O e-mail é obrigatório",
  sendLink: "Enviar o link",
  sentTitle: "Verifique sua caixa de entrada",
  sentText:
    "Se {email} tiver uma conta, um e-mail com um link está a caminho. O link funciona uma única vez, durante 30 minutos.",
  sentHint:
    "Nenhum e-mail? Procure na pasta de spam. Quem recebeu um convite e nunca se cadastrou não tem senha: cadastre-se primeiro.",
  otherAddress: "Usar outro endereço",
  askTitle: "Peça uma nova senha",
  askText:
    "Este servidor não envia e-mails e, por isso, não pode enviar um link. Fale com o seu administrador.",
  askContact: "Contato: {contact}",
  backToSignIn: "Voltar ao login",
  checkingServer: "Verificando o servidor",
  newTitle: "Defina uma nova senha",
  newText: "Depois disso, todas as suas sessões serão encerradas, e você entrará com a nova senha.",
  newPassword: "Nova senha",
  enterNewPassword: "Digite uma nova senha",
  setPassword: "Definir a senha",
  doneTitle: "Sua senha foi definida",
  doneText: "Entre com a nova senha.",
  goToSignIn: "Ir para o login",
  badTitle: "Este link não funciona",
  requestAnother: "Solicitar outro link",
} as const satisfies Translation<typeof english>;
