import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from '#runtime/log/createLogger.ts';

/** Logs a fault of our own code under an ID that the response has as `x-request-id`, unless it has begun. */
export function logFault(logger: Logger, response: ServerResponse, error: unknown): void {
  const requestId = randomUUID();
  if (!response.headersSent) response.setHeader('x-request-id', requestId);
  logger.ofRequest(requestId).error(error);
}
