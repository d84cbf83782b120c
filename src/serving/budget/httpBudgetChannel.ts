import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** Where this process gets its leases. */
export interface BudgetChannel {
  /** Throws when nobody is there. */
  exchange(call: BudgetCall): Promise<BudgetAnswer>;
}

/** The channel to the control plane. */
export function httpBudgetChannel(plane: Pick<ControlPlane, 'post'>): BudgetChannel {
  return { exchange: (call) => plane.post<BudgetAnswer>('/internal/budgets', call) };
}
