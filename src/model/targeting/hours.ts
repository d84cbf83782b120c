import { z } from 'zod';

/** Hours of a week, from Monday 00:00. */
export const hoursOfWeek = 168;

/** Hours of the week in ascending order, 0 = Monday 00:00 to 01:00. Empty = always. */
export const hoursSchema = z
  .array(
    z
      .int('Must be an hour of the week')
      .min(0)
      .max(hoursOfWeek - 1),
    'Must be a list of hours',
  )
  .max(hoursOfWeek, 'Must not contain duplicates')
  .refine((hours) => new Set(hours).size === hours.length, 'Must not contain duplicates');
