export { invite } from "../pt-BR/invite";
