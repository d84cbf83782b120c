import { z } from 'zod';

/**
 * Why a text cannot be stored and given back as it is; null = it can. PostgreSQL has no null character, and half of a
 * surrogate pair is no character.
 */
export function textFault(value: string): string | null {
  if (value.includes('\u0000')) return 'Must not contain a null character';
  return /\p{Surrogate}/u.test(value) ? 'Must not contain invalid characters' : null;
}

/** A text that can be stored. `otherwise` is zod's: the message for a value that is no text. */
export const textSchema = (...otherwise: Parameters<typeof z.string>): z.ZodString =>
  z.string(...otherwise).superRefine((value, context) => {
    const message = textFault(value);
    if (message) context.addIssue({ code: 'custom', message });
  });
