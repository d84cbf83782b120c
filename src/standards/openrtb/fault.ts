/** A violation of the standard in a request or response, or a value that was corrected. */
export interface Fault {
  /** Name of the rule, stable. */
  code: string;
  /** The requirement, in one sentence. */
  message: string;
  /** Path of the field: "imp.0.banner.format.1.w"; empty for the whole. */
  path: string;
}
