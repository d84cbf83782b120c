import type { DimensionKey } from '../dimensions/dimensions.ts';

/** The column name of a dimension in the store's rows; keys of parameters are escaped to letters, digits and `_`. */
export function aliasOf(key: DimensionKey): string {
  return `d_${key.startsWith('param.') ? `param_${key.slice(6).replace(/[_.-]/g, (each) => escapes[each] ?? each)}` : key}`;
}

const escapes: Readonly<Record<string, string>> = { _: '__', '.': '_d', '-': '_h' };
