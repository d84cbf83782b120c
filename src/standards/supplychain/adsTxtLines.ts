import type { AdsTxtRecord } from './adsTxt.ts';

/** A line to put into an ads.txt or app-ads.txt. */
export type AdsTxtEntry = Pick<AdsTxtRecord, 'asi' | 'sid' | 'relationship' | 'certId'>;

/** The lines that a publisher puts into its files: ours, and those of whoever sells further on. Each comes once. */
export function adsTxtLines({ more = [], ...own }: AdsTxtEntry & { more?: readonly AdsTxtEntry[] }): string[] {
  const lines = [own, ...more].map(({ asi, sid, relationship, certId = '' }) => {
    return [asi.toLowerCase(), escaped(sid), relationship, ...(certId === '' ? [] : [escaped(certId)])].join(', ');
  });
  return [...new Set(lines)];
}

/** A field without what would end it: comma, blank, comment, extension. */
function escaped(field: string): string {
  return field.replace(/[\s,#;%]/gu, (character) => encodeURIComponent(character));
}
