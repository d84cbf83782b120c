import { type Caller, password, problemsOf } from '../startTestApi.ts';

/** A caller that confirms who it is by its password where a call needs it, and repeats the call, as the console does. */
export function confirming(call: Caller): Caller {
  return async (method, path, body, headers) => {
    const answer = await call(method, path, body, headers);
    if (answer.status !== 403 || !problemsOf(answer).includes(': confirmation_required')) return answer;
    const confirmed = await call('POST', '/api/session/confirmation', { password });
    if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.text}`);
    return call(method, path, body, headers);
  };
}
