import {
  addSums,
  boundsOf,
  buildPart,
  buildStatement,
  type Month,
  partKinds,
  type PartKind,
  pricesAt,
  type PriceVersion,
  priceVersions,
  remainderOfParts,
  type Statement,
  type StatementPart,
} from '#model/finance/index.ts';
import { type EntityName, nanosFromUsd, type RowByName } from '#model/index.ts';
import type { LoggedPriceChange } from '#storage/finance/pricePlans.ts';
import { groupBy } from '../configAsCode/groupBy.ts';
import type { ApiDeps } from '../deps.ts';
import { hasRequests, readSums } from './readSums.ts';

type Deps = Pick<ApiDeps, 'facts' | 'entities' | 'finance'>;

/** A stored account. */
export type AccountRow = RowByName['demand'];

/** Reads every account, archived ones included: their open charges remain due. */
export async function readAccounts(
  { entities }: Pick<ApiDeps, 'entities'>,
  ids?: readonly number[],
): Promise<AccountRow[]> {
  const names = await entities.listNames('demand', {
    scope: 'all',
    isArchivedShown: true,
    ...(ids ? { ids: [...ids] } : {}),
  });
  return entities.getMany(
    'demand',
    names.map(({ id }) => id),
    'all',
  );
}

/** Reads the price periods of accounts, by account. */
export async function readVersions(
  { finance }: Pick<ApiDeps, 'finance'>,
  accounts: readonly AccountRow[],
): Promise<Map<number, PriceVersion<LoggedPriceChange>[]>> {
  const [only] = accounts;
  const changes = await finance.prices.changes(accounts.length === 1 ? only?.id : undefined);
  const changesOf = groupBy(changes, ({ demandId }) => demandId);
  return new Map(accounts.map((account) => [account.id, priceVersions(account, changesOf.get(account.id) ?? [])]));
}

/** Reads the statements of a month as counted now, by account; without traffic all numbers are zero. */
export async function readStatements(
  deps: Deps,
  month: Month,
  accounts: readonly AccountRow[],
): Promise<Map<number, Statement>> {
  const versions = await readVersions(deps, accounts);
  const { start, end } = boundsOf(month);
  const cuts = [
    ...new Set(
      [...versions.values()]
        .flat()
        .map(({ change }) => (change === null ? 0 : Date.parse(change.at)))
        .filter((at) => at > start && at < end),
    ),
  ].toSorted((a, b) => a - b);
  const demandIds = accounts.length === 1 ? accounts.map(({ id }) => id) : undefined;
  const counted = groupBy(await readSums(deps.facts, { month, demandIds, cuts }), ({ demandId }) => demandId);
  return new Map(
    accounts.map(({ id }) => {
      const pricePeriods = (counted.get(id) ?? []).map(({ pricePeriod, sums, isItemized }) => ({
        sums,
        isItemized,
        prices: pricesAt(
          versions.get(id) ?? [],
          new Date(pricePeriod === 0 ? start : (cuts[pricePeriod - 1] ?? start)).toISOString(),
        ),
      }));
      return [id, buildStatement(pricePeriods)];
    }),
  );
}

const entityOfPart: Record<Exclude<PartKind, 'day'>, EntityName> = {
  channel: 'channel',
  tag: 'tag',
  advertiser: 'advertiser',
  adexchange: 'adexchange',
  subpublisher: 'subpublisher',
  supplier: 'supplier',
};

/**
 * Reads the parts of an account's month as counted now. Sums that belong to no object, such as request fees without a
 * tag, are a part of their own, so that the parts add up to the month.
 */
export async function readParts(
  { facts, entities }: Deps,
  month: Month,
  demandId: number,
  part: PartKind,
): Promise<StatementPart[]> {
  const query = { month, demandIds: [demandId] };
  const [counted, all] = await Promise.all([
    readSums(facts, { ...query, part }),
    hasRequests(part) ? [] : readSums(facts, query),
  ]);
  const isNone = (key: string) => key === '0';
  const ids = counted.map(({ key }) => Number(key)).filter((id) => id > 0);
  const names =
    part === 'day' || ids.length === 0
      ? []
      : await entities.listNames(entityOfPart[part], { scope: 'all', ids, isArchivedShown: true });
  const nameOf = new Map(names.map(({ id, name }) => [String(id), name]));
  const own = counted.filter(({ key }) => !isNone(key));
  const parts = own
    .map(({ key, sums }) =>
      buildPart(key, part === 'day' ? key : (nameOf.get(key) ?? `#${key}`), sums, hasRequests(part)),
    )
    .toSorted((a, b) => (part === 'day' ? a.key.localeCompare(b.key) : byRevenue(a, b)));
  const none = hasRequests(part)
    ? addSums(counted.filter(({ key }) => isNone(key)).map(({ sums }) => sums))
    : remainderOfParts(
        addSums(all.map(({ sums }) => sums)),
        own.map(({ sums }) => sums),
      );
  const isAny = Object.values(hasRequests(part) ? none : { ...none, reqs: 0n }).some((sum) => sum !== 0n);
  return isAny ? [...parts, buildPart('', '', none, hasRequests(part))] : parts;
}

/** Sorts by revenue, descending, then by name. */
function byRevenue(a: StatementPart, b: StatementPart): number {
  const difference = nanosFromUsd(b.rev) - nanosFromUsd(a.rev);
  return difference === 0n ? a.name.localeCompare(b.name) || Number(a.key) - Number(b.key) : difference > 0n ? 1 : -1;
}

/** Reads all parts of an account's month, by kind. */
export async function readAllParts(
  deps: Deps,
  month: Month,
  demandId: number,
): Promise<Record<PartKind, StatementPart[]>> {
  const parts = await Promise.all(
    partKinds.map(async (part) => [part, await readParts(deps, month, demandId, part)] as const),
  );
  return Object.fromEntries(parts) as Record<PartKind, StatementPart[]>;
}
