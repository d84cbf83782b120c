import type { Schain } from './schain.ts';

/** Writes a chain as tags carry it: the text that `parseSchain` reads. Values that are last and empty are left out. */
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

/** A value in which neither a comma nor an exclamation mark ends it. */
function encode(value: string): string {
  // A half of a character cannot be encoded.
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('!', '%21');
}
