interface Answer {
  status: number;
  body: unknown;
}

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Calls that confirm who the caller is by a password where that is needed, and are repeated, as in the console. */
export function confirmingWith<C extends Call>(call: C, password: string): C {
  const confirming: Call = async (method, path, body, headers) => {
    const answer = await call(method, path, body, headers);
    if (answer.status !== 403 || !needsConfirmation(answer.body)) return answer;
    const confirmed = await call('POST', '/api/session/confirmation', { password });
    if (confirmed.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(confirmed.body)}`);
    return call(method, path, body, headers);
  };
  return confirming as C;
}

function needsConfirmation(body: unknown): boolean {
  const { problems = [] } = body as { problems?: { code: string }[] };
  return problems.some(({ code }) => code === 'confirmation_required');
}
