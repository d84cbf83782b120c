import { type FormerNames, formerNamesOf, underCurrentNames } from '#model/field/formerNames.ts';
import { type FormerValues, formerValuesByField, withCurrentValues } from '#model/field/formerValues.ts';
import { entities, type Entity, type RowByName, type ServedEntity } from '#model/index.ts';

interface RowForm {
  defaults: Readonly<Record<string, unknown>>;
  defaultedFields: readonly string[];
  formerNames: FormerNames;
  formerValues: ReadonlyMap<string, FormerValues>;
}

const forms = new Map<ServedEntity, RowForm>();

function formOf(name: ServedEntity): RowForm {
  let form = forms.get(name);
  if (!form) {
    const { fields }: Entity = entities[name];
    const given = Object.entries(fields).filter(([, field]) => field.default !== undefined);
    const defaults = Object.fromEntries(given.map(([field, { default: value }]) => [field, value]));
    form = {
      defaults,
      defaultedFields: Object.keys(defaults),
      formerNames: formerNamesOf(fields),
      formerValues: formerValuesByField(fields),
    };
    forms.set(name, form);
  }
  return form;
}

/**
 * Gives fields their current names and values and adds missing ones with their defaults: rows of an earlier version have
 * former ones and lack later fields.
 */
export function completeRow<E extends ServedEntity>(name: E, row: RowByName[E]): RowByName[E] {
  const { defaults, defaultedFields, formerNames, formerValues } = formOf(name);
  const named = underCurrentNames(row as unknown as Record<string, unknown>, formerNames);
  const values = withCurrentValues(named, formerValues);
  const isComplete = defaultedFields.every((field) => values[field] !== undefined);
  return (isComplete ? values : { ...defaults, ...values }) as unknown as RowByName[E];
}
