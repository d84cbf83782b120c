import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import type { CallerOf } from '../session/callerOf.ts';
import { responseKey } from './responseKey.ts';
import { createCipheriv, randomBytes } from 'node:crypto';

/** Paths whose responses stay plain: one contains the key, the other is a public document. */
const plainPaths: ReadonlySet<string> = new Set(['/api/session', '/api/openapi.json']);

/** Whether the responses of a path are never encrypted: those of signing in contain the key, and shared reports have no session. */
export function isAlwaysPlain(path: string): boolean {
  return !path.startsWith('/api/') || /^\/api\/(?:auth|shared)\//.test(path) || plainPaths.has(path);
}

/**
 * Encrypts the JSON responses to signed-in callers, errors included, while ENCRYPT_RESPONSES is on; the header
 * json-encrypt marks them. Hooks of routes, such as compression, run after this one. Register it before any route.
 */
export function registerEncryption(
  app: FastifyInstance,
  { config }: Pick<ApiDeps, 'config'>,
  callerOf: CallerOf,
): void {
  if (!config.ENCRYPT_RESPONSES) return;
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload === '' || !isEncryptable(request, reply)) return payload;
    // When the session cannot be read, the response is an error that contains no account data.
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

/**
 * Encrypts a text with AES-256-GCM and a key of 32 bytes (base64). Returns base64 of a fresh 12-byte nonce, the
 * ciphertext and the 16-byte tag, concatenated.
 */
function encryptText(text: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
