export { app } from "../pt-BR/app";
export { errors } from "../pt-BR/errors";
export { format } from "../pt-BR/format";
export { kinds } from "../pt-BR/kinds";
export { richText } from "../pt-BR/rich-text";
export { shared } from "../pt-BR/shared";
export const take = () => import("./pt-BR-take");
export const invite = () => import("./pt-BR-invite");
export const rest = () => import("./pt-BR-rest");
