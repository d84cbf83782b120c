import { useMemo, type ReactNode } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { isFieldShown, type Field as ModelField, type PageLink } from '#model/index.ts';
import type { StructureFaults } from '../../structures/structureFaults.ts';
import { FieldHelp } from '../../tooltips/FieldHelp.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field/Field.tsx';
import { fixOfField } from './fieldErrors.ts';
import { isRequired, type FormValues } from './formModel.ts';
import type { WarningsComponent, Warnings } from './WarningsComponent.ts';
import { inputs } from './inputs.ts';
import { WarningHint } from './WarningHint.tsx';
import type { FormAround } from '../controls/inputProps.ts';
import { isInEdition, useFieldRights } from '../useEditionEntity.ts';

/** The fields of one form tab, each with the input of its kind. Fields that the other values hide are left out. */
export function FormFields({
  entity,
  form,
  fields,
  names,
  isNew,
  isReadOnly,
  warningsComponent: FieldsWithWarnings,
  asideOf,
}: {
  /** Name of the entity, which the field help is looked up by. */
  entity: string;
  form: UseFormReturn<FormValues>;
  fields: readonly (readonly [string, ModelField])[];
  /** Names of the referenced rows, by field. */
  names: Record<string, string>;
  isNew: boolean;
  isReadOnly: boolean;
  warningsComponent?: WarningsComponent | undefined;
  /** The content at the end of a field's label, by the field's name. */
  asideOf?: ((name: string) => ReactNode) | undefined;
}) {
  const values = useWatch({ control: form.control });
  const rights = useFieldRights();
  const isSingleField = fields.length === 1;
  const around = useMemo<FormAround>(() => {
    const setValues: FormAround['setValues'] = (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        form.setValue(name, value, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid });
      }
    };
    return { fields, isNew, setValues };
  }, [fields, form, isNew]);
  const renderFields = (warnings: Warnings) => (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
      {fields
        .filter(([, field]) => isInEdition(field, rights) && isFieldShown(field, values))
        .map(([name, field]) => {
          const { Input, isWide, isGroup = false } = inputs[field.kind];
          const warning = warnings[name];
          return (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field: input, fieldState }) => (
                <Field
                  label={field.label}
                  hint={warning ? <WarningHint warning={warning}>{field.help}</WarningHint> : field.help}
                  error={fieldState.error?.message}
                  fix={fixLink(fixOfField(fieldState.error))}
                  required={isRequired(field) && !isReadOnly}
                  group={isGroup}
                  // The parts of a structure have labels of their own; the only field of a tab has the tab's title.
                  labelHidden={isGroup && isSingleField}
                  help={<FieldHelp entity={entity} field={name} />}
                  aside={asideOf?.(name)}
                  className={cx(isWide && 'col-span-2')}
                >
                  <Input
                    {...input}
                    onBlur={() => afterPointerUp(input.onBlur)}
                    field={field}
                    isReadOnly={isReadOnly || (field.isImmutable === true && !isNew)}
                    values={values}
                    form={around}
                    faults={faultsInside(fieldState.error?.types)}
                    {...(names[name] === undefined ? {} : { refName: names[name] })}
                  />
                </Field>
              )}
            />
          );
        })}
    </div>
  );
  return FieldsWithWarnings ? (
    <FieldsWithWarnings values={values}>{renderFields}</FieldsWithWarnings>
  ) : (
    renderFields(noWarnings)
  );
}

/** A link to the page where an error can be fixed. Unsaved input is preserved. */
function fixLink(fix: PageLink | undefined) {
  return fix ? (
    <a href={fix.href} target="_blank" rel="noopener" className="underline underline-offset-2">
      {fix.label}
    </a>
  ) : null;
}

const noWarnings: Warnings = {};
const noFaults: StructureFaults = {};

/** The messages inside a structure; the form library's type allows other values too. */
function faultsInside(types: object | undefined): StructureFaults {
  if (!types) return noFaults;
  return Object.fromEntries(
    Object.entries(types).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Runs a task at once or, while a mouse button is down, after its release. A message that appears during a press moves
 * the pressed button away, and the click is lost.
 */
function afterPointerUp(work: () => void): void {
  if (document.querySelector(':active') === null) return work();
  const settled = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(
      end,
      () => {
        settled.abort();
        // The click of this press is dispatched first.
        setTimeout(work);
      },
      { signal: settled.signal },
    );
  }
}
