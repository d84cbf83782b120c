import type { ChannelRow } from '#model/index.ts';
import { adsViolations, secondsOfAds, type AskedMedia } from '../../../vast/adViolations.ts';
import { valueIn } from './malformedQuery.ts';

/** Names of parameters of requests for VAST. */
export const queryNames =
  'mimes protocols api linearity min_dur max_dur pod_dur pod_slots podid minbitrate maxbitrate delivery skip skipmin v vast w h startdelay plcmt deal bidfloor bidfloorcur lat lon ip ua url page gdpr consent us_privacy gpp gpp_sid coppa schain cb'.split(
    ' ',
  );

/** Terms of OpenRTB 2.6, 3.2.7 by the parameter that declares them. */
const numbers = {
  minduration: 'min_dur',
  maxduration: 'max_dur',
  linearity: 'linearity',
  skip: 'skip',
  skipmin: 'skipmin',
  minbitrate: 'minbitrate',
  maxbitrate: 'maxbitrate',
} as const;

/**
 * The rules of a request for VAST that its response violates, as its documentation says them: those of each ad, and the
 * size of the pod. Parameters whose value is no plain number or list say nothing.
 */
export function vastViolations(
  xml: string,
  query: string,
  { podSlots, podDuration }: Pick<ChannelRow, 'podSlots' | 'podDuration'>,
): string[] {
  const seconds = secondsOfAds(xml);
  if (seconds.length === 0) return [];
  const terms = termsOf(query);
  const slots = podSlots > 1 ? Math.min(podSlots, numberIn(query, 'pod_slots') || podSlots) : 1;
  const longest = Math.min(podDuration ?? Infinity, numberIn(query, 'pod_dur') || Infinity);
  const total = seconds.reduce((sum, each) => sum + each, 0);
  const slot: AskedMedia = seconds.length > 1 ? { ...terms, podid: 'pod' } : terms;
  return [
    ...adsViolations(xml, mediumIn(terms.mimes), slot),
    ...(seconds.length > slots ? [`${seconds.length} ads of at most ${slots}`] : []),
    ...(slots > 1 && total > longest + seconds.length / 2 ? [`${total} seconds in all`] : []),
  ];
}

/** The medium of the types that are asked for; null where they are of both, or of none. */
function mediumIn(mimes: readonly string[]): 'video' | 'audio' | null {
  const types = new Set(mimes.map((mime) => mime.trim().toLowerCase().split('/', 1)[0]));
  if (types.has('video') === types.has('audio')) return null;
  return types.has('video') ? 'video' : 'audio';
}

function termsOf(query: string): AskedMedia {
  const terms: Record<string, unknown> = { linearity: 1 };
  for (const [field, name] of Object.entries(numbers)) {
    const value = numberIn(query, name);
    if (value !== null) terms[field] = value;
  }
  for (const name of ['protocols', 'api', 'delivery'] as const) {
    const list = listIn(query, name).filter((each) => /^\d{1,6}$/.test(each));
    if (list.length > 0) terms[name] = list.map(Number);
  }
  terms['api'] ??= [1, 2, 3, 5, 6, 8, 9];
  // Durations that contradict each other say nothing.
  if (Number(terms['minduration'] ?? 0) > Number(terms['maxduration'] || Infinity)) {
    delete terms['minduration'];
    delete terms['maxduration'];
  }
  if (terms['linearity'] === 0) terms['linearity'] = 1;
  return { mimes: listIn(query, 'mimes'), ...terms };
}

function numberIn(query: string, name: string): number | null {
  const text = valueIn(query, name) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function listIn(query: string, name: string): string[] {
  return (valueIn(query, name) ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
