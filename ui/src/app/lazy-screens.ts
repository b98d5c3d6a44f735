// Screens that no candidate opens during a test: the names of their chunks would be part of every candidate's first load.
export const verify = () => import("@/features/verify/VerifyPage");
export const forgot = () => import("@/features/password-reset/ForgotPage");
export const reset = () => import("@/features/password-reset/ResetPage");
export const security = () => import("@/features/security/SecurityPage");
export const shared = () => import("@/features/shared-links/SharedPage");
export const receipt = () => import("@/features/receipt/OwnPage");
export const evidence = () => import("@/features/evidence/EvidencePage");
export const adminRoot = () => import("@/features/desk/AdminRoot");
export const createTest = () => import("@/features/tests/create/CreateTestPage");
export const trial = () => import("@/features/tests/trial/TrialPage");
export const apiTokens = async () => ({ default: (await import("@/features/desk/Rooms")).TokensRoom });
export const sessions = async () => ({ default: (await import("@/features/desk/Rooms")).SessionsRoom });
export const session = async () => ({ default: (await import("@/features/desk/Rooms")).SessionRoom });
export const test = () => import("@/features/desk/TestRoom");
export const monitoring = () => import("@/features/monitoring/MonitoringPage");
export const monitor = () => import("@/features/monitoring/MonitorPage");
export const admin = () => import("@/features/desk/AdminPage");
