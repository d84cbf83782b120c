import { pricesOf, priceVersions } from '#model/finance/index.ts';
import { requestIdOfPlan } from '#storage/finance/pricePlans.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { namesOf } from './describeMonth.ts';
import { responseOf } from './financeResponse.ts';
import { type FinancePrices, priceContract } from './priceContract.ts';

/** Routes of the past, current and future prices of an account. */
export function priceRoutes(deps: ApiDeps): Route[] {
  const { finance, snapshotNotifier, now } = deps;
  return [
    implement(priceContract.list, async ({ params }) => {
      const prices = await describePrices(deps, params.id);
      return prices ? ok(prices) : notFound();
    }),
    implement(priceContract.change, async ({ params, body: { validFrom, note, ...prices }, author }) => {
      const at = now().toISOString();
      const start = validFrom === null ? null : new Date(`${validFrom}T00:00:00Z`).toISOString();
      if (start !== null && start <= at) {
        const message = 'Must be a future date (UTC). Past charges never change';
        return reject(422, [{ code: 'not_to_come', message, path: 'validFrom' }]);
      }
      const input = { demandId: params.id, validFrom: start, prices: pricesOf(prices), note };
      const outcome = await finance.prices.plan(author, input, at);
      snapshotNotifier.notify();
      return responseOf(outcome, () => ({}), 201);
    }),
    implement(priceContract.withdraw, async ({ params, author }) => {
      return responseOf(await finance.prices.withdraw(author, params.id, now().toISOString()), () => ({}), 200);
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
