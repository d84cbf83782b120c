import type { DimensionKey } from '../dimensions/dimensions.ts';

/** The column of a dimension in an answer of the store: the names of parameters in letters, digits and `_` alone. */
export function aliasOf(key: DimensionKey): string {
  return `d_${key.startsWith('param.') ? `param_${key.slice(6).replace(/[_.-]/g, (each) => escapes[each] ?? each)}` : key}`;
}

const escapes: Readonly<Record<string, string>> = { _: '__', '.': '_d', '-': '_h' };
