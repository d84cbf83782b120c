import { z } from 'zod';
import { financeRoles } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { closeMonths } from './closeMonths.ts';
import { describeAccount, describeMonth, describeParts } from './describeMonth.ts';
import { replyOf } from './financeReply.ts';
import {
  accountMonthAnswer,
  accountMonthParam,
  adjustmentBody,
  carryBody,
  closeBody,
  closedAnswer,
  idAnswer,
  monthAnswer,
  monthParam,
  partsAnswer,
  partsQuery,
  reasonBody,
} from './financeSchemas.ts';
import { monthTable, partsTable } from './monthTables.ts';
import { readAccounts, readStatements } from './readMonth.ts';
import { tableRoutes } from './tableRoutes.ts';

const chapter = 'Finance';
const access = { roles: financeRoles };
const accountPath = '/api/finance/months/{month}/accounts/{id}';

/** The months of accounts: what they come to, their parts, their close and their adjustments. */
export function monthRoutes(deps: ApiDeps): Route[] {
  return [...readRoutes(deps), ...changeRoutes(deps)];
}

function readRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/finance/months/{month}',
      summary: 'The month of every account',
      chapter,
      access,
      params: monthParam,
      answers: { 200: { description: 'Accounts with anything in it', schema: monthAnswer } },
      handler: async ({ params }) => ok(await describeMonth(deps, params.month)),
    }),
    ...tableRoutes({
      path: '/api/finance/months/{month}/statements',
      summary: 'The month of every account',
      params: monthParam,
      query: z.object({}),
      tableOf: async ({ params }) => monthTable(await describeMonth(deps, params.month)),
    }),
    defineRoute({
      method: 'GET',
      path: accountPath,
      summary: 'The month of an account',
      chapter,
      access,
      params: accountMonthParam,
      answers: { 200: { description: 'The statement and all that is kept of it', schema: accountMonthAnswer } },
      refuses: [404],
      async handler({ params }) {
        const answer = await describeAccount(deps, params.month, params.id);
        return answer ? ok(answer) : notFound();
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${accountPath}/parts`,
      summary: 'The parts of an account’s month; their sums are its statement',
      chapter,
      access,
      params: accountMonthParam,
      query: partsQuery,
      answers: { 200: { description: 'The parts; a key is empty for what belongs to none', schema: partsAnswer } },
      refuses: [404],
      async handler({ params, query }) {
        const answer = await describeParts(deps, params.month, params.id, query.by);
        return answer ? ok(answer) : notFound();
      },
    }),
    ...tableRoutes({
      path: `${accountPath}/parts`,
      summary: 'The parts of an account’s month',
      params: accountMonthParam,
      query: partsQuery,
      async tableOf({ params: { month, id }, query: { by } }) {
        const answer = await describeParts(deps, month, id, by);
        return answer && partsTable(`account ${id} ${month} by ${by}`, by, answer.rows);
      },
    }),
  ];
}

function changeRoutes(deps: ApiDeps): Route[] {
  const { finance, entities } = deps;
  const nameOf = async (id: number) => (await entities.get('demand', id, 'all'))?.name ?? null;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/finance/months/{month}/close',
      summary: 'Close a month: its numbers stay as they are from then on',
      chapter,
      access,
      params: monthParam,
      body: closeBody,
      answers: { 200: { description: 'Which accounts', schema: closedAnswer } },
      refuses: [404, 409],
      async handler({ params, body, author }) {
        const outcome = await closeMonths(deps, params.month, { ...body, demandIds: body.demandIds, author });
        if (outcome.type === 'missing') return notFound();
        return outcome.type === 'faults' ? refuse(409, outcome.faults) : ok({ closed: outcome.closed });
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${accountPath}/reopen`,
      summary: 'Open a closed month again, as long as no invoice of it was sent',
      chapter,
      access: { roles: ['super'] },
      params: accountMonthParam,
      body: reasonBody,
      answers: { 200: { description: 'Open', schema: z.object({}) } },
      refuses: [404, 409],
      async handler({ params: { month, id }, body, author }) {
        const name = await nameOf(id);
        if (name === null) return notFound();
        return replyOf(
          await finance.closings.reopen(author, { demandId: id, name, month }, body.reason),
          () => ({}),
          200,
        );
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${accountPath}/adjustments`,
      summary: 'Adjust what an account is charged for an open month',
      chapter,
      access,
      params: accountMonthParam,
      body: adjustmentBody,
      answers: { 201: { description: 'Added', schema: idAnswer } },
      refuses: [404, 409],
      async handler({ params: { month, id }, body, author }) {
        const name = await nameOf(id);
        if (name === null) return notFound();
        const outcome = await finance.adjustments.add(author, { demandId: id, name, month }, body);
        return replyOf(outcome, (row) => ({ id: row.id }), 201);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/finance/adjustments/{id}',
      summary: 'Delete an adjustment of an open month',
      chapter,
      access,
      params: idParam,
      answers: { 200: { description: 'Deleted', schema: z.object({}) } },
      refuses: [404, 409],
      async handler({ params, author }) {
        const outcome = await finance.adjustments.remove(
          author,
          params.id,
          async (id) => (await nameOf(id)) ?? `#${id}`,
        );
        return replyOf(outcome, () => ({}), 200);
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${accountPath}/carry`,
      summary: 'Carry what was counted after the close into an open month, as an adjustment',
      chapter,
      access,
      params: accountMonthParam,
      body: carryBody,
      answers: { 201: { description: 'Carried', schema: idAnswer } },
      refuses: [404, 409, 422],
      async handler({ params: { month, id }, body: { into }, author }) {
        const [account] = await readAccounts(deps, [id]);
        if (!account) return notFound();
        if (into <= month) {
          const message = 'A difference is carried into a later month';
          return refuse(422, [{ code: 'not_later', message, path: 'into' }]);
        }
        const statement = (await readStatements(deps, month, [account])).get(id);
        if (!statement) return notFound();
        const outcome = await finance.adjustments.carry(
          author,
          { demandId: id, name: account.name, month },
          { into, chargesNow: statement.charges },
        );
        return replyOf(outcome, (row) => ({ id: row.id }), 201);
      },
    }),
  ];
}
