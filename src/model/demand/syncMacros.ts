import type { Fault } from '../entity/fault.ts';
import { bracedMacros, type PixelMacro } from '../verification/pixelMacros.ts';

/** Macros for cookie sync URLs. They are empty where there is no value. */
export const syncMacros = [
  {
    macro: '{redirect}',
    help: 'Encoded URL that the ID is returned to; put the bidder’s macro for the ID right after it',
  },
  { macro: '{gdpr}', help: 'Whether the GDPR applies: 1 or 0' },
  { macro: '{gdpr_consent}', help: 'TCF consent string' },
  { macro: '{us_privacy}', help: 'US Privacy string' },
  { macro: '{gpp}', help: 'Global Privacy Platform string' },
  { macro: '{gpp_sid}', help: 'Sections of the GPP string that apply' },
] as const satisfies readonly PixelMacro[];

/** The name of a cookie sync macro, without braces. */
export type SyncMacro = (typeof syncMacros)[number]['macro'] extends `{${infer Name}}` ? Name : never;

const known = new Set<string>(syncMacros.map(({ macro }) => macro));

/** The faults of a cookie sync URL. An empty one has none. */
export function syncUrlFaults(url: string): Fault[] {
  if (url === '') return [];
  const path = 'syncUrl';
  const faults: Fault[] = [];
  if (!url.includes('{redirect}')) {
    faults.push({
      code: 'macro_missing',
      message: 'Must include {redirect}, the URL that the ID is returned to',
      path,
    });
  }
  // The redirect is followed by the bidder's own macro for its ID, in any form.
  const ours = url.replace(/\{redirect\}[^&#]*/g, '');
  const unknown = bracedMacros(ours).filter((macro) => !known.has(macro));
  if (unknown.length > 0) {
    faults.push({ code: 'unknown_macro', message: `Unknown macro: ${unknown.join(', ')}`, path });
  }
  return faults;
}
