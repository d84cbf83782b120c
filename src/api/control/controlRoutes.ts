import { z } from 'zod';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { budgetRoute } from '../budget/budgetRoute.ts';
import type { BudgetController } from '../budget/budgetController.ts';
import { counterRoute } from '../delivery/counterRoute.ts';
import type { ApiDeps } from '../deps.ts';
import { learnedRoute } from '../learned/learnedRoute.ts';
import { contentsRoute } from '../lists/contentsRoute.ts';
import { implement, ok, type Route } from '../route.ts';
import { snapshotRoute } from '../snapshot/snapshotRoute.ts';

/** The dependencies of the internal calls. */
export type ControlDeps = Pick<ApiDeps, 'config' | 'logger' | 'entities' | 'lists' | 'pulse' | 'now'> & {
  facts: Pick<ClickHouse, 'query'>;
  budgets: BudgetController;
};

/** Every call that the platform's own processes make to the management API. */
export function controlRoutes(deps: ControlDeps): Route[] {
  return [
    implement(
      {
        method: 'GET',
        path: '/internal/ping',
        summary: 'Whether the control plane answers, and takes the token',
        chapter: 'Internal',
        access: 'internal',
        answers: { 200: { description: 'It does', schema: z.object({ status: z.literal('ok') }) } },
      },
      async () => ok({ status: 'ok' }),
    ),
    snapshotRoute(deps),
    contentsRoute(deps),
    counterRoute(deps),
    budgetRoute(deps.budgets),
    learnedRoute(deps),
  ];
}
