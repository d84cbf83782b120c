import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';

/** Where this process gets its leases. */
export interface BudgetChannel {
  /** Throws when nobody is there. */
  exchange(call: BudgetCall): Promise<BudgetAnswer>;
  close(): Promise<void>;
}

/** The channel to the control plane at a base URL, with the installation's secret. */
export function httpBudgetChannel(baseUrl: string, secret: string): BudgetChannel {
  const authorization = `Bearer ${createHmac('sha256', secret).update('snapshot feed').digest('hex')}`;
  const agent = new Agent({ bodyTimeout: 5000, headersTimeout: 5000, connect: { timeout: 5000 } });
  return {
    async exchange(call) {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path: '/internal/budgets',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(call),
      });
      if (statusCode === 200) return (await body.json()) as BudgetAnswer;
      await body.dump();
      throw new Error(`the control plane answered ${statusCode}`);
    },
    close: () => agent.destroy(),
  };
}
