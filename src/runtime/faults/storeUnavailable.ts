/** Codes of the operating system for a connection that fails or breaks. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's codes while it shuts down, starts up, has crashed, or accepts no more clients: SQLSTATE class 08 and
 * parts of 53 and 57 (PostgreSQL, appendix A).
 */
const sqlStates = /^(08...|53300|57P0[1-3])$/;

/** Messages of `pg` and its pool, which have no code, for a connection that is lost or was never made. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether an error, or any of its causes, means that a store cannot be reached. */
export function isStoreUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code = '', syscall } = each as NodeJS.ErrnoException;
    if (networkCodes.has(code) || sqlStates.test(code) || pgMessages.test(each.message)) return true;
    // The socket may be a file. It is missing while the embedded store is down, and refuses connections when too many
    // wait for a server that is frozen or busy.
    if ((code === 'ENOENT' || code === 'EAGAIN') && syscall === 'connect') return true;
  }
  return false;
}
