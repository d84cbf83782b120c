import type { RequestTraits } from '../targeting/requestTraits.ts';
import { shapesOfImp } from './adShapes.ts';
import type { MatchQuery } from './matchQuery.ts';
import { foundBy, openMarket, type MatchTerms } from './matchTerms.ts';
import type { Allowance } from './valueDimension.ts';

/** The parts of a query that decide which campaigns match, as text. */
export interface RequestTerms {
  /** Either this or `channel` is empty. */
  supplier: string;
  channel: string;
  shapes: readonly string[];
  /** Deal IDs, and `openMarket` where bids without a deal may win. */
  deals: readonly string[];
  /** The request's value in each dimension of `foundBy`; empty = unknown. */
  values: readonly string[];
}

/** Reads the value of each targeting dimension from a request. */
const traitOf: Record<(typeof foundBy)[number], (traits: RequestTraits) => string> = {
  country: ({ country }) => country,
  device: ({ device }) => device,
  os: ({ operatingSystem }) => operatingSystem,
  environment: ({ environment }) => environment,
};

/** The terms of a query. `deals` are the offered deal IDs under which some campaign buys. */
export function requestTerms(
  { supplySource, imp, traits, isPrivate }: MatchQuery,
  deals: readonly string[],
): RequestTerms {
  const isSupplied = supplySource.supplierId > 0;
  return {
    supplier: isSupplied ? String(supplySource.supplierId) : '',
    channel: isSupplied ? '' : String(supplySource.channelId),
    shapes: shapesOfImp(imp),
    deals: isPrivate ? deals : [openMarket, ...deals],
    values: foundBy.map((name) => traitOf[name](traits)),
  };
}

/** Whether a campaign's terms match a request. Its flight is checked elsewhere. */
export function matchesTerms(
  { shapes, deals, supplier, channel, targeted }: MatchTerms,
  requested: RequestTerms,
): boolean {
  return (
    (requested.supplier === '' ? isTaken(channel, requested.channel) : isTaken(supplier, requested.supplier)) &&
    shapes.some((shape) => requested.shapes.includes(shape)) &&
    deals.some((deal) => requested.deals.includes(deal)) &&
    foundBy.every((name, at) => isTaken(targeted[name], requested.values[at] ?? ''))
  );
}

function isTaken({ isUnknownAllowed, areOthersAllowed, named }: Allowance, value: string): boolean {
  return value === '' ? isUnknownAllowed : named.includes(value) !== areOthersAllowed;
}
