import { z } from 'zod';
import { pricesOf, priceVersions } from '#model/finance/index.ts';
import { financeRoles } from '#model/index.ts';
import { requestIdOfPlan } from '#storage/finance/pricePlans.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { namesOf } from './describeMonth.ts';
import type { FinancePrices } from './financeContract.ts';
import { replyOf } from './financeReply.ts';
import { priceBody, pricesAnswer } from './financeSchemas.ts';

const chapter = 'Finance';

/** The prices of an account: what they were, are and will be. */
export function priceRoutes(deps: ApiDeps): Route[] {
  const { finance, pulse, now } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/finance/accounts/{id}/prices',
      summary: 'What an account was, is and will be charged',
      chapter,
      access: { roles: financeRoles },
      params: idParam,
      answers: { 200: { description: 'Every version, the oldest first', schema: pricesAnswer } },
      refuses: [404],
      async handler({ params }) {
        const prices = await describePrices(deps, params.id);
        return prices ? ok(prices) : notFound();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/finance/accounts/{id}/prices',
      summary: 'Change the prices of an account now, or from a day on',
      chapter,
      access: { entity: 'demand', action: 'update' },
      params: idParam,
      body: priceBody,
      answers: { 201: { description: 'In force, or planned', schema: z.object({}) } },
      refuses: [404, 409, 422],
      async handler({ params, body: { validFrom, note, ...prices }, author }) {
        const at = now().toISOString();
        const start = validFrom === null ? null : new Date(`${validFrom}T00:00:00Z`).toISOString();
        if (start !== null && start <= at) {
          const message = 'Must be a day to come (UTC): what was charged before never changes';
          return refuse(422, [{ code: 'not_to_come', message, path: 'validFrom' }]);
        }
        const order = { demandId: params.id, validFrom: start, prices: pricesOf(prices), note };
        const outcome = await finance.prices.plan(author, order, at);
        pulse.nudge();
        return replyOf(outcome, () => ({}), 201);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/finance/prices/{id}',
      summary: 'Withdraw prices that have not begun',
      chapter,
      access: { roles: ['super'] },
      params: idParam,
      answers: { 200: { description: 'Withdrawn', schema: z.object({}) } },
      refuses: [404, 409],
      async handler({ params, author }) {
        return replyOf(await finance.prices.withdraw(author, params.id, now().toISOString()), () => ({}), 200);
      },
    }),
  ];
}

async function describePrices(deps: ApiDeps, id: number): Promise<FinancePrices[] | null> {
  const { entities, finance } = deps;
  const account = await entities.get('demand', id, 'all');
  if (!account) return null;
  const [changes, plans] = await Promise.all([finance.prices.changes(id), finance.prices.list(id)]);
  const versions = priceVersions(account, changes);
  const nameOf = await namesOf(
    deps,
    [...changes, ...plans].map(({ userId }) => userId),
  );
  const noteOf = new Map(plans.map((plan) => [requestIdOfPlan(plan.id), plan.note]));
  const known = versions.map(({ prices, change }, index): FinancePrices => ({
    ...prices,
    validFrom: change?.at ?? null,
    state: index === versions.length - 1 ? 'inForce' : 'past',
    planId: null,
    userName: change ? nameOf(change.userId) : null,
    note: noteOf.get(change?.requestId ?? '') ?? '',
  }));
  const toCome = plans
    .filter(({ appliedAt }) => appliedAt === null)
    .map((plan): FinancePrices => ({
      ...pricesOf(plan),
      validFrom: plan.validFrom,
      state: plan.withdrawnAt === null ? 'planned' : 'withdrawn',
      planId: plan.withdrawnAt === null ? plan.id : null,
      userName: nameOf(plan.userId),
      note: plan.note,
    }));
  return [...known, ...toCome];
}
