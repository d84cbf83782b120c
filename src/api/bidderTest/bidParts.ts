import type { BidPart, TestedBidRecord } from '#model/demand/bidderTest.ts';

/** Labels of the checked parts of a bid. */
export const partLabels: Record<BidPart, string> = {
  shape: 'Format',
  imp: 'Impression',
  currency: 'Currency',
  price: 'Price',
  floor: 'Floor',
  crid: 'Creative ID',
  markup: 'Markup',
  seat: 'Seat',
  deal: 'Deal',
  advertiser: 'Advertiser and categories',
  mediaType: 'Media type',
  creative: 'Size, duration, protocols',
  secure: 'HTTPS',
  native: 'Native assets',
  quality: 'Channel rules',
  ad: 'Ad',
};

/** The fields of a bid that belong to each part. */
const fieldsOf: Partial<Record<BidPart, readonly string[]>> = {
  imp: ['impid'],
  price: ['price'],
  crid: ['crid'],
  deal: ['dealid'],
  advertiser: ['adomain', 'cat', 'bundle'],
  mediaType: ['mtype'],
  creative: ['w', 'h', 'dur', 'protocol', 'api', 'apis', 'attr'],
};

/** Maximum characters of a text. */
const maxLength = 500;

/** The fields of a bid that belong to a part, as text; empty for none. */
export function partDetail(
  part: BidPart,
  { bid, seat, mediaType, currency }: Pick<TestedBidRecord, 'bid' | 'seat' | 'mediaType' | 'currency'>,
): string {
  if (part === 'currency') return currency;
  if (part === 'seat') return seat;
  if (part === 'markup') return ['adm', 'nurl'].filter((name) => bid[name] !== undefined).join(', ');
  const fields = (fieldsOf[part] ?? []).filter((name) => bid[name] !== undefined);
  const texts = fields.map((name) => `${name} ${JSON.stringify(bid[name])}`);
  return [...(part === 'mediaType' && mediaType ? [mediaType] : []), ...texts].join(', ').slice(0, maxLength);
}
