import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { describeItems } from './describeItems.ts';
import { responseOf } from './financeResponse.ts';
import { agingFiles, itemContract, itemFiles } from './itemContract.ts';
import { agingTable, itemTable } from './itemTables.ts';
import { tableRoutes } from './tableRoutes.ts';

/** Routes of receivables and payables by month, and of their settlement. */
export function itemRoutes(deps: ApiDeps): Route[] {
  const { finance, entities, now } = deps;
  return [
    implement(itemContract.list, async ({ params, query }) => {
      const response = await describeItems(deps, params.id, query.kind, query.month);
      return response ? ok(response) : notFound();
    }),
    ...tableRoutes(itemFiles, async ({ params, query }) => {
      const response = await describeItems(deps, params.id, query.kind, query.month);
      return response && itemTable(response, query.month);
    }),
    ...tableRoutes(agingFiles, async ({ params, query }) => {
      const response = await describeItems(deps, params.id, query.kind, undefined);
      return response && agingTable(response);
    }),
    implement(itemContract.settle, async ({ params: { month, id }, body, author }) => {
      const account = await entities.get('demand', id, 'all');
      if (!account) return notFound();
      const outcome = await finance.settlements.settle(author, { demandId: id, name: account.name, month }, body);
      return responseOf(outcome, (settlementId) => ({ id: settlementId }), 201);
    }),
    implement(itemContract.reverseSettlement, async ({ params, body, author }) => {
      const on = now().toISOString().slice(0, 10);
      const nameOf = async (id: number) => (await entities.get('demand', id, 'all'))?.name ?? `#${id}`;
      const outcome = await finance.settlements.reverse(author, params.id, { on, reason: body.reason }, nameOf);
      return responseOf(outcome, (settlementId) => ({ id: settlementId }), 201);
    }),
  ];
}
