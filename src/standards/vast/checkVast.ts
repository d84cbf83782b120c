import { checkVastAd } from './checkVastAd.ts';
import { parseVast } from './parseVast.ts';
import { attributeOf, readXml } from './readXml.ts';
import { selectAd } from './selectAd.ts';

/** Something about a tag or its answer that costs ads, money or counts. */
export interface VastFinding {
  /** error = players fail or count wrongly; warning = some do. */
  severity: 'error' | 'warning';
  /** Name of the rule, stable. */
  rule: string;
  /** What is wrong and why it matters, in one sentence. */
  message: string;
  /** The URL or text that it is about. */
  subject?: string;
}

/** Where the ad is meant to play, as far as rules differ by it. */
export interface CheckSetting {
  isTv: boolean;
  /** Whether scripts of an ad can run: on pages, not in apps and on TVs. */
  canRunScripts: boolean;
  /** Whether the player is on an https page, or in an app that calls https alone. */
  isSecure: boolean;
}

/** Findings of one VAST document, as it came. Checks the ad that a single slot plays. Never throws. */
export function checkVast(xml: string, setting: CheckSetting): VastFinding[] {
  const parsed = parseVast(xml);
  if (!parsed.ok) return [unreadable[parsed.errorCode](parsed.message)];
  const { vast } = parsed;
  const findings = rootFindings(xml);
  const ad = selectAd(vast);
  if (!ad) {
    findings.push({ severity: 'warning', rule: 'no_ad', message: 'The VAST response is valid but contains no Ad.' });
    return findings;
  }
  if (vast.ads.length > 1) {
    findings.push({
      severity: 'warning',
      rule: 'several_ads',
      message: `The VAST response contains ${vast.ads.length} ads; a slot for a single ad plays only this one.`,
      ...(ad.id === undefined ? {} : { subject: `Ad ${ad.id}` }),
    });
  }
  findings.push(...checkVastAd(ad, { ...setting, version: Number.parseFloat(vast.version) }));
  return findings;
}

type Unreadable = (message: string) => VastFinding;

const unreadable: Record<100 | 101 | 102, Unreadable> = {
  100: (message) => ({
    severity: 'error',
    rule: 'not_xml',
    message: 'The response is not well-formed XML, so players cannot parse it (VAST error 100).',
    subject: message,
  }),
  101: (message) => ({
    severity: 'error',
    rule: 'not_vast',
    message: 'The XML does not follow the VAST schema (VAST error 101).',
    subject: message,
  }),
  102: (message) => ({
    severity: 'error',
    rule: 'wrong_version',
    message: 'The VAST version is not supported; it must be 2.0 to 4.3 (VAST error 102).',
    subject: message,
  }),
};

/** What the root element alone tells. */
function rootFindings(xml: string): VastFinding[] {
  const root = readXml(xml);
  if (typeof root === 'string') return [];
  const version = attributeOf(root, 'version');
  if (version) return [];
  return [
    {
      severity: 'error',
      rule: 'version_missing',
      message: 'The VAST element has no version attribute; strict players reject the response (VAST error 102).',
    },
  ];
}
