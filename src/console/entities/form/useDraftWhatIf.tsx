import { Suspense, useState, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Entity, type EntityName, type Fields } from '#model/index.ts';
import type { WhatIfEntity } from '#model/whatif/whatIf.ts';
import { useUser } from '../../frame/session.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { isTriedNumber, triedFieldsOf } from '../../pages/whatif/draftChanges.ts';
import { mayAskWhatIf } from '../../pages/whatif/mayAskWhatIf.ts';
import type { EntityRow } from '../useEntity.ts';
import type { FormValues } from './formModel.ts';

// Loaded with the first what-if.
const DraftWhatIfDialog = lazyChunk(() => import('../../pages/whatif/unsavedWhatIf.ts'), 'DraftWhatIfDialog');

/**
 * The what-if of a form's unsaved changes. `isOffered`: whether it supports the entity and the user may use it;
 * `isOfferedFor`: the same for a field. `open` opens it for a field, or for all changes. Render `dialog` with the form.
 */
export function useDraftWhatIf(
  entity: Entity<Fields, EntityName>,
  row: EntityRow | null,
  {
    form,
    stored,
    isReadOnly,
    onSave,
  }: { form: UseFormReturn<FormValues>; stored: FormValues; isReadOnly: boolean; onSave: () => void },
) {
  const user = useUser();
  const [asked, setAsked] = useState<{ field: string | undefined } | null>(null);
  const isOffered = row !== null && !isReadOnly && triedFieldsOf(entity).length > 0 && mayAskWhatIf(user);
  const dialog: ReactNode =
    asked && row ? (
      <Suspense fallback={null}>
        <DraftWhatIfDialog
          entity={entity as Entity & { name: WhatIfEntity }}
          row={row}
          form={form}
          stored={stored}
          field={asked.field}
          onSave={() => {
            setAsked(null);
            onSave();
          }}
          onClose={() => setAsked(null)}
        />
      </Suspense>
    ) : null;
  return {
    isOffered,
    isOfferedFor: (name: string) => isOffered && isTriedNumber(entity, name),
    open: (field?: string) => setAsked({ field }),
    dialog,
  };
}
