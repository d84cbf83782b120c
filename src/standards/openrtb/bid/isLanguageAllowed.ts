import type { BidRequest } from '../types.ts';
import type { OfferedCreative } from './responseTypes.ts';

/** Languages of creatives without words, or of unknown ones: 4.2.3 and RFC 5646. */
const anyLanguage: ReadonlySet<string> = new Set(['', 'xx', 'zxx', 'und']);

/**
 * Whether the request allows the language that a bid declares for its creative (3.2.1, 4.2.3). A bid that declares none is
 * allowed, and so is a language without the region or script of an allowed one. A wildcard or an empty text allows all.
 */
export function isLanguageAllowed(
  { language, langb }: Pick<OfferedCreative, 'language' | 'langb'>,
  { wlang, wlangb }: Pick<BidRequest, 'wlang' | 'wlangb'>,
): boolean {
  const allowed = wlangb?.length ? wlangb : wlang;
  const declared = tagOf(langb ?? language ?? '');
  if (!allowed?.length || anyLanguage.has(declared)) return true;
  return allowed.some((text) => {
    const tag = tagOf(text);
    if (tag === '' || tag === '*') return true;
    return declared === tag || declared.startsWith(`${tag}-`) || tag.startsWith(`${declared}-`);
  });
}

function tagOf(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-');
}
