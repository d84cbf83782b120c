import { nanosFromUsd, nanosPerImpression, usdFromNanos, type Usd } from '../money/money.ts';
import type { Prices } from './prices.ts';

/** The sums of an account; money in nano-USD. */
export interface MonthSums {
  reqs: bigint;
  imps: bigint;
  scanned: bigint;
  /** Amounts without those of impressions that were found invalid later. */
  rev: bigint;
  revM: bigint;
  revMd: bigint;
  cost: bigint;
  systemCost: bigint;
  /** The parts of systemCost for requests and for measurement; 0 in facts recorded before they were itemized. */
  requestFee: bigint;
  verificationFee: bigint;
  /** Impressions that were found invalid later, and the revenue and supply cost that they would have had. */
  adjustedImps: bigint;
  adjustedRev: bigint;
  adjustedCost: bigint;
}

/** Names of the sums, as in the roll-ups. */
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
  'verificationFee',
  'adjustedImps',
  'adjustedRev',
  'adjustedCost',
] as const satisfies readonly (keyof MonthSums)[];

/** The kinds of fees. */
export const feeKinds = ['request', 'impression', 'postbid'] as const;
export type FeeKind = (typeof feeKinds)[number];

/** A fee at one price: quantity at a price per 1,000. */
export interface FeeLine {
  kind: FeeKind;
  quantity: number;
  /** USD per 1,000; null = the part of the recorded fee beyond the lines with prices, which has no quantity. */
  price: Usd | null;
  amount: Usd;
}

/** The sums between two price changes. */
export interface PricePeriod {
  sums: MonthSums;
  prices: Prices;
  /** Whether the facts itemize system cost; otherwise its parts are computed from counts and prices. */
  isItemized: boolean;
}

/** The monthly statement of an account, exact to the nano-dollar. Amounts are decimal USD text. */
export interface Statement {
  reqs: number;
  imps: number;
  scanned: number;
  /** Gross revenue of the account, and its part through marketplaces; without late invalid traffic, as is the cost. */
  rev: Usd;
  revM: Usd;
  /** The cost of the account's supply side. */
  cost: Usd;
  /** The system cost by component, at the prices in force. */
  fees: FeeLine[];
  /** The part of the recorded system cost that the components do not explain: recorded at other prices. */
  otherPrices: Usd;
  /** Recorded system cost: fees + otherPrices. */
  systemCost: Usd;
  /** The part of it that is not itemized in facts. Absent in months closed before facts were itemized: all of it. */
  unitemized?: Usd;
  /** The operator's share of marketplace revenue. */
  dspShare: Usd;
  /** The operator's charges: systemCost + dspShare. */
  charges: Usd;
  /** rev − cost − charges. */
  profit: Usd;
  /** Absent in months closed before traffic was reviewed: none. */
  lateInvalid?: LateInvalid;
}

/** Traffic that was counted as valid and found invalid later. It is deducted from revenue and supply cost. */
export interface LateInvalid {
  imps: number;
  rev: Usd;
  cost: Usd;
}

/** The breakdowns of a month. */
export const partKinds = ['day', 'channel', 'tag', 'advertiser', 'adexchange', 'subpublisher', 'supplier'] as const;
export type PartKind = (typeof partKinds)[number];

/** One part of a month. */
export interface StatementPart {
  /** YYYY-MM-DD, the id of an object, or '' for the remainder without one. */
  key: string;
  name: string;
  /** null where requests do not apply. */
  reqs: number | null;
  imps: number;
  scanned: number;
  rev: Usd;
  revM: Usd;
  dspShare: Usd;
  cost: Usd;
  systemCost: Usd;
  /** Absent where a month was closed before traffic was reviewed: none. */
  lateInvalid?: LateInvalid;
}

/** Sums of zero. */
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
  verificationFee: 0n,
  adjustedImps: 0n,
  adjustedRev: 0n,
  adjustedCost: 0n,
};

/** Adds up sums. */
export function addSums(all: readonly MonthSums[]): MonthSums {
  const total = { ...noSums };
  for (const sums of all) for (const name of monthSums) total[name] += sums[name];
  return total;
}

