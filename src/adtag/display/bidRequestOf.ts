import type { Texts } from '../types.ts';
import { product, version } from '../version.ts';
import type { BannerWish } from './bannerWish.ts';

/** Parameters that have a place of their own in a bid request; all others are keys of the publisher's. */
const known = [
  'url',
  'page',
  'ref',
  'domain',
  'pubid',
  'keywords',
  'user_id',
  'bidfloor',
  'deal',
  'gdpr',
  'gdpr_consent',
  'consent',
  'us_privacy',
  'gpp',
  'gpp_sid',
  'coppa',
];

/** The bid request (OpenRTB 2.6) of banners that ask the same server with the same parameters: their ids count from 1. */
export function bidRequestOf(id: string, wishes: readonly BannerWish[]): object | undefined {
  const [first] = wishes;
  if (!first) return undefined;
  const { page, place, privacy } = first;
  const texts: Texts = { ...privacy, ...place.params };
  const { url = texts['page'] ?? page.url, ref = page.referrer, bidfloor, deal } = texts;
  return filled({
    id,
    imp: wishes.map(({ place: { channel }, sizes }, index) =>
      filled({
        id: String(index + 1),
        tagid: channel,
        banner: { format: sizes.map(([w, h]) => ({ w, h })) },
        secure: page.isSecure ? 1 : 0,
        displaymanager: product,
        displaymanagerver: version,
        bidfloor: numberOf(bidfloor),
        pmp: deal && { deals: listOf(deal).map((id) => ({ id })) },
        ext: filled({ data: keysOf(place.params) }),
      }),
    ),
    site: filled({
      page: url,
      ref,
      domain: texts['domain'],
      keywords: texts['keywords'],
      publisher: texts['pubid'] && { id: texts['pubid'] },
    }),
    device: { w: page.screen.width, h: page.screen.height, language: page.language.slice(0, 2) },
    user: filled({ id: texts['user_id'], consent: texts['consent'] ?? texts['gdpr_consent'] }),
    regs: filled({
      gdpr: flagOf(texts['gdpr']),
      coppa: flagOf(texts['coppa']),
      us_privacy: texts['us_privacy'],
      gpp: texts['gpp'],
      gpp_sid: texts['gpp_sid'] && listOf(texts['gpp_sid']).map(Number).filter(Number.isInteger),
    }),
    tmax: place.timeoutMs,
    ext: { prebid: { channel: { name: product, version } } },
  });
}

/** What of an object is there; undefined when nothing is. */
function filled(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function keysOf(params: Texts): Record<string, unknown> | undefined {
  return filled(Object.fromEntries(Object.entries(params).filter(([name]) => !known.includes(name.toLowerCase()))));
}

function listOf(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text ?? NaN);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

function flagOf(text: string | undefined): number | undefined {
  return text === '1' || text === 'true' ? 1 : text === '0' || text === 'false' ? 0 : undefined;
}
