/** A number of a structure while it is typed: what is no number yet stays text, for the rules to refuse. */
export type TypedNumber = number | string;

/** What was typed, as a number where it is one. */
export function readNumber(text: string): TypedNumber {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
