import { getOrCreate } from '../getOrCreate.ts';
import type { MacroValues } from '../macros.ts';
import type { InlineAd, WrapperAd } from './types.ts';

/** Maximum codes of wrappers in the URL of a call. A wrapper may block thousands. */
const maxCodes = 100;

/** Whether a wrapper blocks a category of an ad (VAST 4.3, 3.19.2), each a list of codes of an authority. */
export function isCategoryBlocked({ blockedAdCategories }: WrapperAd, { categories }: InlineAd): boolean {
  if (blockedAdCategories.length === 0 || categories.length === 0) return false;
  const blocked = codesByAuthority(blockedAdCategories);
  for (const [authority, codes] of codesByAuthority(categories)) {
    for (const [blocking, blockedCodes] of blocked) {
      const isSameAuthority = blocking === '' || authority === '' || blocking === authority;
      if (isSameAuthority && [...codes].some((code) => blockedCodes.has(code))) return true;
    }
  }
  return false;
}

/** Authorities whose codes are compared by name: hostile markup names thousands. */
const maxAuthorities = 20;

/** Codes in lower case by their authority; '' = none is named. The codes of authorities beyond the first ones are of none. */
function codesByAuthority(
  lists: readonly { code: string; authority?: string | undefined }[],
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { code, authority = '' } of lists) {
    const name = found.has(authority) || found.size < maxAuthorities ? authority : '';
    const codes = getOrCreate(found, name, () => new Set<string>());
    for (const each of codesIn(code)) codes.add(lowerCase(each));
  }
  return found;
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
