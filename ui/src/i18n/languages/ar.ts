export { app } from "../ar/app";
export { errors } from "../ar/errors";
export { format } from "../ar/format";
export { kinds } from "../ar/kinds";
export { richText } from "../ar/rich-text";
export { shared } from "../ar/shared";
export const take = () => import("./ar-take");
export const invite = () => import("./ar-invite");
export const rest = () => import("./ar-rest");
