import type { ServingDeps } from '../servingDeps.ts';

/** A URL of ours for pages and players in place of a bidder's notice: when it is called, we call the bidder. */
export function noticeUrl({ adsUrl, sealer }: Pick<ServingDeps, 'adsUrl' | 'sealer'>, url: string, at: number): string {
  return `${adsUrl}/n/${sealer.seal(url, at)}`;
}
