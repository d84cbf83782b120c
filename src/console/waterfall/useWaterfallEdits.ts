import { useQueryClient } from '@tanstack/react-query';
import { use, useMemo, useRef, useState } from 'react';
import type { ChangeSetResponse, RowChange } from '#api/changes/changeContract.ts';
import type { ListResponse } from '#api/entities/listResponse.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { isSignedOut } from '../lib/query.ts';
import { useActivityLink } from '../history/useActivityLink.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { toStoredChange } from './ownCampaigns.ts';
import { rejectionText } from './rejectionText.ts';
import type { WaterfallListRow } from './waterfallModel.ts';
import { isOfRow, withChanges } from './withChanges.ts';

/** The changes of an edit, and its description: "Coffee → tier 2". */
export interface WaterfallEdit {
  message: string;
  changes: readonly RowChange[];
}

type List = ListResponse<WaterfallListRow>;

const listsKey = ['entity', 'waterfallRow', 'list'] as const;

/**
 * Edits of a waterfall: shown at once, saved one after another as one change set each, and rolled back with the reason
 * when the server refuses. Every saved edit can be undone from its toast. `edit` resolves to true when it was saved.
 * `channelId` is the channel whose waterfall it is, on the channel's side.
 */
export function useWaterfallEdits(stored: readonly WaterfallListRow[] | undefined, channelId?: number) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const activityLink = useActivityLink();
  const [pending, setPending] = useState<readonly WaterfallEdit[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const lastToast = useRef<string>(undefined);

  const rows = useMemo(
    () => stored && pending.reduce<WaterfallListRow[]>((all, { changes }) => withChanges(all, changes), [...stored]),
    [stored, pending],
  );

  /** Runs a task after all earlier ones have ended. */
  function queued<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.current.then(work);
    queue.current = done.catch(() => undefined);
    return done;
  }

  function fail(error: unknown, changes: readonly RowChange[]) {
    if (isSignedOut(error)) return;
    toast.error({ title: 'Error on save', description: rejectionText(error, changes, stored ?? []) });
  }

  async function undo(batch: number) {
    try {
      await queued(async () => {
        await api.post('/api/changes/{batch}/undo', { params: { batch } });
        // The next edit is based on the refetched rows.
        await queryClient.invalidateQueries({ queryKey: listsKey });
      });
      toast.info({ title: 'Change undone' });
      void queryClient.invalidateQueries({ queryKey: ['entity'] });
    } catch (error) {
      fail(error, []);
    }
  }

  async function edit(wanted: WaterfallEdit): Promise<boolean> {
    if (wanted.changes.length === 0) return true;
    setPending((all) => [...all, wanted]);
    try {
      const batch = await queued(async () => {
        // Read when it is this edit's turn, so that the versions are current.
        const lists = queryClient.getQueriesData<List>({ queryKey: listsKey }).map(([, list]) => list);
        const changes = withVersions(wanted.changes, lists).map((change) =>
          channelId === undefined ? change : toStoredChange(channelId, change),
        );
        const response = await api.post('/api/changes', { body: { changes } });
        queryClient.setQueriesData<List>({ queryKey: listsKey }, (list) => list && storedList(list, wanted, response));
        // Only the channel's side shows what the channel stores about the waterfall.
        if (changes.some(({ entity }) => entity === 'channel')) {
          await queryClient.invalidateQueries({ queryKey: ['entity', 'channel'] });
        }
        return response.batch;
      });
      if (lastToast.current !== undefined) toast.close(lastToast.current);
      lastToast.current = toast.success({
        title: wanted.message,
        ...(batch === null
          ? {}
          : { action: { label: 'Undo', onClick: () => void undo(batch) }, ...activityLink({ batch }) }),
      });
      return true;
    } catch (error) {
      fail(error, wanted.changes);
      return false;
    } finally {
      setPending((all) => all.filter((each) => each !== wanted));
      void queryClient.invalidateQueries({ queryKey: ['entity'] });
    }
  }

  return { rows, edit, isSaving: pending.length > 0 };
}

/** Adds the versions of the rows that the changes are based on. */
function withVersions(changes: readonly RowChange[], lists: readonly (List | undefined)[]): RowChange[] {
  const versions = new Map(lists.flatMap((list) => list?.rows ?? []).map(({ id, version }) => [id, version]));
  return changes.map((change) => {
    const version = isOfRow(change) ? versions.get(change.id) : undefined;
    return version === undefined ? change : { ...change, version };
  });
}

/** Applies a saved edit to a list before it is refetched. */
function storedList(list: List, { changes }: WaterfallEdit, { results }: ChangeSetResponse): List {
  const changed = new Set(
    results.filter(({ entity, fields }) => entity === 'waterfallRow' && fields.length > 0).map(({ id }) => id),
  );
  const rows = withChanges(list.rows, changes).map((row) =>
    changed.has(row.id) ? { ...row, version: row.version + 1 } : row,
  );
  return { ...list, rows };
}
