import type { Product } from '../e2e/product.ts';
import { withPasswords } from '../support/api/withPasswords.ts';
import { password, type ApiResponse, type Caller } from '../system/api/startTestApi.ts';

/** The management API of a running product. */
export interface ProductApi {
  anonymous: Caller;
  /** Signs in: returns the session's cookie and its caller. */
  openSession(login: string, withPassword?: string): Promise<{ cookie: string; call: Caller }>;
  signIn(login: string, withPassword?: string): Promise<Caller>;
  /** A program with a bearer token. */
  program(token: string): Caller;
}

/** Opens the API of a product. */
export function openProductApi({ consoleUrl }: Pick<Product, 'consoleUrl'>): ProductApi {
  const callerWith = (own: Record<string, string>): Caller =>
    withPasswords(async (method, path, body, headers = {}) => {
      const isText = typeof body === 'string' || Buffer.isBuffer(body);
      const answer = await fetch(consoleUrl + path, {
        method,
        redirect: 'manual',
        headers: {
          ...own,
          ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
      });
      return { ...(await readAnswer(answer)), headers: Object.fromEntries(answer.headers) };
    });
  const anonymous = callerWith({});
  const openSession = async (login: string, withPassword = password) => {
    const answer = await anonymous('POST', '/api/auth/login', { login, password: withPassword });
    if (answer.status !== 200) throw new Error(`${login} was refused: ${answer.text}`);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { cookie, call: callerWith({ cookie }) };
  };
  return {
    anonymous,
    openSession,
    signIn: async (login, withPassword) => (await openSession(login, withPassword)).call,
    program: (token) => callerWith({ authorization: `Bearer ${token}` }),
  };
}

async function readAnswer(answer: Response): Promise<Omit<ApiResponse, 'headers'>> {
  const text = await answer.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not every response is JSON.
  }
  return { status: answer.status, body, text };
}
