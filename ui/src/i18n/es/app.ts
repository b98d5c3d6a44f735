import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "Esta página no existe.",
  partMissing: "No se pudo cargar una parte de la página. Compruebe su conexión y vuelva a cargarla.",
  replaced: "El sitio se ha actualizado. Vuelva a cargar esta página. Se conserva lo que ha escrito.",
  ranIntoProblem: "La página ha tenido un problema. Vuelva a cargarla para continuar.",
  startingPageAgain: "La página se está reiniciando",
  failed: "Error inesperado de la aplicación",
  reload: "Volver a cargar",
  goToStart: "Ir a la página de inicio",
  loadingPage: "Cargando la página",
  pageNotFound: "Página no encontrada",
  checkAddress:
    "Puede que la dirección esté mal escrita o que la página se haya movido. No se ha perdido nada.",
} as const satisfies Translation<typeof english>;
