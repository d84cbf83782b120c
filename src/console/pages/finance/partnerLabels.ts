import type { PartnerKind } from '#model/finance/index.ts';

/** Labels of the partners in each kind of file. */
export const partnerLabels: Record<PartnerKind, { label: string; one: string }> = {
  advertiser: { label: 'Advertiser', one: 'an advertiser' },
  tag: { label: 'Tag', one: 'a tag' },
  adexchange: { label: 'Ad exchange', one: 'an ad exchange' },
  subpublisher: { label: 'Sub-publisher', one: 'a sub-publisher' },
  channel: { label: 'Channel', one: 'a channel' },
  supplier: { label: 'Supplier', one: 'a supplier' },
};
