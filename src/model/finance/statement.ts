import { nanosFromUsd, nanosPerImpression, usdFromNanos, type Usd } from '../money/money.ts';
import type { Prices } from './prices.ts';

/** What was counted of an account; money in nano-USD. */
export interface MonthSums {
  reqs: bigint;
  imps: bigint;
  scanned: bigint;
  rev: bigint;
  revM: bigint;
  revMd: bigint;
  cost: bigint;
  systemCost: bigint;
  /** The parts of systemCost that are fees for requests and for measurement; 0 of facts that were counted before they were told apart. */
  requestFee: bigint;
  scanFee: bigint;
}

/** Names of the sums, as the roll-ups call them. */
export const monthSums = [
  'reqs',
  'imps',
  'scanned',
  'rev',
  'revM',
  'revMd',
  'cost',
  'systemCost',
  'requestFee',
  'scanFee',
] as const satisfies readonly (keyof MonthSums)[];

/** What a fee is charged for. */
export const feeKinds = ['request', 'impression', 'postbid'] as const;
export type FeeKind = (typeof feeKinds)[number];

/** A fee at one price: so many at so much for 1,000. */
export interface FeeLine {
  kind: FeeKind;
  quantity: number;
  /** USD per 1,000; null = what of the fee was recorded beyond the lines with prices, of no quantity of its own. */
  price: Usd | null;
  amount: Usd;
}

/** What was counted between two changes of price. */
export interface PricePeriod {
  sums: MonthSums;
  prices: Prices;
  /** Whether the facts tell what system cost is made of; else it is reckoned by counts and prices. */
  isItemized: boolean;
}

/** The month of an account, exact to the nano-dollar. Amounts are decimal USD text. */
export interface Statement {
  reqs: number;
  imps: number;
  scanned: number;
  /** Gross revenue of the account, and its part through marketplaces. */
  rev: Usd;
  revM: Usd;
  /** What the account's supply side is owed. */
  cost: Usd;
  /** The system cost by component, at the prices in force. */
  fees: FeeLine[];
  /** What of the recorded system cost the components do not explain: recorded at other prices. */
  otherPrices: Usd;
  /** System cost as it was recorded: fees and otherPrices. */
  systemCost: Usd;
  /** The part of it whose facts do not tell what it is made of; absent of months that were closed before any did: all of it. */
  untold?: Usd;
  /** The operator's part of marketplace revenue. */
  dspShare: Usd;
  /** What the operator charges: systemCost + dspShare. */
  charges: Usd;
  /** rev − cost − charges. */
  profit: Usd;
}

/** What a month can be broken down by. */
export const partKinds = ['day', 'channel', 'tag', 'advertiser', 'adexchange', 'subpublisher', 'supplier'] as const;
export type PartKind = (typeof partKinds)[number];

/** One part of a month. */
export interface StatementPart {
  /** YYYY-MM-DD, the id of an object, or '' for what belongs to none. */
  key: string;
  name: string;
  /** Null where requests belong to no such part. */
  reqs: number | null;
  imps: number;
  scanned: number;
  rev: Usd;
  revM: Usd;
  dspShare: Usd;
  cost: Usd;
  systemCost: Usd;
}

/** Nothing was counted. */
export const noSums: MonthSums = {
  reqs: 0n,
  imps: 0n,
  scanned: 0n,
  rev: 0n,
  revM: 0n,
  revMd: 0n,
  cost: 0n,
  systemCost: 0n,
  requestFee: 0n,
  scanFee: 0n,
};

/** Sums of several stretches together. */
export function addSums(all: readonly MonthSums[]): MonthSums {
  const total = { ...noSums };
  for (const sums of all) for (const name of monthSums) total[name] += sums[name];
  return total;
}

const measureOfFee = { request: 'reqs', impression: 'imps', postbid: 'scanned' } as const;
const priceOfFee = { request: 'priceReq', impression: 'priceImp', postbid: 'pricePostbid' } as const;

/** What was recorded of a fee: impressions have what is neither for requests nor for measurement. */
const recordedFee: Record<FeeKind, (sums: MonthSums) => bigint> = {
  request: ({ requestFee }) => requestFee,
  impression: ({ systemCost, requestFee, scanFee }) => systemCost - requestFee - scanFee,
  postbid: ({ scanFee }) => scanFee,
};

