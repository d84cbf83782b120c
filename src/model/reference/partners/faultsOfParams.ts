import type { Fault } from '../../entity/fault.ts';
import { textFault } from '../../field/textSchema.ts';
import type { Partner, PartnerParam } from './partner.ts';

const maxTextLength = 255;

/**
 * The faults in the values of a partner's parameters, by parameter name: unknown, missing, of the wrong type, or more
 * than one of an exclusive group. Undefined, null and blank text count as missing.
 */
export function faultsOfParams(partner: Partner, values: Readonly<Record<string, unknown>>): Fault[] {
  const isGiven = (name: string) => Object.hasOwn(values, name) && !isBlank(values[name]);
  const known = new Set(partner.params.map(({ name }) => name));
  return [
    ...Object.keys(values)
      .filter((name) => !known.has(name))
      .map((name) => ({ code: 'unknown_field', message: `${partner.name} has no such parameter`, path: name })),
    ...partner.params.flatMap((param) => {
      if (isGiven(param.name)) return faultsOfValue(param, values[param.name]);
      const isRequired = param.isRequired || param.requiredWith?.some(isGiven);
      return isRequired ? [{ code: 'required', message: 'Required', path: param.name }] : [];
    }),
    ...faultsOfGroups(partner, isGiven),
  ];
}

function faultsOfGroups(partner: Partner, isGiven: (name: string) => boolean): Fault[] {
  const groups = new Set(partner.params.flatMap(({ oneOf, anyOf }) => oneOf ?? anyOf ?? []));
  return [...groups].flatMap((group) => {
    const members = partner.params.filter((param) => param.oneOf === group || param.anyOf === group);
    const given = members.filter(({ name }) => isGiven(name));
    const labels = members.map(({ label }) => label).join(', ');
    if (given.length === 0) {
      return members.map(({ name }) => ({
        code: 'required',
        message: `One of these is required: ${labels}`,
        path: name,
      }));
    }
    const isTooMany = given.length > 1 && members.some(({ oneOf }) => oneOf === group);
    return isTooMany
      ? given.map(({ name }) => ({ code: 'not_allowed', message: `Only one of these: ${labels}`, path: name }))
      : [];
  });
}

function faultsOfValue({ name, type }: PartnerParam, value: unknown): Fault[] {
  const fault = type === 'text' ? faultOfText(value) : faultOfNumber(value, type);
  return fault ? [{ ...fault, path: name }] : [];
}

function faultOfText(value: unknown): Omit<Fault, 'path'> | null {
  if (typeof value !== 'string') return { code: 'invalid_type', message: 'Must be text' };
  const unstorable = textFault(value);
  if (unstorable) return { code: 'invalid_format', message: unstorable };
  return value.length > maxTextLength ? { code: 'too_big', message: `At most ${maxTextLength} characters` } : null;
}

function faultOfNumber(value: unknown, type: 'integer' | 'number'): Omit<Fault, 'path'> | null {
  if (type === 'integer' && !Number.isSafeInteger(value)) {
    return { code: 'invalid_type', message: 'Must be a whole number' };
  }
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { code: 'invalid_type', message: 'Must be a number' };
  return value < 0 ? { code: 'too_small', message: 'At least 0' } : null;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
