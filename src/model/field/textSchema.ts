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

/** A schema for texts of at most `max` characters, without whitespace around them. */
export const trimmed = (max: number): z.ZodString =>
  textSchema(requiredOr('Must be text')).trim().max(max, `At most ${max} characters`);

/** The schema limited to texts of a pattern, if there is one; `otherwise` is the message for others. */
export const matching = (text: z.ZodString, pattern?: RegExp, otherwise = 'Invalid format'): z.ZodString =>
  pattern ? text.regex(pattern, otherwise) : text;
