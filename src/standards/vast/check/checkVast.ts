import { checkVastAd } from './checkVastAd.ts';
import { parseVast } from '../parseVast.ts';
import { attributeOf } from '../../xml/xmlElement.ts';
import { readXml } from '../readXml.ts';
import { selectAd } from '../selectAd.ts';
import type { VastFinding, Playback } from './vastFinding.ts';

/** Findings about a VAST document as received. Checks the ad that a single slot plays. Never throws. */
export function checkVast(xml: string, playback: Playback): VastFinding[] {
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
  findings.push(...checkVastAd(ad, { ...playback, version: Number.parseFloat(vast.version) }));
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

/** Findings about the root element. */
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
