import { fillVastMacros, type MacroValues } from '#standards/macros.ts';

/** Fills the macros that we know; the others are for the player, who makes the request. */
export function fillKnownMacros(url: string, values: MacroValues): string {
  return url.replace(/\[([\w.-]{1,64})\]|\$\{[A-Z_0-9]+\}/g, (macro, name: string | undefined) => {
    const filled = fillVastMacros(macro, values);
    // Of an account's own parameters the player knows nothing more.
    if (name !== undefined && Object.hasOwn(values, name.toLowerCase())) return filled;
    return filled === '-1' || filled === '' ? macro : filled;
  });
}
