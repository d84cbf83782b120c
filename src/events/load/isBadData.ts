/** ClickHouse's error codes for rows that no retry can fix: unreadable, wrong type, out of range. */
const badDataCodes: ReadonlySet<string> = new Set([
  '6', // CANNOT_PARSE_TEXT
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '33', // CANNOT_READ_ALL_DATA
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '70', // CANNOT_CONVERT_TYPE
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '131', // TOO_LARGE_STRING_SIZE
]);

/**
 * Whether an insert was rejected because of its rows. All other errors, even a missing table, may be temporary and are
 * retried.
 */
export function isBadData(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // Too many parts means a busy table, which is temporary; too many partitions means a row with an absurd time.
  if (code === '252') return /partitions/i.test(String(message));
  return badDataCodes.has(String(code));
}
