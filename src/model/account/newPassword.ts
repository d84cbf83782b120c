import { z } from 'zod';

/** Length of new passwords in characters. There are no other rules about their composition. */
export const passwordLength = { min: 12, max: 200 } as const;

/** The schema of a new password, which is used exactly as it is typed. */
export const newPasswordSchema = z
  .string('Required')
  .min(passwordLength.min, `At least ${passwordLength.min} characters`)
  .max(passwordLength.max, `At most ${passwordLength.max} characters`);
