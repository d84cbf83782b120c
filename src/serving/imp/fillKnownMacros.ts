import { fillVastMacros, type MacroValues } from '#standards/macros.ts';

/** Fills the macros whose values the server knows. The others are left for the player, which makes the request. */
export function fillKnownMacros(url: string, values: MacroValues): string {
  return url.replace(/\[([\w.-]{1,64})\]|\$\{[A-Z_0-9]+\}/g, (macro, name: string | undefined) => {
    const filled = fillVastMacros(macro, values);
    // The player has no further values of the account's own parameters.
    if (name !== undefined && Object.hasOwn(values, name.toLowerCase())) return filled;
    return filled === '-1' || filled === '' ? macro : filled;
  });
}
