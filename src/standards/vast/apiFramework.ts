/** An API framework by which a file talks to the player. */
export type ApiFramework = 'VPAID' | 'SIMID' | 'MRAID';

/** The API framework that `apiFramework` names, with or without its version (`VPAID 2.0`); null for any other text. */
export function apiFramework({ apiFramework: text = '' }: Readonly<Record<string, string>>): ApiFramework | null {
  if (text === '') return null;
  const name = /^\s*(vpaid|simid|mraid)/i.exec(text)?.[1]?.toUpperCase();
  return name === 'VPAID' || name === 'SIMID' || name === 'MRAID' ? name : null;
}
