import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Field as ModelField } from '#model/index.ts';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/Field.tsx';
import { isFieldShown, isRequired, type FormValues } from './formModel.ts';
import { inputs } from './inputs.ts';

/** The fields of one tab of a form, each with the input of its kind; fields that the other values hide are left out. */
export function FormFields({
  form,
  fields,
  names,
  isNew,
  isReadOnly,
}: {
  form: UseFormReturn<FormValues>;
  fields: readonly (readonly [string, ModelField])[];
  /** Names of the rows that references point to, by field. */
  names: Record<string, string>;
  isNew: boolean;
  isReadOnly: boolean;
}) {
  const values = useWatch({ control: form.control });
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
      {fields
        .filter(([, field]) => isFieldShown(field, values))
        .map(([name, field]) => {
          const { Input, isWide } = inputs[field.kind];
          return (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: input, fieldState }) => (
                <Field
                  label={field.label}
                  hint={field.help}
                  error={fieldState.error?.message}
                  required={isRequired(field) && !isReadOnly}
                  className={cx(isWide && 'col-span-2')}
                >
                  <Input
                    {...input}
                    field={field}
                    isReadOnly={isReadOnly || (field.isImmutable === true && !isNew)}
                    {...(names[name] === undefined ? {} : { refName: names[name] })}
                  />
                </Field>
              )}
            />
          );
        })}
    </div>
  );
}
