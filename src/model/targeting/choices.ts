import { choice, type Field, type FieldOptions } from '../field/fields.ts';

/** What becomes of a request that does not tell what a dimension asks for. */
export const unknownPolicies = [
  { value: 'auto', label: 'Auto', formerLabels: ['Out where values are wanted, else in'] },
  { value: 'pass', label: 'Include', formerLabels: ['In'] },
  { value: 'block', label: 'Exclude', formerLabels: ['Out'] },
] as const;

/** One of the policies. */
export type UnknownPolicy = (typeof unknownPolicies)[number]['value'];

/** The choice of a part of a targeting for requests that do not tell. */
export function unknownPolicy(tab: string): Field<UnknownPolicy> {
  return choice({
    label: 'Requests without a value',
    formerLabels: ['Requests that do not tell'],
    choices: unknownPolicies,
    default: 'auto',
    tab,
    column: 'none',
    help: 'Applies to every setting on this tab. Auto = excluded if a setting includes values, otherwise included.',
  });
}

/** Whether something must or must not be. */
export const booleanPreferences = [
  { value: 'any', label: 'Any', formerLabels: ['Either'] },
  { value: 'yes', label: 'Only with' },
  { value: 'no', label: 'Only without' },
] as const;

/** One of the wishes. */
export type BooleanPreference = (typeof booleanPreferences)[number]['value'];

/** A choice between with, without and either. */
export function booleanPreference(options: FieldOptions): Field<BooleanPreference> {
  return choice({ choices: booleanPreferences, default: 'any', column: 'none', ...options });
}
