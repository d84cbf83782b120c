import { isFieldShown, type Field } from '#model/index.ts';
import { companyOf } from '#model/reference/partners/companies.ts';
import { partnerFacts, type PartnerFacts } from '#model/reference/partners/partnerFacts.ts';
import { asText } from '../form/asText.ts';
import { toControl, type FormValues } from '../form/formModel.ts';
import { isSameValue } from '../form/isSameValue.ts';

/** The fields of a form by name, in their order. */
export type FormFieldList = readonly (readonly [string, Field])[];

/** A field with the value that is known of the partner, as in the form. */
export interface KnownField {
  name: string;
  field: Field;
  value: unknown;
}

const valuedFacts = [
  'rtbVersion',
  'isGzipped',
  'gvlId',
  'mediaTypes',
] as const satisfies readonly (keyof PartnerFacts)[];

/** The facts about a partner's company; none for an unknown one. */
export function factsOf(partner: string): PartnerFacts {
  const company = companyOf(partner);
  return (company && partnerFacts[company.id]) ?? {};
}

/** The pattern of a partner's URL in a field; undefined when none is known. */
export function patternOf(name: string, values: FormValues | undefined): string | undefined {
  const { patterns = {} } = factsOf(asText(values?.['partner']));
  return name === 'url' || name === 'endpoint' ? patterns[name] : undefined;
}

/** The shown fields of which a partner's values are known. */
export function knownFields(partner: string, fields: FormFieldList, values: FormValues): KnownField[] {
  const facts = factsOf(partner);
  return fields.flatMap(([name, field]) => {
    const fact = valuedFacts.find((each) => each === name);
    if (fact === undefined || facts[fact] === undefined || !isFieldShown(field, values)) return [];
    return [{ name, field, value: toControl(field, facts[fact]) }];
  });
}

/**
 * The values that a row gets when a partner is selected. Fields that still have what was known of the previous partner get
 * what is known of the new one, or else their default. In a new row, fields with their default get what is known, too.
 */
export function valuesToFill(
  partner: string,
  previous: string,
  { fields, isNew }: { fields: FormFieldList; isNew: boolean },
  values: FormValues,
): FormValues {
  const known = new Map(knownFields(partner, fields, values).map(({ name, value }) => [name, value]));
  const before = new Map(knownFields(previous, fields, values).map(({ name, value }) => [name, value]));
  for (const [name] of fields) {
    const pattern = patternOf(name, { ...values, partner: previous });
    if (pattern !== undefined) before.set(name, pattern);
  }
  const filled: FormValues = {};
  for (const [name, field] of fields) {
    const initial = toControl(field, field.default);
    const isFromPrevious = before.has(name) && isSameValue(values[name], before.get(name));
    if (!isFromPrevious && !(isNew && isSameValue(values[name], initial))) continue;
    const next = known.has(name) ? known.get(name) : isFromPrevious ? initial : values[name];
    if (!isSameValue(next, values[name])) filled[name] = next;
  }
  return filled;
}
