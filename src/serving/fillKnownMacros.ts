import { fillVastMacros, type MacroValues } from '#standards/macros.ts';

/** Fills the macros that we know; the others are for the player, who makes the request. */
export function fillKnownMacros(url: string, values: MacroValues): string {
  return url.replace(/\[[A-Z]+\]|\$\{[A-Z_0-9]+\}/g, (macro) => {
    const filled = fillVastMacros(macro, values);
    return filled === '-1' || filled === '' ? macro : filled;
  });
}
