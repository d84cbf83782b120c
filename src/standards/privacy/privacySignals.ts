import { firstOf, type Query } from '../readQuery.ts';

/** Privacy signals of a request, strings as received. */
export interface PrivacySignals {
  /** Whether the GDPR applies; null when undeclared. */
  gdpr: boolean | null;
  /** TCF string; empty when there is none. */
  consent: string;
  /** US Privacy string; empty when there is none. */
  usPrivacy: string;
  /** GPP string; empty when there is none. */
  gpp: string;
  /** IDs of the GPP sections that apply. */
  gppSid: readonly number[];
  /** Whether the browser sends Global Privacy Control. */
  hasGpc: boolean;
  /** Whether the audience is children (COPPA). */
  isCoppa: boolean;
  /** Whether the viewer limits tracking (lmt) or sends Do Not Track (dnt). */
  isTrackingLimited: boolean;
}

/** Privacy headers, by lower-case name. Omit them for requests from a server on a viewer's behalf. */
export interface PrivacyHeaders {
  'sec-gpc'?: string | string[] | undefined;
  dnt?: string | string[] | undefined;
}

/** Whether any signal is set. */
export function hasPrivacySignals(signals: PrivacySignals): boolean {
  const { gdpr, consent, usPrivacy, gpp, gppSid, hasGpc, isCoppa, isTrackingLimited } = signals;
  const hasText = consent !== '' || usPrivacy !== '' || gpp !== '' || gppSid.length > 0;
  return gdpr !== null || hasText || hasGpc || isCoppa || isTrackingLimited;
}

export function signalsFromQuery(query: Query, headers: PrivacyHeaders): PrivacySignals {
  const isYes = (name: string) => flagOf(query.get(name)) === true;
  return {
    gdpr: flagOf(query.get('gdpr')),
    consent: firstOf(query, 'consent', 'gdpr_consent') ?? '',
    usPrivacy: query.get('us_privacy') ?? '',
    gpp: query.get('gpp') ?? '',
    gppSid: sectionIdsOf(query.get('gpp_sid')),
    hasGpc: hasGpc(query, headers),
    isCoppa: isYes('coppa'),
    isTrackingLimited: isYes('lmt') || isYes('dnt') || headers.dnt === '1',
  };
}

/** Whether a request has Global Privacy Control: as the browser sends it, or as a parameter. */
export function hasGpc(query: Query, headers: PrivacyHeaders): boolean {
  return headers['sec-gpc'] === '1' || flagOf(query.get('gpc')) === true;
}

function flagOf(value = ''): boolean | null {
  const text = value.trim().toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : null;
}

/** Maximum section IDs; GPP has about twenty sections. */
const maxSectionIds = 100;

/** Section IDs in texts such as `7,8` and `7_8`. */
function sectionIdsOf(value = ''): readonly number[] {
  return value.split(/[,_]/, maxSectionIds).flatMap((text) => {
    const id = /^\s*(\d{1,4})\s*$/.exec(text)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}
