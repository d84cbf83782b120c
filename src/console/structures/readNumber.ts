/** A number while it is being typed: an invalid one stays text, so that validation refuses it. */
export type TypedNumber = number | string;

/** Parses typed text as a number where possible. */
export function readNumber(text: string): TypedNumber {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
