import { createRates } from '#standards/openrtb/currency.ts';
import type { BidRequest, Deal } from '#standards/openrtb/types.ts';
import type { BuyerFormat, DemoBuyer } from './buyers.ts';

/** Exchange rates of the currencies that the demo's buyers know. */
export const buyerRates = createRates({ EUR: 1 / 0.92, GBP: 1 / 0.79, CHF: 1 / 0.88 });

/** Price factors by viewer country; keys are ISO 3166-1 alpha-3. */
const countryFactors: Readonly<Record<string, number>> = {
  USA: 1.25,
  CHE: 1.2,
  GBR: 1.15,
  DEU: 1.1,
  AUT: 1.05,
  FRA: 1,
  ESP: 0.8,
  POL: 0.75,
};
const factorElsewhere = 0.7;

/** Converts an amount to another currency; null when one of them has no rate. */
export function convert(amount: number, from: string, to: string): number | null {
  const fromRate = buyerRates.get(from);
  const toRate = buyerRates.get(to);
  return fromRate === undefined || toRate === undefined ? null : (amount * fromRate) / toRate;
}

/** Price factor for viewers that the buyer knows. */
const knownFactor = 1.15;

/**
 * The price factor of a request's viewer, by country and by whether the buyer knows the viewer. 1 when nothing is
 * declared.
 */
export function viewerFactor({ device, user }: BidRequest): number {
  const country = device?.geo?.country ?? user?.geo?.country ?? '';
  const ofCountry = country === '' ? 1 : (countryFactors[country] ?? factorElsewhere);
  return user?.buyeruid ? ofCountry * knownFactor : ofCountry;
}

/** A random price around a mean, in whole cents: two thirds are within a third of it. */
export function randomPrice(mean: number, random: () => number): number {
  const deviation = (random() + random() + random() - 1.5) * 2;
  return Math.max(0.01, Math.round(mean * Math.exp(deviation * 0.3) * 100) / 100);
}

/** A buyer's mean CPM for an imp, before the viewer factor. */
export function meanPrice(buyer: DemoBuyer, format: BuyerFormat, deal: Deal | null): number {
  return (deal ? buyer.deals[deal.id] : undefined) ?? buyer.meanCpm[format] ?? 0;
}
