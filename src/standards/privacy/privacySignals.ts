import type { BidRequest } from '../openrtb/types.ts';
import { firstOf, type Query } from '../readQuery.ts';

/** What a request says of its viewer's privacy, the strings as they came. */
export interface PrivacySignals {
  /** Whether the GDPR applies; null when nothing is said. */
  gdpr: boolean | null;
  /** TCF string; empty when there is none. */
  consent: string;
  /** US Privacy string; empty when there is none. */
  usPrivacy: string;
  /** GPP string; empty when there is none. */
  gpp: string;
  /** Sections of the GPP string that apply. */
  gppSid: readonly number[];
  /** Whether the browser sends Global Privacy Control. */
  hasGpc: boolean;
  /** Whether the audience is one of children. */
  isCoppa: boolean;
  /** Whether the viewer limits tracking (lmt) or asks not to be tracked (dnt). */
  isLimited: boolean;
}

/** The headers that tell of privacy, by lower-case name. Those of a server that asks for a viewer are not to be given. */
export interface PrivacyHeaders {
  'sec-gpc'?: string | string[] | undefined;
  dnt?: string | string[] | undefined;
}

/** Whether signals say anything. */
export function tellsOfPrivacy(signals: PrivacySignals): boolean {
  const { gdpr, consent, usPrivacy, gpp, gppSid, hasGpc, isCoppa, isLimited } = signals;
  const hasText = consent !== '' || usPrivacy !== '' || gpp !== '' || gppSid.length > 0;
  return gdpr !== null || hasText || hasGpc || isCoppa || isLimited;
}

/** Signals of a tag's parameters. */
export function signalsOfQuery(query: Query, headers: PrivacyHeaders): PrivacySignals {
  const isYes = (name: string) => flagOf(query.get(name)) === true;
  return {
    gdpr: flagOf(query.get('gdpr')),
    consent: firstOf(query, 'consent', 'gdpr_consent') ?? '',
    usPrivacy: query.get('us_privacy') ?? '',
    gpp: query.get('gpp') ?? '',
    gppSid: sectionIdsOf(query.get('gpp_sid')),
    hasGpc: headers['sec-gpc'] === '1' || isYes('gpc'),
    isCoppa: isYes('coppa'),
    isLimited: isYes('lmt') || isYes('dnt') || headers.dnt === '1',
  };
}

/** Signals of a bid request, in the places of OpenRTB 2.6 or else those of 2.5. */
export function signalsOfBidRequest(request: BidRequest, headers: PrivacyHeaders): PrivacySignals {
  const { regs, user, device } = request;
  return {
    gdpr: flagOf(regs?.gdpr ?? regs?.ext?.['gdpr']),
    consent: textOf(user?.consent, user?.ext?.['consent']),
    usPrivacy: textOf(regs?.us_privacy, regs?.ext?.['us_privacy']),
    gpp: textOf(regs?.gpp, regs?.ext?.['gpp']),
    gppSid: sectionIdsOf(regs?.gpp_sid ?? regs?.ext?.['gpp_sid']),
    hasGpc: headers['sec-gpc'] === '1' || flagOf(regs?.ext?.['gpc']) === true,
    isCoppa: flagOf(regs?.coppa) === true,
    isLimited: flagOf(device?.lmt) === true || flagOf(device?.dnt) === true || headers.dnt === '1',
  };
}

function flagOf(value: unknown): boolean | null {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === 1 || text === '1' || text === true || text === 'true') return true;
  return text === 0 || text === '0' || text === false || text === 'false' ? false : null;
}

function textOf(...values: unknown[]): string {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value.trim();
  return '';
}

/** GPP has some twenty sections. */
const maxSectionIds = 100;

/** Ids of sections, as numbers or as text such as `7,8` and `7_8`. */
function sectionIdsOf(value: unknown): readonly number[] {
  const texts = Array.isArray(value)
    ? value.slice(0, maxSectionIds).map(String)
    : typeof value === 'string'
      ? value.split(/[,_]/, maxSectionIds)
      : [];
  return texts.flatMap((text) => {
    const id = /^\s*(\d{1,4})\s*$/.exec(text)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}
