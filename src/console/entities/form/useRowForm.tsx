import { useEffect, useEffectEvent, type ReactNode, type SyntheticEvent } from 'react';
import type { SubmitErrorHandler } from 'react-hook-form';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { focusDelayed } from '../../lib/focusDelayed.ts';
import type { RowTab } from '../RowTab.ts';
import type { EntityRow } from '../useEntity.ts';
import { firstShown, partOfField, type FormPart } from './formParts.ts';
import type { FormTab } from './FormTab.ts';
import type { FormValues } from './formModel.ts';
import { useDraftWhatIf } from './useDraftWhatIf.tsx';
import { useEntityForm } from './useEntityForm.ts';
import { useFormSave } from './useFormSave.tsx';
import type { WarningsComponent } from './WarningsComponent.ts';

/** The row of a form (null = a new one) and what surrounds its fields, in any layout. */
export interface RowFormProps {
  entity: Entity<Fields, EntityName>;
  row: EntityRow | null;
  /** Initial values of a new row. */
  preset: FormValues;
  isReadOnly: boolean;
  rowTabs: readonly RowTab[];
  valueTabs?: readonly FormTab[];
  /** The field to start at: its part is opened and it is focused. */
  field?: string | undefined;
  warningsComponent?: WarningsComponent | undefined;
  /** Clones the row; absent when the user may not. */
  onClone?: (() => void) | undefined;
  onSaved: (row: EntityRow) => void;
  /** Called when the change waits for a second person. */
  onWaiting?: (() => void) | undefined;
}

/**
 * The state of a row's form in any layout: values, faults, saving and what-if. `onShow` makes a part visible before one
 * of its fields is focused, and `onFocused` runs once the field to start at has the focus.
 */
export function useRowForm(
  { entity, row, preset, isReadOnly, field, onClone, onSaved, onWaiting }: RowFormProps,
  parts: readonly FormPart[],
  { onShow, onFocused }: { onShow: (part: FormPart) => void; onFocused?: () => void },
) {
  const editor = useEntityForm(entity, row, preset, isReadOnly);
  const { form, stored } = editor;
  const { submit, isSaving, conflict } = useFormSave(entity, row, editor, {
    onSaved,
    onWaiting,
    onFaults: showError,
    onClone,
  });
  const startField = partOfField(parts, field) ? field : undefined;

  const focusStart = useEffectEvent((name: string) => {
    form.setFocus(name);
    onFocused?.();
  });

  useEffect(() => {
    if (startField === undefined) return undefined;
    // A drawer takes the focus when it has slid in, so the field is focused after that.
    return focusDelayed(() => focusStart(startField), 250);
  }, [startField]);

  function showError(names: readonly string[]) {
    const bad = firstShown(parts, names, form.getValues());
    const part = partOfField(parts, bad);
    if (bad === undefined || !part) return;
    onShow(part);
    // The part must be visible before its field can be focused.
    focusDelayed(() => form.setFocus(bad), 50);
  }

  const onInvalid: SubmitErrorHandler<FormValues> = (errors) => showError(Object.keys(errors));
  const save = (event?: SyntheticEvent) => void form.handleSubmit(submit, onInvalid)(event);
  const whatIf = useDraftWhatIf(entity, row, { form, stored, isReadOnly, onSave: save });
  const askWhatIf = (field?: string) => void form.handleSubmit(() => whatIf.open(field), onInvalid)();
  const whatIfLink = (name: string): ReactNode =>
    whatIf.isOfferedFor(name) ? (
      <button
        type="button"
        aria-label={`What if? ${entity.fields[name]?.label ?? ''}`}
        className="ml-auto text-xs text-accent-ink hover:underline"
        onClick={() => askWhatIf(name)}
      >
        What if?
      </button>
    ) : null;

  return {
    ...editor,
    errors: form.formState.errors,
    isSaving,
    save,
    isWhatIfOffered: whatIf.isOffered,
    askWhatIf,
    whatIfLink,
    /** Rendered with the form. */
    dialogs: (
      <>
        {conflict}
        {whatIf.dialog}
      </>
    ),
  };
}

export type RowForm = ReturnType<typeof useRowForm>;
