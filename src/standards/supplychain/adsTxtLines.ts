import type { AdsTxtRecord } from './adsTxtRecords.ts';

/** A record for an ads.txt or app-ads.txt. */
export type AdsTxtEntry = Pick<AdsTxtRecord, 'asi' | 'sid' | 'relationship' | 'certId'>;

/** The lines that a publisher adds to its files: ours, and those of further resellers, without duplicates. */
export function adsTxtLines({ more = [], ...own }: AdsTxtEntry & { more?: readonly AdsTxtEntry[] }): string[] {
  const lines = [own, ...more].map(({ asi, sid, relationship, certId = '' }) => {
    return [asi.toLowerCase(), escaped(sid), relationship, ...(certId === '' ? [] : [escaped(certId)])].join(', ');
  });
  return [...new Set(lines)];
}

/** A field without the characters that would end it: commas, blanks, comment and extension marks. */
function escaped(field: string): string {
  return field.replace(/[\s,#;%]/gu, (character) => encodeURIComponent(character));
}
