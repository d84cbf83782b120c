import type { BudgetAnswer, BudgetCall } from '#engine/budget/budgetCall.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** The connection through which this process obtains its leases. */
export interface BudgetChannel {
  /** Throws when the controller cannot be reached. */
  exchange(call: BudgetCall): Promise<BudgetAnswer>;
}

/** A budget channel to the control plane over HTTP. */
export function httpBudgetChannel(plane: Pick<ControlPlane, 'post'>): BudgetChannel {
  return { exchange: (call) => plane.post<BudgetAnswer>('/internal/budgets', call) };
}
