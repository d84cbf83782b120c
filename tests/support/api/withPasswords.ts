interface Answer {
  status: number;
  body: unknown;
}

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/**
 * Calls of the API in which a new user can have a `password`. The API takes it from its own user only: the call creates
 * the user without it, and then sets it with a one-time link, as the user would. `confirmed` makes the link.
 */
export function withPasswords<C extends Call>(call: C, confirmed: Call = call): C {
  const passwordSetting: Call = async (method, path, body, headers) => {
    if (method !== 'POST' || !/^\/api\/(users|demand\/(managers|logins))$/.test(path) || !hasPassword(body)) {
      return call(method, path, body, headers);
    }
    const { password, ...values } = body;
    const created = await call(method, path, values, headers);
    // 0.2.0 takes it in this call, from the person who creates the user.
    if (created.status === 400 && isPasswordMissing(created.body)) return call(method, path, body, headers);
    if (created.status === 201)
      await setPassword(confirmed, `${path}/${(created.body as { id: number }).id}`, password);
    return created;
  };
  return passwordSetting as C;
}

/** Sets the password of a user, at its path, with a one-time link. */
export async function setPassword(call: Call, path: string, password: unknown): Promise<void> {
  const link = await call('POST', `${path}/signIn/link`, {});
  const { url } = link.body as { url?: string };
  const answer = await call('POST', '/api/auth/password', { token: url?.split('#')[1], password });
  if (answer.status !== 200) throw new Error(`no password: ${JSON.stringify([link, answer])}`);
}

function hasPassword(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && 'password' in body;
}

function isPasswordMissing(body: unknown): boolean {
  const { problems = [] } = body as { problems?: { path: string }[] };
  return problems.some(({ path }) => path === 'password');
}
