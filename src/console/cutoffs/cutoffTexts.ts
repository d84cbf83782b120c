import type { CutoffKind, CutoffText } from '#model/cutoff/cutoff.ts';
import { entityLabel } from '../history/logText.ts';

const texts: Record<CutoffText, { label: string; hint: string }> = {
  domain: { label: 'Advertiser domain', hint: 'Such as brand.example. Its subdomains are cut off too.' },
  seat: { label: 'Seat', hint: 'The ID of a buyer’s seat, as in its bids.' },
  crid: { label: 'Creative ID', hint: 'The ID of a creative in bids (crid) or VAST, whichever bidder sends it.' },
};

/** Kinds of texts that bids name. */
export const textKinds = Object.entries(texts).map(([value, { label }]) => ({ value: value as CutoffText, label }));

/** The hint of the field for a text. */
export function textHint(kind: CutoffText): string {
  return texts[kind].hint;
}

/** The label of a kind. */
export function cutoffLabel(kind: CutoffKind): string {
  return kind in texts ? texts[kind as CutoffText].label : entityLabel(kind);
}
