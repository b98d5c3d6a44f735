export { app } from "../fr/app";
export { errors } from "../fr/errors";
export { format } from "../fr/format";
export { kinds } from "../fr/kinds";
export { richText } from "../fr/rich-text";
export { shared } from "../fr/shared";
export const take = () => import("./fr-take");
export const invite = () => import("./fr-invite");
export const rest = () => import("./fr-rest");
