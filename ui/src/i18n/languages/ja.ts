export { app } from "../ja/app";
export { errors } from "../ja/errors";
export { format } from "../ja/format";
export { kinds } from "../ja/kinds";
export { richText } from "../ja/rich-text";
export { shared } from "../ja/shared";
export const take = () => import("./ja-take");
export const invite = () => import("./ja-invite");
export const rest = () => import("./ja-rest");
