import { createDecipheriv } from 'node:crypto';
import type { SessionUser } from '#api/session/sessionContract.ts';

/** A signed-in client of the management API, like any external program. */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  /** Posts a text unchanged; the content type defaults to text/plain. */
  postText<T>(path: string, text: string, type?: string): Promise<T>;
  postFile<T>(path: string, file: Uint8Array<ArrayBuffer>): Promise<T>;
}

/** Signs in and returns a client, or null when the login is refused or needs a second factor. Throws when the API cannot be reached. */
export async function signIn(apiUrl: string, login: string, password: string): Promise<ApiClient | null> {
  const answer = await fetch(`${apiUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: apiUrl },
    body: JSON.stringify({ login, password }),
  });
  if (answer.status === 401 || answer.status === 202) return null;
  if (!answer.ok) throw new Error(`Sign-in responded with ${answer.status}: ${await answer.text()}`);
  const { encryptKey } = (await answer.json()) as SessionUser;
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const call = async <T>(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ): Promise<T> => {
    const headers: Record<string, string> = { cookie, origin: apiUrl };
    if (body !== undefined) headers['content-type'] = type;
    const reply = await fetch(`${apiUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await readText(reply, encryptKey);
    if (!reply.ok) throw new Error(`${method} ${path} responded with ${reply.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, JSON.stringify(body)),
    put: (path, body) => call('PUT', path, JSON.stringify(body)),
    patch: (path, body) => call('PATCH', path, JSON.stringify(body)),
    postText: (path, text, type = 'text/plain') => call('POST', path, text, type),
    postFile: (path, file) => call('POST', path, file, 'application/octet-stream'),
  };
}

/** Reads a response's text and decrypts it if the API encrypted it: base64 of AES-256-GCM nonce, ciphertext and tag. */
async function readText(reply: Response, key: string | undefined): Promise<string> {
  const text = await reply.text();
  if (reply.headers.get('json-encrypt') !== '1' || key === undefined) return text;
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}
