import type { ServingDeps } from '../servingDeps.ts';
import { writeClickTarget } from './clickTarget.ts';

export interface ClickedServe {
  serveId: string;
  /** Our tracking URL for its clicks. */
  click: string;
  /** The advertiser's domain. Scripts of its ads may choose landing pages of this domain only. */
  adomain: string;
  /** Serve time in milliseconds since the epoch. */
  at: number;
}

/**
 * Returns the click URLs of one serve, for `fillClickMacros`. Each URL counts the click and redirects to the landing
 * page sealed in it, so that others cannot change the destination.
 */
export function clickUrlOf(
  { adsUrl, media }: Pick<ServingDeps, 'adsUrl' | 'media'>,
  { serveId, click, adomain, at }: ClickedServe,
): (landing: string | null) => string {
  const token = click.slice(click.lastIndexOf('/') + 1);
  return (landing) => {
    const target = writeClickTarget({ serveId, to: landing === null ? { domain: adomain } : { url: landing } });
    return `${adsUrl}/c/${token}/${media.clicks.seal(target, at)}${landing === null ? '?to=' : ''}`;
  };
}
