/** An error of ClickHouse: `code` and `name` from its list of errors. */
export class ClickHouseFault extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, name: string, message: string, status = statusOf(code)) {
    super(`Code: ${code}. DB::Exception: ${message} (${name})`);
    this.code = code;
    this.status = status;
  }
}

/** HTTP status of an error code in ClickHouse's HTTP interface. */
export function statusOf(code: number): number {
  const found = statuses.find(([, codes]) => codes.includes(code));
  return found?.[0] ?? 500;
}

/**
 * The engine's error text, without the beginning that it repeats for inserts, and its code. Null for any other error.
 */
export function readEngineError(error: unknown): { code: number; text: string } | null {
  const text = error instanceof Error ? error.message : String(error);
  const match = /^Code: (\d+)\. DB::Exception: /.exec(text);
  if (!match) return null;
  const remaining = text.slice(match[0].length);
  return { code: Number(match[1]), text: remaining.startsWith(match[0]) ? remaining : text };
}

const statuses: readonly (readonly [status: number, codes: readonly number[]])[] = [
  [400, [6, 26, 27, 33, 38, 41, 43, 47, 53, 62, 70, 72, 115, 117, 130, 131, 456, 457]],
  [403, [164, 192, 193, 194, 291, 497, 516]],
  [404, [46, 50, 57, 60, 81]],
  [413, [307]],
  [501, [48]],
  [503, [202]],
  [504, [159]],
];
