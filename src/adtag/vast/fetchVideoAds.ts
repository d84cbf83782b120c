import { fetchText } from '../fetchText.ts';
import { fireTrackers } from '../fireTrackers.ts';
import { fillMacros } from '../fillMacros.ts';
import { parseXml } from './parseXml.ts';
import { readVast } from './readVast.ts';
import { resolveVast, type ResolvedVast } from './resolveVast.ts';

/**
 * Fetches a tag and its wrappers, with one timeout for all of them together, and fires the error trackers of every
 * failure.
 */
export async function fetchVideoAds(
  tagUrl: string,
  {
    timeoutMs,
    acceptsPods,
    shouldFireTrackers,
  }: { timeoutMs: number; acceptsPods: boolean; shouldFireTrackers: boolean },
): Promise<ResolvedVast> {
  const deadline = performance.now() + timeoutMs;
  const resolved = await resolveVast(tagUrl, {
    acceptsPods,
    fetch(url) {
      const tagUrlWithMacros = fillMacros(url, { random: Math.random(), now: new Date() });
      return fetchText(tagUrlWithMacros, {
        timeoutMs: Math.max(deadline - performance.now(), 0),
        retriesWithoutCookies: url !== tagUrl,
      });
    },
    read(text) {
      const root = parseXml(text);
      return root ? readVast(root) : { ok: false, code: 100 };
    },
  });
  if (shouldFireTrackers) for (const { code, errors } of resolved.faults) fireTrackers(errors, code);
  return resolved;
}
