import type { SubmitErrorHandler } from 'react-hook-form';
import { sdkPlacement } from '#model/index.ts';
import { fieldErrors } from '../../entities/form/fieldErrors.ts';
import { FormFields } from '../../entities/form/FormFields.tsx';
import { changesOf, inputOf, tabsOf, type FormValues } from '../../entities/form/formModel.ts';
import { useSaveRow, type EntityRow } from '../../entities/useEntity.ts';
import { useEntityForm } from '../../entities/form/useEntityForm.ts';
import { focusDelayed } from '../../lib/focusDelayed.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

// The app is that of the open drawer.
const fields = tabsOf(sdkPlacement).flatMap((tab) => tab.fields.filter(([name]) => name !== 'sdkAppId'));

/** Adds a placement to an app, or edits one. */
export function PlacementDialog({
  appId,
  row,
  onClose,
}: {
  appId: number;
  row: EntityRow | null;
  onClose: () => void;
}) {
  const toast = useToast();
  const confirm = useConfirm();
  const save = useSaveRow(sdkPlacement);
  const { form, stored, isDirty, accept, discardDraft } = useEntityForm(sdkPlacement, row, { sdkAppId: appId }, false);

  async function leave() {
    const mayGo =
      !isDirty ||
      (await confirm({
        title: 'Leave without saving?',
        description: 'Your changes to this placement would be lost.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    if (!mayGo) return;
    // Discarded input must not return as a draft.
    discardDraft();
    onClose();
  }

  async function submit(values: FormValues) {
    const input = row ? changesOf(sdkPlacement, values, stored) : inputOf(sdkPlacement, values);
    if (row && Object.keys(input).length === 0) return onClose();
    try {
      const saved = await save.mutateAsync({ id: row?.id ?? null, input });
      accept(saved, values);
      toast.success({ title: row ? 'Saved' : 'Placement created', description: saved.name ?? '' });
      onClose();
    } catch (error) {
      if (isSignedOut(error)) return;
      if (error instanceof ApiError) {
        const errors = fieldErrors(sdkPlacement, error.problems, values);
        for (const [name, { message }] of errors) form.setError(name, { type: 'server', message });
        focusFirst([...errors.keys()]);
      }
      toast.error(errorToast('Error on save', error));
    }
  }

  function focusFirst(names: readonly string[]) {
    const first = fields.find(([name]) => names.includes(name));
    if (first) focusDelayed(() => form.setFocus(first[0]), 50);
  }

  const onInvalid: SubmitErrorHandler<FormValues> = (errors) => focusFirst(Object.keys(errors));

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) void leave();
      }}
      dismissable={!isDirty}
      title={row ? `Placement ${row.name ?? ''}` : 'New placement'}
      onSubmit={() => void form.handleSubmit(submit, onInvalid)()}
      footer={
        <>
          <Button onClick={() => void leave()}>Cancel</Button>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {row ? 'Save' : 'Create placement'}
          </Button>
        </>
      }
    >
      <FormFields
        entity={sdkPlacement.name}
        form={form}
        fields={fields}
        names={row?.names ?? {}}
        isNew={row === null}
        isReadOnly={false}
      />
    </Dialog>
  );
}
