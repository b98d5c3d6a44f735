import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "¿Ha olvidado su contraseña?",
  forgotText:
    "Introduzca la dirección de correo electrónico de su cuenta. Le enviaremos un enlace para establecer una contraseña nueva.",
  email: "Correo electrónico",
  enterEmail: "Introduzca su correo electrónico",
  emailRequired: "El correo electrónico es obligatorio",
  sendLink: "Enviar el enlace",
  sentTitle: "Revise su buzón",
  sentText:
    "Si {email} tiene una cuenta, hay un correo con un enlace en camino. El enlace funciona una sola vez, durante 30 minutos.",
  sentHint:
    "¿No ha recibido el correo? Mire en la carpeta de correo no deseado. Quien recibió una invitación y nunca se registró no tiene contraseña: regístrese primero.",
  otherAddress: "Usar otra dirección",
  askTitle: "Pida una contraseña nueva",
  askText:
    "Este servidor no envía correos, por lo que no puede enviarle un enlace. Diríjase a su administrador.",
  askContact: "Contacto: {contact}",
  backToSignIn: "Volver al inicio de sesión",
  checkingServer: "Comprobando el servidor",
  newTitle: "Establezca una contraseña nueva",
  newText: "Después se cerrarán todas sus sesiones y entrará con la contraseña nueva.",
  newPassword: "Contraseña nueva",
  enterNewPassword: "Una contraseña nueva",
  setPassword: "Establecer la contraseña",
  doneTitle: "Su contraseña está establecida",
  doneText: "Inicie sesión con la contraseña nueva.",
  goToSignIn: "Ir al inicio de sesión",
  badTitle: "Este enlace no funciona",
  requestAnother: "Pedir otro enlace",
} as const satisfies Translation<typeof english>;
