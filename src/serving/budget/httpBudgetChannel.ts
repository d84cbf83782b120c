import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';
import { openControlPlane } from '../controlPlane.ts';

/** Where this process gets its leases. */
export interface BudgetChannel {
  /** Throws when nobody is there. */
  exchange(call: BudgetCall): Promise<BudgetAnswer>;
  close(): Promise<void>;
}

/** The channel to the control plane at a base URL, with the installation's secret. */
export function httpBudgetChannel(baseUrl: string, secret: string): BudgetChannel {
  const plane = openControlPlane(baseUrl, secret);
  return {
    exchange: (call) => plane.post<BudgetAnswer>('/internal/budgets', call),
    close: () => plane.close(),
  };
}
