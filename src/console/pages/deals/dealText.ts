import { campaignTypes } from '#model/demand/campaign.ts';
import type { DealForm, DealTerms } from '#api/deals/dealsContract.ts';

/** The price of a deal as requests declare it: "$4.50 or more", "€4.50, fixed". */
export function dealPriceText({ floor, currency, at }: DealTerms): string {
  // Like amounts of dollars: below one cent, two significant digits instead of cents.
  const digits = floor < 0.01 ? { maximumSignificantDigits: 2 } : {};
  const amount =
    floor === 0 ? '' : new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(floor);
  if (at === 3) return amount === '' ? 'Fixed' : `${amount} fixed`;
  const floorText = amount === '' ? 'No floor' : `${amount} floor`;
  return at === 2 ? `${floorText}, second price` : floorText;
}

/** The requested media types: "Video, Display". */
export function mediaTypesText(forms: readonly DealForm[]): string {
  return forms.map((form) => campaignTypes.find(({ value }) => value === form)?.label ?? form).join(', ');
}
