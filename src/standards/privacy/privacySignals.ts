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
export function hasPrivacySignals(signals: PrivacySignals): boolean {
  const { gdpr, consent, usPrivacy, gpp, gppSid, hasGpc, isCoppa, isLimited } = signals;
  const hasText = consent !== '' || usPrivacy !== '' || gpp !== '' || gppSid.length > 0;
  return gdpr !== null || hasText || hasGpc || isCoppa || isLimited;
}

/** Signals of a tag's parameters. */
export function signalsFromQuery(query: Query, headers: PrivacyHeaders): PrivacySignals {
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

function flagOf(value = ''): boolean | null {
  const text = value.trim().toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : null;
}

/** GPP has some twenty sections. */
const maxSectionIds = 100;

/** Ids of sections, from text such as `7,8` and `7_8`. */
function sectionIdsOf(value = ''): readonly number[] {
  return value.split(/[,_]/, maxSectionIds).flatMap((text) => {
    const id = /^\s*(\d{1,4})\s*$/.exec(text)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}
