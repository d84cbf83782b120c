import { getOrCreate } from '../getOrCreate.ts';
import type { MacroValues } from '../macros.ts';
import type { InlineAd, WrapperAd } from './types.ts';

/** Maximum codes of wrappers in the URL of a call. A wrapper may block thousands. */
const maxCodes = 100;

/** Whether a wrapper blocks a category of an ad (VAST 4.3, 3.19.2), each a list of codes of an authority. */
export function isCategoryBlocked({ blockedAdCategories }: WrapperAd, { categories }: InlineAd): boolean {
  return blockedAdCategories.some(({ code, authority }) => {
    const blocked = codesIn(code).map(lowerCase);
    return categories.some((each) => {
      const isSameAuthority = !authority || !each.authority || authority === each.authority;
      return isSameAuthority && codesIn(each.code).some((one) => blocked.includes(lowerCase(one)));
    });
  });
}

/**
 * The macros of the call behind some wrappers: `[BLOCKEDADCATEGORIES]` has what the request blocks and, each once, the
 * codes that the wrappers block, whatever their authority, which the macro has no place for (VAST 4.3, 3.19.2).
 */
export function withBlockedCategories(values: MacroValues, wrappers: readonly WrapperAd[]): MacroValues {
  const codes = wrappers.flatMap((wrapper) => wrapper.blockedAdCategories.flatMap(({ code }) => codesIn(code)));
  if (codes.length === 0) return values;
  const { BLOCKEDADCATEGORIES: requested } = values;
  const all = [...(typeof requested === 'string' ? [requested] : (requested ?? [])), ...codes.slice(0, maxCodes)];
  const byName = new Map<string, string>();
  for (const code of all) getOrCreate(byName, lowerCase(code), () => code);
  return { ...values, BLOCKEDADCATEGORIES: [...byName.values()] };
}

function codesIn(list: string): string[] {
  return list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function lowerCase(code: string): string {
  return code.toLowerCase();
}
