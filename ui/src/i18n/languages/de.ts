export { app } from "../de/app";
export { errors } from "../de/errors";
export { format } from "../de/format";
export { kinds } from "../de/kinds";
export { richText } from "../de/rich-text";
export { shared } from "../de/shared";
export const take = () => import("./de-take");
export const invite = () => import("./de-invite");
export const rest = () => import("./de-rest");
