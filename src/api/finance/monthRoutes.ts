import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { closeMonths } from './closeMonths.ts';
import { describeAccount, describeMonth, describeParts } from './describeMonth.ts';
import { responseOf } from './financeResponse.ts';
import { monthContract, partFiles, statementFiles } from './monthContract.ts';
import { monthTable, partsTable } from './monthTables.ts';
import { readAccounts, readStatements } from './readMonth.ts';
import { tableRoutes } from './tableRoutes.ts';

/** Routes of accounts' statements by month: totals, parts, close and adjustments. */
export function monthRoutes(deps: ApiDeps): Route[] {
  return [...readRoutes(deps), ...changeRoutes(deps)];
}

function readRoutes(deps: ApiDeps): Route[] {
  return [
    implement(monthContract.readMonth, async ({ params }) => ok(await describeMonth(deps, params.month))),
    ...tableRoutes(statementFiles, async ({ params }) => monthTable(await describeMonth(deps, params.month))),
    implement(monthContract.readAccount, async ({ params }) => {
      const response = await describeAccount(deps, params.month, params.id);
      return response ? ok(response) : notFound();
    }),
    implement(monthContract.readParts, async ({ params, query }) => {
      const response = await describeParts(deps, params.month, params.id, query.by);
      return response ? ok(response) : notFound();
    }),
    ...tableRoutes(partFiles, async ({ params: { month, id }, query: { by } }) => {
      const response = await describeParts(deps, month, id, by);
      return response && partsTable(`account ${id} ${month} by ${by}`, by, response.rows);
    }),
  ];
}

function changeRoutes(deps: ApiDeps): Route[] {
  const { finance, entities } = deps;
  const nameOf = async (id: number) => (await entities.get('demand', id, 'all'))?.name ?? null;
  return [
    implement(monthContract.close, async ({ params, body, author }) => {
      const outcome = await closeMonths(deps, params.month, { ...body, demandIds: body.demandIds, author });
      if (outcome.type === 'missing') return notFound();
      return outcome.type === 'faults' ? reject(409, outcome.faults) : ok({ closed: outcome.closed });
    }),
    implement(monthContract.reopen, async ({ params: { month, id }, body, author }) => {
      const name = await nameOf(id);
      if (name === null) return notFound();
      return responseOf(
        await finance.closings.reopen(author, { demandId: id, name, month }, body.reason),
        () => ({}),
        200,
      );
    }),
    implement(monthContract.adjust, async ({ params: { month, id }, body, author }) => {
      const name = await nameOf(id);
      if (name === null) return notFound();
      const outcome = await finance.adjustments.add(author, { demandId: id, name, month }, body);
      return responseOf(outcome, (row) => ({ id: row.id }), 201);
    }),
    implement(monthContract.removeAdjustment, async ({ params, author }) => {
      const outcome = await finance.adjustments.remove(author, params.id, async (id) => (await nameOf(id)) ?? `#${id}`);
      return responseOf(outcome, () => ({}), 200);
    }),
    implement(monthContract.carry, async ({ params: { month, id }, body: { into }, author }) => {
      const [account] = await readAccounts(deps, [id]);
      if (!account) return notFound();
      if (into <= month) {
        const message = 'Choose a month after the closed one';
        return reject(422, [{ code: 'not_later', message, path: 'into' }]);
      }
      const statement = (await readStatements(deps, month, [account])).get(id);
      if (!statement) return notFound();
      const outcome = await finance.adjustments.carryForward(
        author,
        { demandId: id, name: account.name, month },
        { into, chargesNow: statement.charges },
      );
      return responseOf(outcome, (row) => ({ id: row.id }), 201);
    }),
  ];
}
