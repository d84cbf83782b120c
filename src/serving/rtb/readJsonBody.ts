import type { IncomingMessage } from 'node:http';
import { readBody } from './readBody.ts';

/** A body as JSON, or the status and problem that its sender gets. */
export type JsonBody =
  | { ok: true; json: unknown }
  | { ok: false; status: 400 | 413 | 415; problem: { code: string; message: string } };

/** Reads a body that must be JSON, whatever its content type. Never rejects. */
export async function readJsonBody(message: IncomingMessage): Promise<JsonBody> {
  const body = await readBody(message);
  if (!body.ok) return { ok: false, status: body.status, problem: { code: body.code, message: body.message } };
  try {
    return { ok: true, json: JSON.parse(body.text) };
  } catch {
    return { ok: false, status: 400, problem: { code: 'invalid_json', message: 'The body is not JSON' } };
  }
}
