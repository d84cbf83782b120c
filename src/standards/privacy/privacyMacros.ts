import type { MacroValues } from '../macros.ts';
import { tcfSection } from './gppString.ts';
import type { PrivacySignals } from './privacySignals.ts';

/**
 * Values of the privacy macros of tags, pixels and syncs. Strings are passed on as received. GDPR_CONSENT_nnn and
 * GPP_STRING_nnn contain the same string for every vendor number.
 */
export function privacyMacros(signals: PrivacySignals): MacroValues {
  const { gdpr, consent, usPrivacy, gpp, gppSid, isCoppa } = signals;
  const regulations = [];
  if (gdpr === true || gppSid.includes(tcfSection)) regulations.push('gdpr');
  if (isCoppa) regulations.push('coppa');
  return {
    GDPR: gdpr === null ? undefined : gdpr ? '1' : '0',
    GDPRCONSENT: consent || undefined,
    US_PRIVACY: usPrivacy || undefined,
    GPPSTRING: gpp || undefined,
    GPPSECTIONID: gppSid.length === 0 ? undefined : gppSid.map(String),
    REGULATIONS: regulations.length === 0 ? undefined : regulations,
  };
}
