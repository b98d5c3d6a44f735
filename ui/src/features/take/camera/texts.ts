import { texts } from "@/i18n";
import { camera } from "@/i18n/en/camera";

export const t = texts("camera", camera);
