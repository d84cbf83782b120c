import { use, Suspense, useRef, useState } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ChangeWaits } from '../../lib/changeWaits.ts';
import { ApiError } from '../../lib/problems.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { fieldErrors } from './fieldErrors.ts';
import { changesOf, initialValues, inputOf, type FormValues } from './formModel.ts';
import { mergeForms, type FormConflict } from './mergeForms.ts';
import type { FormBase } from './rowDrafts.ts';
import { useSaveRow, type EntityRow } from '../useEntity.ts';
import type { useEntityForm } from './useEntityForm.ts';

// Loaded separately, as conflicts are rare.
const ConflictDialog = lazyChunk(() => import('./ConflictDialog.tsx'), 'ConflictDialog');

interface OpenConflict {
  row: EntityRow;
  values: FormValues;
  conflicts: FormConflict[];
}

/**
 * Saves the form of a row (null = a new one). When another user has changed the row in the meantime, fields that only
 * they changed are taken over, and for fields that both changed the user chooses. Render `conflict` with the form.
 */
export function useFormSave(
  entity: Entity<Fields, EntityName>,
  row: EntityRow | null,
  { form, base, accept, rebase, discard }: ReturnType<typeof useEntityForm>,
  {
    onSaved,
    onWaiting,
    onFaults,
    onClone,
  }: {
    onSaved: (row: EntityRow) => void;
    /** Called when the change waits for a second person, once the form is as before. */
    onWaiting?: (() => void) | undefined;
    onFaults: (names: readonly string[]) => void;
    /** Clones the row, for changes that only a copy can take. */
    onClone?: (() => void) | undefined;
  },
) {
  const api = use(ApiContext);
  const toast = useToast();
  const save = useSaveRow(entity);
  const isBusy = useRef(false);
  const [open, setOpen] = useState<OpenConflict | null>(null);

  async function send(values: FormValues, { stored, version }: FormBase) {
    const input = row ? changesOf(entity, values, stored) : inputOf(entity, values);
    if (row && Object.keys(input).length === 0) return discard();
    const saved = await save.mutateAsync({
      id: row?.id ?? null,
      input: version === null ? input : { ...input, version },
    });
    accept(saved, values);
    toast.success({ title: row ? 'Saved' : `${entity.label} created`, description: saved.name ?? '' });
    onSaved(saved);
  }

  /** Merges the current row into the form, and saves again unless there are conflicts. */
  async function merge({ id }: EntityRow, values: FormValues) {
    const theirs = await api.get('/api/{entity}/{id}', { entity, params: { id } });
    const merged = mergeForms(entity, { before: base.stored, mine: values, theirs: initialValues(entity, theirs) });
    if (merged.conflicts.length > 0) setOpen({ row: theirs, ...merged });
    else await send(merged.values, rebase(theirs, merged.values));
  }

  /** Ignores a second press that comes before the button is rendered as busy. */
  async function once(values: FormValues, task: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await task();
    } catch (error) {
      if (isSignedOut(error)) return;
      if (error instanceof ChangeWaits) {
        discard();
        onWaiting?.();
      }
      if (error instanceof ApiError) {
        const errors = fieldErrors(entity, error.problems, values);
        for (const [name, { types = {}, ...error }] of errors) form.setError(name, { ...error, type: 'server', types });
        onFaults([...errors.keys()]);
      }
      const action = onClone && isUsedElsewhere(error) ? { action: { label: 'Clone…', onClick: onClone } } : {};
      toast.error({ ...errorToast('Error on save', error), ...action });
    } finally {
      isBusy.current = false;
    }
  }

  const submit = (values: FormValues) =>
    once(values, async () => {
      try {
        await send(values, base);
      } catch (error) {
        if (row === null || !isStale(error)) throw error;
        await merge(row, values);
      }
    });

  async function settle({ row: theirs, values }: OpenConflict, chosen: FormValues) {
    const settled = { ...values, ...chosen };
    await once(settled, async () => {
      const next = rebase(theirs, settled);
      setOpen(null);
      try {
        await send(settled, next);
      } catch (error) {
        // The row changed again during the merge; the next press of Save compares again.
        throw isStale(error) ? new Error('Someone else has changed it again. Save once more to compare') : error;
      }
    });
  }

  const conflict = open ? (
    <Suspense fallback={null}>
      <ConflictDialog
        entity={entity}
        conflicts={open.conflicts}
        changedAt={open.row.updatedAt}
        isBusy={save.isPending}
        onSave={(chosen) => void settle(open, chosen)}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  ) : null;

  return { submit, isSaving: save.isPending, conflict };
}

/**
 * True when other partners use the row, so that it must be cloned instead of changed. Problems with a `fix` do not
 * count: a clone of what applies to all ads would apply to all ads too.
 */
function isUsedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.problems.some(({ code, fix }) => code === 'used_elsewhere' && !fix);
}

function isStale(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 409 &&
    error.problems.some(({ code, path }) => code === 'changed_since' && path === 'version')
  );
}