const measureOfFee = { request: 'reqs', impression: 'imps', postbid: 'scanned' } as const;
const priceOfFee = { request: 'priceReq', impression: 'priceImp', postbid: 'pricePostbid' } as const;

/**
 * The recorded amount of a fee. For impressions it is the system cost without the fees for requests and measurement.
 */
const recordedFee: Record<FeeKind, (sums: MonthSums) => bigint> = {
  request: ({ requestFee }) => requestFee,
  impression: ({ systemCost, requestFee, verificationFee }) => systemCost - requestFee - verificationFee,
  postbid: ({ verificationFee }) => verificationFee,
};

/**
 * The fee lines of price periods: equal prices share a line, and recorded amounts beyond them have a line without a
 * price. A fee without a price has a line only where there is no other.
 */
export function feeLines(periods: readonly PricePeriod[]): FeeLine[] {
  return feeKinds.flatMap((kind) => {
    const quantityOf = new Map<Usd, bigint>();
    let unpricedAmount = 0n;
    for (const { sums, prices, isItemized } of periods) {
      const price = usdFromNanos(nanosFromUsd(prices[priceOfFee[kind]]));
      const quantity = sums[measureOfFee[kind]];
      quantityOf.set(price, (quantityOf.get(price) ?? 0n) + quantity);
      if (isItemized) unpricedAmount += recordedFee[kind](sums) - quantity * BigInt(nanosPerImpression(price));
    }
    const lines: FeeLine[] = [...quantityOf]
      .filter(([, quantity]) => quantity > 0n)
      .map(([price, quantity]) => ({
        kind,
        quantity: Number(quantity),
        price,
        amount: usdFromNanos(quantity * BigInt(nanosPerImpression(price))),
      }));
    return unpricedAmount === 0n
      ? lines
      : [...lines, { kind, quantity: 0, price: null, amount: usdFromNanos(unpricedAmount) }];
  });
}

/** Builds the statement of a month from the sums of its price periods. */
export function buildStatement(periods: readonly PricePeriod[]): Statement {
  const sums = addSums(periods.map((each) => each.sums));
  const fees = feeLines(periods);
  const dspShare = sums.revM - sums.revMd;
  const charges = sums.systemCost + dspShare;
  const unitemized = addSums(periods.filter(({ isItemized }) => !isItemized).map((each) => each.sums)).systemCost;
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
    unitemized: usdFromNanos(unitemized),
    dspShare: usdFromNanos(dspShare),
    charges: usdFromNanos(charges),
    profit: usdFromNanos(sums.rev - sums.cost - charges),
    lateInvalid: lateInvalidOf(sums),
  };
}

function lateInvalidOf({ adjustedImps, adjustedRev, adjustedCost }: MonthSums): LateInvalid {
  return { imps: Number(adjustedImps), rev: usdFromNanos(adjustedRev), cost: usdFromNanos(adjustedCost) };
}

/** Builds one part from its sums. */
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
    lateInvalid: lateInvalidOf(sums),
  };
}

/** The sums that are in none of the parts: with them, the parts add up to the statement. */
export function remainderOfParts(all: MonthSums, parts: readonly MonthSums[]): MonthSums {
  const found = addSums(parts);
  const remainder = { ...noSums };
  for (const name of monthSums) remainder[name] = all[name] - found[name];
  return remainder;
}

/** Adds up amounts, in nano-USD. */
export function sumUsd(amounts: readonly Usd[]): bigint {
  return amounts.reduce((sum, amount) => sum + nanosFromUsd(amount), 0n);
}

/** The fields in which the sum of the parts differs from the statement; empty unless there is a bug. */
export function partFaults(statement: Statement, parts: readonly StatementPart[]): string[] {
  const moneyFaults = (['rev', 'revM', 'cost', 'systemCost', 'dspShare'] as const).filter(
    (name) => sumUsd(parts.map((part) => part[name])) !== nanosFromUsd(statement[name]),
  );
  const isShort = parts.reduce((sum, { imps }) => sum + imps, 0) !== statement.imps;
  return [...moneyFaults, ...(isShort ? ['imps'] : [])];
}

/** Whether a month has any activity. */
export function isUsed({ reqs, imps, systemCost }: Statement): boolean {
  return reqs + imps > 0 || nanosFromUsd(systemCost) !== 0n;
}
