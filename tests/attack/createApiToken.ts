import type { Caller } from '../system/api/startTestApi.ts';

/** Creates an API token for the account of an owner, which replaces and invalidates its earlier token. */
export async function createApiToken(owner: Caller): Promise<string> {
  const { status, body, text } = await owner('POST', '/api/demand/token');
  if (status !== 201) throw new Error(`no token: ${status} ${text}`);
  return (body as { token: string }).token;
}
