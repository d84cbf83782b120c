import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import type { CallerOf } from '../session/callerOf.ts';
import { encryptText } from './encryptText.ts';
import { responseKey } from './responseKey.ts';

/** Paths whose answers stay readable: two bring the key, the third is a document that anyone may read. */
const plainPaths: ReadonlySet<string> = new Set(['/api/auth/login', '/api/session', '/api/openapi.json']);

/** Whether the answers of a path are never encrypted. Shared reports are read by a page that knows no session. */
export function isAlwaysPlain(path: string): boolean {
  return !path.startsWith('/api/') || path.startsWith('/api/shared/') || plainPaths.has(path);
}

/**
 * Encrypts the JSON answers of signed-in callers, errors too, while ENCRYPT_RESPONSES is on; the header json-encrypt
 * tells of it. Hooks of routes, such as compression, come after this one. Register it before any route.
 */
export function registerEncryption(
  app: FastifyInstance,
  { config }: Pick<ApiDeps, 'config'>,
  callerOf: CallerOf,
): void {
  if (!config.ENCRYPT_RESPONSES) return;
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload === '' || !isEncryptable(request, reply)) return payload;
    // Where not even the session can be read, the answer is an error without anything of an account in it.
    const caller = await callerOf(request).catch(() => null);
    const key = caller?.user ? responseKey(config, caller.token) : undefined;
    if (key === undefined) return payload;
    void reply.header('json-encrypt', '1').type('text/plain; charset=utf-8').removeHeader('content-length');
    return encryptText(payload, key);
  });
}

function isEncryptable(request: FastifyRequest, reply: FastifyReply): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (isAlwaysPlain(path)) return false;
  const isDownload = reply.hasHeader('content-disposition');
  return !isDownload && String(reply.getHeader('content-type')).startsWith('application/json');
}
