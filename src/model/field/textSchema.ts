import { z } from 'zod';

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