/**
 * Fees of stretches with their prices, equal prices together, and what was recorded of a fee beyond them. A count without
 * a price costs nothing and has its line only where there is no other.
 */
export function feeLines(periods: readonly PricePeriod[]): FeeLine[] {
  return feeKinds.flatMap((kind) => {
    const quantityOf = new Map<Usd, bigint>();
    let beyond = 0n;
    for (const { sums, prices, isItemized } of periods) {
      const price = usdFromNanos(nanosFromUsd(prices[priceOfFee[kind]]));
      const quantity = sums[measureOfFee[kind]];
      quantityOf.set(price, (quantityOf.get(price) ?? 0n) + quantity);
      if (isItemized) beyond += recordedFee[kind](sums) - quantity * BigInt(nanosPerImpression(price));
    }
    const lines: FeeLine[] = [...quantityOf]
      .filter(([, quantity]) => quantity > 0n)
      .map(([price, quantity]) => ({
        kind,
        quantity: Number(quantity),
        price,
        amount: usdFromNanos(quantity * BigInt(nanosPerImpression(price))),
      }));
    return beyond === 0n ? lines : [...lines, { kind, quantity: 0, price: null, amount: usdFromNanos(beyond) }];
  });
}

/** The statement of a month from what was counted in each stretch of equal prices. */
export function buildStatement(periods: readonly PricePeriod[]): Statement {
  const sums = addSums(periods.map((each) => each.sums));
  const fees = feeLines(periods);
  const dspShare = sums.revM - sums.revMd;
  const charges = sums.systemCost + dspShare;
  const untold = addSums(periods.filter(({ isItemized }) => !isItemized).map((each) => each.sums)).systemCost;
  return {
    reqs: Number(sums.reqs),
    imps: Number(sums.imps),
    scanned: Number(sums.scanned),
    rev: usdFromNanos(sums.rev),
    revM: usdFromNanos(sums.revM),
    cost: usdFromNanos(sums.cost),
    fees,
    otherPrices: usdFromNanos(sums.systemCost - sumUsd(fees.map(({ amount }) => amount))),
    systemCost: usdFromNanos(sums.systemCost),
    untold: usdFromNanos(untold),
    dspShare: usdFromNanos(dspShare),
    charges: usdFromNanos(charges),
    profit: usdFromNanos(sums.rev - sums.cost - charges),
  };
}

/** One part from what was counted of it. */
export function buildPart(key: string, name: string, sums: MonthSums, hasRequests: boolean): StatementPart {
  return {
    key,
    name,
    reqs: hasRequests ? Number(sums.reqs) : null,
    imps: Number(sums.imps),
    scanned: Number(sums.scanned),
    rev: usdFromNanos(sums.rev),
    revM: usdFromNanos(sums.revM),
    dspShare: usdFromNanos(sums.revM - sums.revMd),
    cost: usdFromNanos(sums.cost),
    systemCost: usdFromNanos(sums.systemCost),
  };
}

/** What of all is in none of the parts: it makes their totals equal to the statement. */
export function remainderOfParts(all: MonthSums, parts: readonly MonthSums[]): MonthSums {
  const found = addSums(parts);
  const remainder = { ...noSums };
  for (const name of monthSums) remainder[name] = all[name] - found[name];
  return remainder;
}

/** Amounts added up, in nano-USD. */
export function sumUsd(amounts: readonly Usd[]): bigint {
  return amounts.reduce((sum, amount) => sum + nanosFromUsd(amount), 0n);
}

/** What the sums of a month's parts and its statement disagree about; empty as it must be. */
export function partFaults(statement: Statement, parts: readonly StatementPart[]): string[] {
  const moneyFaults = (['rev', 'revM', 'cost', 'systemCost', 'dspShare'] as const).filter(
    (name) => sumUsd(parts.map((part) => part[name])) !== nanosFromUsd(statement[name]),
  );
  const isShort = parts.reduce((sum, { imps }) => sum + imps, 0) !== statement.imps;
  return [...moneyFaults, ...(isShort ? ['imps'] : [])];
}

/** Whether anything was counted of a month. */
export function isUsed({ reqs, imps, systemCost }: Statement): boolean {
  return reqs + imps > 0 || nanosFromUsd(systemCost) !== 0n;
}
