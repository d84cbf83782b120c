import { Agent, errors } from 'undici';
import { readControlUrl } from '#runtime/control/controlAddress.ts';
import { controlAuthorization } from '#runtime/control/controlToken.ts';
import { controlVersion, controlVersionHeader, isControlVersionKnown } from '#runtime/control/controlVersion.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { checkSocketFolder } from '#runtime/socketFolder.ts';

/** A serving process's client of the control plane. */
export interface ControlPlane {
  /**
   * Posts JSON and returns the response. Throws when the control plane cannot be reached or responds with anything but
   * 200: SettingsConflict if it does not accept our token.
   */
  post<T>(path: string, body: unknown, timeoutMs?: number): Promise<T>;
  /** Streams a response. Throws as `post` does, and when nothing arrives for `idleTimeoutMs`. */
  read(path: string, options: { signal: AbortSignal; idleTimeoutMs: number }): AsyncIterable<Buffer>;
  /** Throws when the control plane does not respond or does not accept our token. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A connection was accepted, and no response came within this time: the management API starts or is busy. */
export class SilentControlPlane extends Error {
  constructor(timeoutMs: number) {
    super(`the management API has not responded within ${timeoutMs / 1000} s`);
  }
}

const defaultTimeoutMs = 5000;

/** Opens the control plane at a URL (CONTROL_URL in config.ts), authenticated by the installation's secret. */
export function openControlPlane(url: string, secret: string): ControlPlane {
  const { origin, socketPath } = readControlUrl(url);
  const headers = {
    authorization: controlAuthorization(secret),
    [controlVersionHeader]: String(controlVersion),
  };
  const agent = new Agent({ connect: { timeout: defaultTimeoutMs, ...(socketPath === null ? {} : { socketPath }) } });

  type OutgoingRequest = Pick<Parameters<Agent['request']>[0], 'method' | 'body' | 'signal'>;
  const send = async (path: string, timeoutMs: number, outgoing: OutgoingRequest) => {
    // Whichever process listens on the socket receives our token.
    if (socketPath !== null) checkSocketFolder(socketPath);
    const answer = await agent
      .request({
        ...outgoing,
        origin,
        path,
        headers: { ...headers, ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }) },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      .catch((error: unknown) => {
        // The parent of the management API accepts connections before the API has started.
        throw error instanceof errors.HeadersTimeoutError ? new SilentControlPlane(timeoutMs) : error;
      });
    const isKnown = isControlVersionKnown(answer.headers[controlVersionHeader]);
    if (answer.statusCode === 200 && isKnown) return answer.body;
    // Until its body is read to the end, the request stays attached to the signal.
    await answer.body.dump();
    if (answer.statusCode === 401) {
      throw new SettingsConflict(
        'SECRET',
        'the management API at CONTROL_URL has another one',
        'Set the same SECRET on every node, and CONTROL_URL to an api of this installation.',
      );
    }
    if (answer.headers[controlVersionHeader] === undefined)
      throw new Error(
        `CONTROL_URL leads to no CONTROL_PORT of a management API: it responded with ${answer.statusCode}`,
      );
    if (!isKnown) throw new Error('the control plane has an earlier version. Upgrade the management API first');
    if (answer.statusCode === 403) throw new Error('the control plane has a later version. Upgrade this process');
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
      const body = await (await send('/internal/ping', defaultTimeoutMs, { method: 'GET' })).text();
      if (!/^\{"status":"ok"\}$/.test(body))
        throw new Error('CONTROL_URL leads to no CONTROL_PORT of a management API');
    },
    close: () => agent.destroy(),
  };
}
