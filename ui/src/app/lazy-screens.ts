// Screens that no candidate opens during a test: the names of their chunks would be part of every candidate's first load.
export const verify = () => import("@/features/verify/VerifyPage");
export const forgot = () => import("@/features/password-reset/ForgotPage");
export const reset = () => import("@/features/password-reset/ResetPage");
export const security = () => import("@/features/security/SecurityPage");
export const shared = () => import("@/features/shared-links/SharedPage");
export const receipt = () => import("@/features/receipt/OwnPage");
export const evidence = () => import("@/features/evidence/EvidencePage");
export const adminRoot = () => import("@/features/desk/AdminRoot");
export const rooms = () => import("@/features/desk/Rooms");
export const test = () => import("@/features/desk/TestRoom");
export const monitoring = () => import("@/features/monitoring/MonitoringPage");
export const monitor = () => import("@/features/monitoring/MonitorPage");
export const admin = () => import("@/features/desk/AdminPage");
