import type { Schain } from './schain.ts';

/** Writes a chain as in tags: the text that `parseSchain` reads. Trailing empty values are left out. */
export function writeSchain({ ver, complete, nodes }: Schain): string {
  const written = nodes.map(({ asi, sid, hp, rid = '', name = '', domain = '', ext }) => {
    const values = [asi, sid, String(hp), rid, name, domain, ext === undefined ? '' : JSON.stringify(ext)];
    return values
      .slice(0, values.findLastIndex((value) => value !== '') + 1)
      .map(encode)
      .join(',');
  });
  return [`${ver},${complete}`, ...written].join('!');
}

/** A value without comma or exclamation mark, which would end it. */
function encode(value: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('!', '%21');
}
