import { useState } from 'react';
import type { BulkRequest } from '#api/entities/bulk/bulkContract.ts';
import type { BulkVerb, Entity, EntityName, Fields } from '#model/index.ts';
import type { WhatIfEntity } from '#model/whatif/whatIf.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { triedFieldsOf } from '../../pages/whatif/draftChanges.ts';
import { mayAskWhatIf } from '../../pages/whatif/mayAskWhatIf.ts';
import { countOf } from '../statusLabels.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changesOfBulk } from './changeLines.ts';
import { draftFor, editsOf } from './editDrafts.ts';
import { EditFields } from './EditFields.tsx';
import type { BulkTarget } from './target.ts';
import { useChanges } from './useChanges.ts';

// Loaded with the first what-if.
const BulkWhatIfDialog = lazyChunk(() => import('../../pages/whatif/unsavedWhatIf.ts'), 'BulkWhatIfDialog');

/** Edits fields of many rows after a preview. */
export function EditDialog({
  entity,
  target,
  count,
  start,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  target: BulkTarget;
  /** Number of selected rows. */
  count: number;
  /** The edit that the dialog opens with. */
  start: { field: string | null; verb?: BulkVerb };
  onClose: (isDone: boolean) => void;
}) {
  const [drafts, setDrafts] = useState(() => [draftFor(1, entity, start.field, start.verb)]);
  const touched = [entity.name];
  const { apply } = useChanges(touched);
  const edits = editsOf(entity, drafts);
  const many = (changed: number) => countOf(changed, entity);
  const tried = triedFieldsOf(entity);
  const isTriable = mayAskWhatIf(useUser()) && drafts.some(({ field }) => field !== null && tried.includes(field));
  return (
    <ChangeDialog
      title={`Edit ${many(count)}`}
      description={'all' in target ? 'Applies to every row that matches the filter, on all pages.' : undefined}
      form={<EditFields entity={entity} drafts={drafts} onChange={setDrafts} />}
      isReady={edits !== null}
      isPartial
      run={async (step) => {
        const request: BulkRequest = { ...target, ...step, edits: edits ?? [] };
        return changesOfBulk(
          entity.name,
          await apply((api) => api.post('/api/{entity}/bulk', { entity, body: request })),
        );
      }}
      labels={{
        will: (changed) => `${many(changed)} will change`,
        done: (changed) => `${many(changed)} changed`,
        apply: (changed) => `Change ${many(changed)}`,
      }}
      touched={touched}
      renderWhatIf={
        isTriable
          ? (asked) => <BulkWhatIfDialog entity={entity as Entity & { name: WhatIfEntity }} {...asked} />
          : undefined
      }
      onClose={onClose}
    />
  );
}
