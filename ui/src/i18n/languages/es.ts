export { app } from "../es/app";
export { errors } from "../es/errors";
export { format } from "../es/format";
export { kinds } from "../es/kinds";
export { richText } from "../es/rich-text";
export { shared } from "../es/shared";
export const take = () => import("./es-take");
export const invite = () => import("./es-invite");
export const rest = () => import("./es-rest");
