import type { RequestTraits } from '../targeting/requestTraits.ts';
import { shapesOfImp } from './adShapes.ts';
import type { MatchQuery } from './matchQuery.ts';
import { foundBy, openMarket, type MatchTerms } from './matchTerms.ts';
import type { Allowance } from './valueDimension.ts';

/** What of a question decides which campaigns are for it, as texts. */
export interface RequestTerms {
  /** One of the two is empty. */
  supplier: string;
  channel: string;
  shapes: readonly string[];
  /** Ids of deals, and `openMarket` where bids without one may win. */
  deals: readonly string[];
  /** What is told of each dimension of targetings. */
  values: readonly string[];
}

/** Reads what of a request each dimension of targetings is asked for. */
const traitOf: Record<(typeof foundBy)[number], (traits: RequestTraits) => string> = {
  country: ({ country }) => country,
  device: ({ device }) => device,
  os: ({ operatingSystem }) => operatingSystem,
  environment: ({ environment }) => environment,
};

/** What a question asks of campaigns; `deals` are those of its deals that campaigns buy under. */
export function requestTerms({ place, imp, traits, isPrivate }: MatchQuery, deals: readonly string[]): RequestTerms {
  const isSupplied = place.supplierId > 0;
  return {
    supplier: isSupplied ? String(place.supplierId) : '',
    channel: isSupplied ? '' : String(place.channelId),
    shapes: shapesOfImp(imp),
    deals: isPrivate ? deals : [openMarket, ...deals],
    values: foundBy.map((name) => traitOf[name](traits)),
  };
}

/** Whether a campaign has what is asked, its flight aside. */
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

function isTaken(
  { isUnknownAllowed: isUntoldIn, areOthersAllowed: areOthersIn, named }: Allowance,
  value: string,
): boolean {
  return value === '' ? isUntoldIn : named.includes(value) !== areOthersIn;
}
