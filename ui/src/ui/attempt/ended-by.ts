import { t } from "@/lib/timeline-texts";

const ENDED_BY = { candidate: "byCandidate", deadline: "byServer", admin: "byAdmin" } as const;

/** Who ended a test. */
export const endedBy = (by: keyof typeof ENDED_BY) => t(ENDED_BY[by]);
