/** Something of a request or an answer that the standard forbids, or that was put right. */
export interface Fault {
  /** Name of the rule, stable. */
  code: string;
  /** What must be so, in one sentence. */
  message: string;
  /** Where it stands: "imp.0.banner.format.1.w"; empty for the whole. */
  path: string;
}
