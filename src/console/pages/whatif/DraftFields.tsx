import type { UseFormReturn } from 'react-hook-form';
import type { Entity } from '#model/index.ts';
import type { FormValues } from '../../entities/form/formModel.ts';
import { FormValueText } from '../../entities/form/FormValueText.tsx';
import { inputs } from '../../entities/form/inputs.ts';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { Field } from '../../ui/field/Field.tsx';
import type { DraftChanges } from './draftChanges.ts';
import { UntriedFields } from './UntriedFields.tsx';

/** The unsaved changes of a form: which of them are tried, and which a what-if cannot replay. */
export function DraftFields({
  entity,
  form,
  stored,
  tried,
  others,
  field,
  skipped,
  onSkipped,
}: DraftChanges & {
  entity: Entity;
  form: UseFormReturn<FormValues>;
  stored: FormValues;
  /** The field whose value can be entered here. */
  field: string | undefined;
  /** Fields that are changed but not tried. */
  skipped: ReadonlySet<string>;
  onSkipped: (skipped: ReadonlySet<string>) => void;
}) {
  const values = form.getValues();
  const asked = field === undefined ? undefined : entity.fields[field];
  const listed = tried.filter(({ name }) => name !== field);
  return (
    <>
      {field !== undefined && asked ? (
        <TriedValue form={form} name={field} field={asked} stored={stored[field]} />
      ) : null}
      {listed.length > 0 ? (
        <ul aria-label="Changes" className="flex flex-col gap-1 text-sm">
          {listed.map(({ name, field: each }) => (
            <li key={name}>
              <Checkbox
                checked={!skipped.has(name)}
                onChange={(event) => onSkipped(withMember(skipped, name, !event.currentTarget.checked))}
                label={
                  <>
                    {each.label}: <FormValueText field={each} value={stored[name]} /> →{' '}
                    <FormValueText field={each} value={values[name]} />
                  </>
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      {skipped.size > 0 ? (
        <p className="text-sm">The forecast excludes changes that are not ticked, but Save saves them, too.</p>
      ) : null}
      <UntriedFields labels={others} />
    </>
  );
}

function TriedValue({
  form,
  name,
  field,
  stored,
}: {
  form: UseFormReturn<FormValues>;
  name: string;
  field: Entity['fields'][string];
  stored: unknown;
}) {
  const { Input } = inputs[field.kind];
  return (
    <div className="w-72">
      <Field
        label={field.label}
        error={form.formState.errors[name]?.message}
        hint={
          <>
            Current: <FormValueText field={field} value={stored} />
          </>
        }
      >
        <Input
          name={`whatif-${name}`}
          field={field}
          value={form.getValues(name)}
          onChange={(next) => form.setValue(name, next, { shouldDirty: true, shouldValidate: true, shouldTouch: true })}
          onBlur={() => undefined}
          ref={null}
          isReadOnly={false}
          values={form.getValues()}
        />
      </Field>
    </div>
  );
}

function withMember(set: ReadonlySet<string>, name: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isMember) next.add(name);
  else next.delete(name);
  return next;
}
