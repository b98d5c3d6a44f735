/** Not needed for the first paint: others write into a page after it, and deployments come later. */
export { Guard } from "@/lib/foreign/guard";
export { watchParts } from "./next-build";
