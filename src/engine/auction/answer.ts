import { parseVast } from '#standards/vast/parseVast.ts';
import { hasPlayableMedia, selectAd } from '#standards/vast/selectAd.ts';
import type { InlineAd, WrapperAd } from '#standards/vast/types.ts';

/** What a VAST response means for an auction. `errors` are the root's Error URLs. */
export type Answer =
  | { kind: 'inline'; ad: InlineAd; isPlayable: boolean }
  | { kind: 'wrapper'; ad: WrapperAd }
  | { kind: 'empty'; errors: string[] }
  | { kind: 'invalid'; errorCode: 100 | 101 | 102 };

/** Reads a VAST response for a single slot. Never throws. */
export function readAnswer(xml: string): Answer {
  const parsed = parseVast(xml);
  if (!parsed.ok) return { kind: 'invalid', errorCode: parsed.errorCode };
  const ad = selectAd(parsed.vast);
  if (!ad) return { kind: 'empty', errors: parsed.vast.errors };
  if (ad.kind === 'wrapper') return { kind: 'wrapper', ad };
  return { kind: 'inline', ad, isPlayable: hasPlayableMedia(ad) };
}
