import type { FastifyRequest } from 'fastify';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Caller } from './session/callerOf.ts';

/** The caller of a request as the logs record it. */
export function authorOf(
  request: FastifyRequest,
  { user, isProgram, key }: Pick<Caller, 'user' | 'isProgram' | 'key'>,
): Author {
  return {
    // A program has the rights of the owner, but is not the owner.
    userId: isProgram ? null : (user?.id ?? null),
    adminId: user?.adminId ?? null,
    ...(key ? { keyId: key.id } : {}),
    ip: request.ip,
    source: isProgram ? 'api' : 'console',
    requestId: request.id,
    userAgent: request.headers['user-agent'] ?? '',
  };
}
