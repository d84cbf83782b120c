/** What the operating system says of a connection that cannot be made, or has broken. */
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
 * What PostgreSQL says when it shuts down, starts up, has crashed, or takes no further client: SQLSTATE classes 08 and
 * parts of 53 and 57 (PostgreSQL, appendix A).
 */
const sqlStates = /^(08...|53300|57P0[1-3])$/;

/** What `pg` and its pool say, without any code, of a connection that is gone or never came to be. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether something was thrown because a store cannot be reached, anywhere along its causes. */
export function isStoreUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code = '', syscall } = each as NodeJS.ErrnoException;
    if (networkCodes.has(code) || sqlStates.test(code) || pgMessages.test(each.message)) return true;
    // The socket of the embedded store is a file: it is missing while the store is down.
    if (code === 'ENOENT' && syscall === 'connect') return true;
  }
  return false;
}
