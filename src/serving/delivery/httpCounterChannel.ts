import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import { packedOfText, textOfPacked, type CounterChannel } from '#storage/counters/counterChannel.ts';

/** The channel through the control plane at a base URL, with the installation's secret. `client` names the process. */
export function httpCounterChannel(baseUrl: string, secret: string, client: string): CounterChannel {
  const authorization = `Bearer ${createHmac('sha256', secret).update('snapshot feed').digest('hex')}`;
  const agent = new Agent({ bodyTimeout: 5000, headersTimeout: 5000, connect: { timeout: 5000 } });
  return {
    async exchange(told, cursor) {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path: '/internal/counters',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ client, cursor, told: textOfPacked(told) }),
      });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(`the control plane answered ${statusCode}`);
      }
      const answer = (await body.json()) as Answer;
      const packed = packedOfText(answer.told);
      if (!packed) throw new Error('the control plane answered half an impression');
      return { ...answer, told: packed };
    },
    close: () => agent.destroy(),
  };
}

/** What the control plane answers: src/api/delivery/counterRoute.ts. */
interface Answer {
  cursor: string;
  told: string;
  hasMore: boolean;
  hasForgotten: boolean;
  processes: number;
}
