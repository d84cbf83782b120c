import type { SyncMacro } from '#model/index.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { tcfSection } from '#standards/privacy/gppString.ts';
import { privacyMacros } from '#standards/privacy/privacyMacros.ts';
import type { PrivacySignals } from '#standards/privacy/privacySignals.ts';
import type { SyncType } from './readSyncRequest.ts';

export interface SyncUrlOptions {
  /** Base URL under which the viewer's browser reaches us, without a trailing slash. */
  base: string;
  type: SyncType;
  /** The viewer's privacy signals. Strings are passed on unchanged. */
  signals: PrivacySignals;
}

/** Builds a bidder's sync URL, with its macros filled: ours and those of OpenRTB and VAST. */
export function syncUrlOf({ uid, syncUrl }: { uid: string; syncUrl: string }, terms: SyncUrlOptions): string {
  const strings = stringsOf(terms.signals);
  const values: Readonly<Record<SyncMacro, string>> = { ...strings, redirect: redirectOf(uid, strings, terms) };
  return fillVastMacros(syncUrl, privacyMacros(terms.signals)).replace(
    /(?<!\$)\{(redirect|gdpr|gdpr_consent|us_privacy|gpp|gpp_sid)\}/g,
    (_written, name: SyncMacro) => encodeURIComponent(values[name]),
  );
}

type PrivacyStrings = Record<Exclude<SyncMacro, 'redirect'>, string>;

function stringsOf({ gdpr, consent, usPrivacy, gpp, gppSid }: PrivacySignals): PrivacyStrings {
  const isGdpr = gdpr ?? (gppSid.includes(tcfSection) || null);
  return {
    gdpr: isGdpr === null ? '' : isGdpr ? '1' : '0',
    gdpr_consent: consent,
    us_privacy: usPrivacy,
    gpp,
    gpp_sid: gppSid.join(','),
  };
}

/** The URL that receives the bidder's ID. The ID is appended at the end. */
function redirectOf(uid: string, strings: PrivacyStrings, { base, type }: SyncUrlOptions): string {
  const params = Object.entries(strings).flatMap(([name, value]) =>
    value === '' ? [] : [`&${name}=${encodeURIComponent(value)}`],
  );
  return `${base}/setuid?bidder=${uid}${params.join('')}&f=${type === 'iframe' ? 'b' : 'i'}&uid=`;
}
