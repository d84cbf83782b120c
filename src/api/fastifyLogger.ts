import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from '#runtime/log/createLogger.ts';

/** The form in which Fastify logs an error. */
interface Bound {
  err?: unknown;
  msg?: string;
}

/** Adapts our log to Fastify. Whatever accompanies an error, such as the request with its headers, is left out. */
export function fastifyLogger(logger: Logger): FastifyBaseLogger {
  const writer = (write: (what: unknown) => void) => (bound: unknown, text?: string) => {
    if (typeof bound !== 'object' || bound === null || bound instanceof Error) return write(bound);
    const { err, msg } = bound as Bound;
    write(err ?? text ?? msg ?? 'log entry without text');
  };
  const error = writer(logger.error);
  const info = writer(logger.info);
  const nothing = () => undefined;
  return {
    level: 'info',
    fatal: error,
    error,
    warn: writer(logger.warn),
    info,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: (bindings) => {
      const { reqId } = bindings as { reqId?: unknown };
      return fastifyLogger(typeof reqId === 'string' ? logger.ofRequest(reqId) : logger);
    },
  };
}
