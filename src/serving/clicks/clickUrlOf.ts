import type { ServingDeps } from '../servingDeps.ts';
import { writeClickTarget } from './clickTarget.ts';

/** The serve that clicks belong to. */
export interface ClickedServe {
  serveId: string;
  /** Our tracking URL of its click. */
  click: string;
  /** The advertiser's domain: scripts of its ads may lead to pages of it and to no others. */
  adomain: string;
  /** When it was served, in milliseconds since the epoch. */
  at: number;
}

/**
 * Gives click addresses of one serve, as `fillClickMacros` asks for them: each counts the click and leads on to its landing
 * page, which is sealed in it, so that nobody can make it lead elsewhere.
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
