export { take } from "../pt-BR/take";
