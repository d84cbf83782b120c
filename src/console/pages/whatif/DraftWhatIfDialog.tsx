import { Save } from 'lucide-react';
import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { Entity } from '#model/index.ts';
import type { WhatIfEntity } from '#model/whatif/whatIf.ts';
import type { FormValues } from '../../entities/form/formModel.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { Button } from '../../ui/Button.tsx';
import { DraftFields } from './DraftFields.tsx';
import { draftChangesOf } from './draftChanges.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { useReplayChannels } from './useReplayChannels.ts';

/**
 * Replays requests of recent days with the unsaved changes of a form, which stay in the form. `field` is the field that
 * the user asks about: only it is tried at first, and a value can be entered here. Without one, all changes are tried.
 */
export function DraftWhatIfDialog({
  entity,
  row,
  form,
  stored,
  field,
  onSave,
  onClose,
}: {
  entity: Entity & { name: WhatIfEntity };
  row: EntityRow;
  form: UseFormReturn<FormValues>;
  stored: FormValues;
  field: string | undefined;
  /** Saves the form. */
  onSave: () => void;
  onClose: () => void;
}) {
  const values = useWatch({ control: form.control });
  const { tried, others } = draftChangesOf(entity, values, stored);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(
    () => new Set(field === undefined ? [] : tried.map(({ name }) => name).filter((name) => name !== field)),
  );
  const channels = useReplayChannels(entity.name, [{ id: row.id, name: row.name ?? '' }]);
  const chosen = tried.filter(({ name }) => !skipped.has(name) && !form.formState.errors[name]);
  return (
    <ReplayDialog
      description="Requests of the last days are replayed with your unsaved changes. Nothing changes until you save."
      channels={channels}
      changesIn={() =>
        chosen.length === 0
          ? []
          : [
              {
                entity: entity.name,
                id: row.id,
                values: Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
              },
            ]
      }
      isRunAtOnce={tried.length > 0 && (field === undefined || tried.some(({ name }) => name === field))}
      scopeNote={(count) =>
        `The forecast is for this channel. Saving changes the tag in each of its ${count} channels.`
      }
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button variant="primary" icon={<Save />} disabled={tried.length + others.length === 0} onClick={onSave}>
            Save
          </Button>
        </>
      }
      onClose={onClose}
    >
      <DraftFields
        entity={entity}
        form={form}
        stored={stored}
        tried={tried}
        others={others}
        field={field}
        skipped={skipped}
        onSkipped={setSkipped}
      />
    </ReplayDialog>
  );
}
