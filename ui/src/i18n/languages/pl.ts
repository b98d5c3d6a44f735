export { app } from "../pl/app";
export { errors } from "../pl/errors";
export { format } from "../pl/format";
export { kinds } from "../pl/kinds";
export { richText } from "../pl/rich-text";
export { shared } from "../pl/shared";
export const take = () => import("./pl-take");
export const invite = () => import("./pl-invite");
export const rest = () => import("./pl-rest");
