import { createHmac } from 'node:crypto';
import { Agent } from 'undici';

/** The control plane, as a serving process asks it. */
export interface ControlPlane {
  /** Posts JSON and gives the answer; throws when nobody is there, or anything but 200 is answered. */
  post<T>(path: string, body: unknown): Promise<T>;
  close(): Promise<void>;
}

/** What a serving process shows the control plane: made of the installation's secret. */
export function servingAuthorization(secret: string): string {
  return `Bearer ${createHmac('sha256', secret).update('snapshot feed').digest('hex')}`;
}

/** The control plane at a base URL, with the installation's secret. An answer may take `timeoutMs`. */
export function openControlPlane(baseUrl: string, secret: string, timeoutMs = 5000): ControlPlane {
  const authorization = servingAuthorization(secret);
  const agent = new Agent({ bodyTimeout: timeoutMs, headersTimeout: timeoutMs, connect: { timeout: 5000 } });
  return {
    async post<T>(path: string, asked: unknown) {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      if (statusCode === 200) return (await body.json()) as T;
      await body.dump();
      throw new Error(`the control plane answered ${statusCode}`);
    },
    close: () => agent.destroy(),
  };
}
