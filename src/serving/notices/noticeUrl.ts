import type { ServingDeps } from '../servingDeps.ts';

/** Kind of a notice: the bid won, or the impression is billed. */
export type NoticeKind = 'win' | 'bill';

export interface Notice {
  kind: NoticeKind;
  url: string;
}

/** Our URL, for pages and players, in place of a bidder's notice. When it is called, we call the bidder. */
export function noticeUrl(
  { adsUrl, sealer }: Pick<ServingDeps, 'adsUrl' | 'sealer'>,
  { kind, url }: Notice,
  at: number,
): string {
  return `${adsUrl}/n/${sealer.seal(kind === 'bill' ? billingPrefix + url : url, at)}`;
}

/** A prefix that no URL starts with. */
const billingPrefix = 'bill:';

/** Parses the sealed text of a notice. */
export function readNotice(text: string): Notice {
  return text.startsWith(billingPrefix)
    ? { kind: 'bill', url: text.slice(billingPrefix.length) }
    : { kind: 'win', url: text };
}
