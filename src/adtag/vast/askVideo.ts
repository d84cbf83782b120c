import { askText } from '../askText.ts';
import { callTrackers } from '../callTrackers.ts';
import { fillMacros } from '../fillMacros.ts';
import { parseXml } from './parseXml.ts';
import { readVast } from './readVast.ts';
import { resolveVast, type Resolved } from './resolveVast.ts';

/** Asks a tag for ads, within a time for all of its wrappers together, and tells whoever wants to know what went wrong. */
export async function askVideo(
  tagUrl: string,
  { timeoutMs, takesPods, callsTrackers }: { timeoutMs: number; takesPods: boolean; callsTrackers: boolean },
): Promise<Resolved> {
  const until = performance.now() + timeoutMs;
  const resolved = await resolveVast(tagUrl, {
    takesPods,
    ask(url) {
      const filled = fillMacros(url, { random: Math.random(), now: new Date() });
      return askText(filled, { timeoutMs: Math.max(until - performance.now(), 0), retriesPlain: url !== tagUrl });
    },
    read(text) {
      const root = parseXml(text);
      return root ? readVast(root) : { ok: false, code: 100 };
    },
  });
  if (callsTrackers) for (const { code, errors } of resolved.faults) callTrackers(errors, code);
  return resolved;
}
