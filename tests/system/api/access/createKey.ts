import type { CreatedKey, NewKeyRequest } from '#api/keys/keyContract.ts';
import type { Caller, TestApi } from '../startTestApi.ts';

/** Makes calls as a program with a bearer token does. */
export function programOf(api: Pick<TestApi, 'anonymous'>, token: string): Caller {
  return (method, path, body, headers = {}) =>
    api.anonymous(method, path, body, { authorization: `Bearer ${token}`, ...headers });
}

/** Creates an API key of a user, by default one to read reports without an end. Throws when it is refused. */
export async function createKey(owner: Caller, values: Partial<NewKeyRequest> = {}): Promise<CreatedKey> {
  const answer = await owner('POST', '/api/keys', {
    name: 'a key',
    scopes: ['reports:read'],
    expiresAt: null,
    ...values,
  } satisfies NewKeyRequest);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as CreatedKey;
}
