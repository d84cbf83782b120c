import type { Ref } from 'react';
import type { Choice } from '#model/index.ts';
import { isMet } from '#model/field/isFieldShown.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { asText } from '../form/asText.ts';
import type { InputProps } from './inputProps.ts';
import { PartnerHint } from './PartnerHint.tsx';
import { valuesToFill } from './partnerFields.ts';

/** Above this number of choices a combobox with search is rendered. */
const maxInView = 15;

/** One value of a closed list. The choice '' means none. */
export function ChoiceInput(props: InputProps) {
  const { name, field, value, values, form, onChange, onBlur, ref, isReadOnly } = props;
  const options = offered(field.choices ?? [], value, values);
  if ((field.choices?.length ?? 0) > maxInView) {
    const none = options.find((option) => option.value === '');
    const change = (chosen: string) => {
      onChange(chosen);
      if (field.facts && form && values) form.setValues(valuesToFill(chosen, asText(value), form, values));
    };
    const input = (
      <Combobox
        ref={ref as Ref<HTMLButtonElement>}
        options={options.filter((option) => option !== none)}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(chosen) => change(asText(chosen))}
        onBlur={onBlur}
        clearable={none !== undefined}
        readOnly={isReadOnly}
        placeholder={none?.label ?? 'Choose…'}
      />
    );
    if (!field.facts || !form || !values) return input;
    return (
      <div className="flex min-w-0 flex-col">
        {input}
        <PartnerHint partner={asText(value)} values={values} form={form} isReadOnly={isReadOnly} />
      </div>
    );
  }
  return (
    <Select
      ref={ref as Ref<HTMLButtonElement>}
      name={name}
      options={options}
      value={typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={isReadOnly}
    />
  );
}

/** The choices for the other values of the form, and always the current one; those to be offered first at the top. */
function offered(choices: readonly Choice[], current: unknown, values: InputProps['values']) {
  const isOffered = ({ value, shownWhen }: Choice) =>
    value === current || !values || !shownWhen || isMet(shownWhen, values);
  const isFirst = ({ firstWhen }: Choice) =>
    firstWhen !== undefined && values !== undefined && isMet(firstWhen, values);
  const shown = choices.filter(isOffered);
  return [...shown.filter(isFirst), ...shown.filter((choice) => !isFirst(choice))].map(({ value, label, note }) => ({
    value,
    label,
    ...(note === undefined ? {} : { note }),
  }));
}
