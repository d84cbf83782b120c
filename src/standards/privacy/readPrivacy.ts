import type { ConsentReader } from './consentReader.ts';
import { tcfSection } from './gppString.ts';
import type { PrivacySignals } from './privacySignals.ts';
import type { TcfConsent } from './tcfConsent.ts';
import { decodeUsPrivacy, isUsSection, type UsChoices } from './usSections.ts';

/** The legal effect of a request's privacy signals. */
export interface Privacy {
  readonly signals: PrivacySignals;
  readonly isGdpr: boolean;
  /** The viewer's choices under the GDPR; null without a readable, valid consent string. */
  readonly consent: TcfConsent | null;
  /** Whether the viewer opted out in the US, or by Global Privacy Control. */
  readonly isOptedOut: boolean;
  /** Whether the viewer must be treated as a child: contextual ads only. */
  readonly isChild: boolean;
  /** Whether the viewer is known to be a minor, even with parental consent. */
  readonly isKnownMinor: boolean;
}

export interface PrivacyOptions {
  /** Whether Global Privacy Control is an opt-out outside the US too. */
  isGpcEverywhere: boolean;
  /** Whether the viewer is in the US; null when unknown. */
  isUs: boolean | null;
  reader: ConsentReader;
}

/** Interprets privacy signals. Each string is decoded on first use. */
export function readPrivacy(signals: PrivacySignals, options: PrivacyOptions): Privacy {
  return new LazyPrivacy(signals, options);
}

const nothingChosen: UsChoices = { isOptedOut: false, isKnownMinor: false, isChild: false };

/** The choices assumed for an unreadable section that applies: it may contain an opt-out. */
const unreadable: UsChoices = { isOptedOut: true, isKnownMinor: false, isChild: false };

class LazyPrivacy implements Privacy {
  readonly signals: PrivacySignals;
  readonly #options: PrivacyOptions;
  #consent: TcfConsent | null | undefined;
  #us: UsChoices | undefined;

  constructor(signals: PrivacySignals, options: PrivacyOptions) {
    this.signals = signals;
    this.#options = options;
  }

  /** True by the flag or an applicable GPP section; without a flag, by a readable TCF string. */
  get isGdpr(): boolean {
    const { gdpr, gppSid, consent } = this.signals;
    if (gdpr === true || gppSid.includes(tcfSection)) return true;
    return gdpr === null && consent !== '' && this.consent !== null;
  }

  get consent(): TcfConsent | null {
    if (this.#consent === undefined) this.#consent = this.#readConsent();
    return this.#consent;
  }

  get isOptedOut(): boolean {
    const { isGpcEverywhere, isUs } = this.#options;
    return (this.signals.hasGpc && (isGpcEverywhere || isUs !== false)) || this.#usChoices.isOptedOut;
  }

  get isChild(): boolean {
    return this.signals.isCoppa || this.#usChoices.isChild;
  }

  get isKnownMinor(): boolean {
    return this.signals.isCoppa || this.#usChoices.isKnownMinor;
  }

  /** The TCF string itself, else the one in GPP where the GDPR applies. */
  #readConsent(): TcfConsent | null {
    const { consent, gpp, gdpr, gppSid } = this.signals;
    const { reader } = this.#options;
    const own = consent === '' ? null : reader.tcf(consent);
    if (own || gpp === '' || (gdpr !== true && !gppSid.includes(tcfSection))) return own;
    const tcfInGpp = reader.gpp(gpp)?.tcf ?? '';
    return tcfInGpp === '' ? null : reader.tcf(tcfInGpp);
  }

  get #usChoices(): UsChoices {
    return (this.#us ??= this.#readUs());
  }

  /** The applicable GPP sections, else the older US Privacy string. */
  #readUs(): UsChoices {
    const { gpp, gppSid, usPrivacy } = this.signals;
    const applying = gppSid.filter(isUsSection);
    if (gpp !== '' && applying.length > 0) {
      const read = this.#options.reader.gpp(gpp);
      if (!read) return unreadable;
      const sections = applying.filter((id) => read.us.has(id)).map((id) => read.us.get(id) ?? unreadable);
      if (sections.length > 0) {
        return {
          isOptedOut: sections.some(({ isOptedOut }) => isOptedOut),
          isKnownMinor: sections.some(({ isKnownMinor }) => isKnownMinor),
          isChild: sections.some(({ isChild }) => isChild),
        };
      }
    }
    return (usPrivacy === '' ? null : decodeUsPrivacy(usPrivacy)) ?? nothingChosen;
  }
}
