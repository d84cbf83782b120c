import type { RequestParams } from '../types.ts';
import { product, version } from '../version.ts';
import type { BannerRequest } from './bannerRequest.ts';

/** Parameters with their own field in a bid request; all others are the publisher's key-values. */
const standardParams = [
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
  'gpc',
  'coppa',
];

/** The bid request (OpenRTB 2.6) for banners of one ad server that share their parameters. The imp IDs count from 1. */
export function bidRequestOf(id: string, banners: readonly BannerRequest[]): object | undefined {
  const [first] = banners;
  if (!first) return undefined;
  const { page, slotConfig, privacy } = first;
  const params: RequestParams = { ...privacy, ...slotConfig.params };
  const { url = params['page'] ?? page.url, ref = page.referrer, bidfloor, deal } = params;
  return withoutEmpty({
    id,
    imp: banners.map(({ slotConfig: { channel }, sizes }, index) =>
      withoutEmpty({
        id: String(index + 1),
        tagid: channel,
        banner: { format: sizes.map(([w, h]) => ({ w, h })) },
        secure: page.isSecure ? 1 : 0,
        displaymanager: product,
        displaymanagerver: version,
        bidfloor: numberOf(bidfloor),
        pmp: deal && { deals: listOf(deal).map((id) => ({ id })) },
        ext: withoutEmpty({ data: customParamsOf(slotConfig.params) }),
      }),
    ),
    site: withoutEmpty({
      page: url,
      ref,
      domain: params['domain'],
      keywords: params['keywords'],
      publisher: params['pubid'] && { id: params['pubid'] },
    }),
    device: { w: page.screen.width, h: page.screen.height, language: page.language.slice(0, 2) },
    user: withoutEmpty({ id: params['user_id'], consent: params['consent'] ?? params['gdpr_consent'] }),
    regs: withoutEmpty({
      gdpr: flagOf(params['gdpr']),
      coppa: flagOf(params['coppa']),
      us_privacy: params['us_privacy'],
      gpp: params['gpp'],
      gpp_sid: params['gpp_sid'] && listOf(params['gpp_sid']).map(Number).filter(Number.isInteger),
      ext: params['gpc'] && { gpc: params['gpc'] },
    }),
    tmax: slotConfig.timeoutMs,
    ext: { prebid: { channel: { name: product, version } } },
  });
}

/** The object without undefined and empty values; undefined when nothing is left. */
function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function customParamsOf(params: RequestParams): Record<string, unknown> | undefined {
  return withoutEmpty(
    Object.fromEntries(Object.entries(params).filter(([name]) => !standardParams.includes(name.toLowerCase()))),
  );
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
