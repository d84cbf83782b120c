import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { LearnedAds } from '#engine/buying/createLearned.ts';
import type { AskLearned } from './startLearned.ts';

/** Asks the control plane at a base URL, with the installation's secret. */
export function httpLearned(baseUrl: string, secret: string): { ask: AskLearned; close: () => Promise<void> } {
  const authorization = `Bearer ${createHmac('sha256', secret).update('snapshot feed').digest('hex')}`;
  const agent = new Agent({ bodyTimeout: 30_000, headersTimeout: 30_000, connect: { timeout: 5000 } });
  return {
    async ask(campaignIds) {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path: '/internal/learned',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ campaignIds }),
      });
      if (statusCode === 200) return (await body.json()) as LearnedAds;
      await body.dump();
      throw new Error(`the control plane answered ${statusCode}`);
    },
    close: () => agent.destroy(),
  };
}
