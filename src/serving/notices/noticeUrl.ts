import type { ServingDeps } from '../servingDeps.ts';

/** What a bidder is told: that its bid has won, or that it is to pay. */
export type NoticeKind = 'win' | 'bill';

/** A bidder's notice. */
export interface Notice {
  kind: NoticeKind;
  url: string;
}

/** A URL of ours for pages and players in place of a bidder's notice: when it is called, we call the bidder. */
export function noticeUrl(
  { adsUrl, sealer }: Pick<ServingDeps, 'adsUrl' | 'sealer'>,
  { kind, url }: Notice,
  at: number,
): string {
  return `${adsUrl}/n/${sealer.seal(kind === 'bill' ? billingPrefix + url : url, at)}`;
}

/** What no address begins with. */
const billingPrefix = 'bill:';

/** The notice in what was sealed. */
export function readNotice(text: string): Notice {
  return text.startsWith(billingPrefix)
    ? { kind: 'bill', url: text.slice(billingPrefix.length) }
    : { kind: 'win', url: text };
}
