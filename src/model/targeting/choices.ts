import { choice, type Field, type FieldOptions } from '../field/fields.ts';

/** Policies for requests without a value in a dimension. */
export const unknownPolicies = [
  { value: 'auto', label: 'Auto', formerLabels: ['Out where values are wanted, else in'] },
  { value: 'pass', label: 'Include', formerLabels: ['In'] },
  { value: 'block', label: 'Exclude', formerLabels: ['Out'] },
] as const;

export type UnknownPolicy = (typeof unknownPolicies)[number]['value'];

/** The field for the policy of a targeting's section. */
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

/** Choices of a yes/no condition. */
export const booleanPreferences = [
  { value: 'any', label: 'Any', formerLabels: ['Either'] },
  { value: 'yes', label: 'Only with' },
  { value: 'no', label: 'Only without' },
] as const;

export type BooleanPreference = (typeof booleanPreferences)[number]['value'];

/** A field that requires, excludes or ignores a property. */
export function booleanPreference(options: FieldOptions): Field<BooleanPreference> {
  return choice({ choices: booleanPreferences, default: 'any', column: 'none', ...options });
}
