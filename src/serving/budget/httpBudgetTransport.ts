import type { BudgetResponse, BudgetCall } from '#engine/budget/budgetCall.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** The transport over which this process obtains its leases. */
export interface BudgetTransport {
  /** Throws when the controller cannot be reached. */
  exchange(call: BudgetCall): Promise<BudgetResponse>;
}

/** A budget transport to the control plane over HTTP. */
export function httpBudgetTransport(plane: Pick<ControlPlane, 'post'>): BudgetTransport {
  return { exchange: (call) => plane.post<BudgetResponse>('/internal/budgets', call) };
}
