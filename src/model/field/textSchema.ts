import { z } from 'zod';
import { requiredOr } from './requiredOr.ts';

/**
 * The reason why a text cannot be stored unchanged; null = it can. PostgreSQL has no null character, and half of a
 * surrogate pair is not a character.
 */
export function textFault(value: string): string | null {
  if (value.includes('\u0000')) return 'Must not contain a null character';
  return /\p{Surrogate}/u.test(value) ? 'Must not contain invalid characters' : null;
}

/** A schema for texts that can be stored. `otherwise` is passed to zod: the message for other values. */
export const textSchema = (...otherwise: Parameters<typeof z.string>): z.ZodString =>
  z.string(...otherwise).superRefine((value, context) => {
    const message = textFault(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** A schema for texts of at most `max` characters, without whitespace around them, as `rewrite` writes them. */
export const trimmed = (max: number, rewrite?: (text: string) => string): z.ZodString => {
  const text = textSchema(requiredOr('Must be text')).trim();
  return (rewrite ? text.overwrite(rewrite) : text).max(max, `At most ${max} characters`);
};

/** The schema limited to texts of a pattern, if there is one; `otherwise` is the message for others. */
export const matching = (text: z.ZodString, pattern?: RegExp, otherwise = 'Invalid format'): z.ZodString =>
  pattern ? text.regex(pattern, otherwise) : text;

/** How a text is checked. */
export interface TextRules {
  pattern?: RegExp;
  patternText?: string;
  /** Writes what was pasted as it is stored, such as an address as its domain, before it is checked. */
  rewrite?: (text: string) => string;
}

/** The limit of inputs: none where texts are rewritten, as an address is longer than what it names. */
export const typedLength = (maxLength: number, rewrite: TextRules['rewrite']) => (rewrite ? {} : { maxLength });
