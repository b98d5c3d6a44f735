import type { Init, Reply } from "@/api/operations";

export type Ranking = Reply<"/tests/{id}/ranking", "get">;
export type RankingRow = Ranking["rows"][number];
export type RankingQuery = NonNullable<Init<"/tests/{id}/ranking", "get">["query"]>;
export type FieldFigures = Ranking["field"];
export type RankedQuestion = Ranking["questions"][number];
export type Decision = NonNullable<RankingRow["decision"]>;
export type DecisionValue = Decision["value"];
export type Flags = RankingRow["flags"];
export type Matrix = Reply<"/tests/{id}/matrix", "get">;
export type MatrixRow = Matrix["rows"][number];
export type MatrixCell = MatrixRow["cells"][number];
export type Comparison = Reply<"/results/compare", "get">;
export type PassMarkPreview = Reply<"/tests/{id}/pass-mark/preview", "post">;
export type SendReply = Reply<"/decisions/send", "post">;
export type SendRow = SendReply["rows"][number];
