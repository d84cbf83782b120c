/** Codes of the operating system and of PostgreSQL (SQLSTATE, appendix A) for a full disk or an exceeded quota. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** ClickHouse's NOT_ENOUGH_SPACE. */
const clickHouseFull = '243';

/** ClickHouse's errors for files that cannot be written, which contain the operating system's message. */
const fullWords = /No space left on device|Disk quota exceeded|\berrno: (28|122)\b|, not enough space\b/;

/** Whether an error, or any of its causes, means that a disk is full. */
export function isStorageFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, message } = each as { code?: unknown; message: string };
    if (fullCodes.has(String(code)) || fullWords.test(message)) return true;
    if (String(code) === clickHouseFull) return true;
  }
  return false;
}
