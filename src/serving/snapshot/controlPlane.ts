import { Agent } from 'undici';
import { readControlUrl } from '#runtime/control/controlAddress.ts';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
import { checkSocketFolder } from '#runtime/socketFolder.ts';

/** The control plane, as a serving process asks it. */
export interface ControlPlane {
  /** Posts JSON and gives the answer; throws when nobody is there, or anything but 200 is answered. */
  post<T>(path: string, body: unknown, timeoutMs?: number): Promise<T>;
  /** The bytes of an answer as they come; throws as `post` does, and when nothing comes for `silentMs`. */
  read(path: string, options: { signal: AbortSignal; idleTimeoutMs: number }): AsyncIterable<Buffer>;
  /** Throws when it does not answer, or does not take our token. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const defaultTimeoutMs = 5000;

/** The control plane at a URL that config.ts describes, with the installation's secret. */
export function openControlPlane(url: string, secret: string): ControlPlane {
  const { origin, socketPath } = readControlUrl(url);
  const headers = { authorization: controlAuthorization(secret) };
  const agent = new Agent({ connect: { timeout: defaultTimeoutMs, ...(socketPath === null ? {} : { socketPath }) } });

  type OutgoingRequest = Pick<Parameters<Agent['request']>[0], 'method' | 'body' | 'signal'>;
  const send = async (path: string, timeoutMs: number, outgoing: OutgoingRequest) => {
    // Whoever listens there gets our token.
    if (socketPath !== null) checkSocketFolder(socketPath);
    const answer = await agent.request({
      ...outgoing,
      origin,
      path,
      headers: { ...headers, ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    if (answer.statusCode === 200) return answer.body;
    // Until a body is read to its end, its request listens to the signal.
    await answer.body.dump();
    throw new Error(`the control plane responded with ${answer.statusCode}`);
  };
  return {
    async post<T>(path: string, outgoing: unknown, timeoutMs = defaultTimeoutMs) {
      const body = await send(path, timeoutMs, { method: 'POST', body: JSON.stringify(outgoing) });
      return (await body.json()) as T;
    },
    async *read(path, { signal, idleTimeoutMs }) {
      yield* (await send(path, idleTimeoutMs, { method: 'GET', signal })) as AsyncIterable<Buffer>;
    },
    async ping() {
      await (await send('/internal/ping', defaultTimeoutMs, { method: 'GET' })).dump();
    },
    close: () => agent.destroy(),
  };
}
