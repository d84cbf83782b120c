import { z } from 'zod';
import { settingsSchema } from './settings.ts';

const maxShownLength = 40;

/**
 * The fault of a setting in words: what is expected, and of numbers and choices what was given. Other values are not
 * shown, because they may be secret.
 */
export function describeSettingFault(name: string, issue: z.core.$ZodIssue, given: string | undefined): string {
  const schema = Object.entries(settingsSchema.shape).find(([each]) => each === name)?.[1];
  const number = schema === undefined ? null : numberOf(schema);
  const shown = given === undefined ? '' : `, not “${given.slice(0, maxShownLength)}”`;
  if (number !== null) return `Must be ${describeRange(number)}${shown}`;
  if (issue.code === 'invalid_value') return `Must be one of ${issue.values.map(String).join(', ')}${shown}`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `Must have at least ${issue.minimum} ${issue.minimum === 1 ? 'character' : 'characters'}`;
  if (issue.message === 'Invalid URL') return 'Must be a URL such as https://host.example';
  return issue.message;
}

function numberOf(schema: unknown): z.ZodNumber | null {
  if (schema instanceof z.ZodNumber) return schema;
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? numberOf(schema.unwrap()) : null;
}

function describeRange({ isInt, minValue, maxValue }: z.ZodNumber): string {
  const kind = isInt ? 'a whole number' : 'a number';
  if (maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER) return `${kind} of at least ${minValue}`;
  return `${kind} from ${minValue} to ${maxValue}`;
}
