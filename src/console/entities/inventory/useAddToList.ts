import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { BulkAnswer } from '#api/entities/bulk/bulkContract.ts';
import type { ListAnswer } from '#api/entities/listAnswer.ts';
import type { MemberReport, UndoReport } from '#model/listMembers.ts';
import { observedKind } from '#model/observed.ts';
import { PlainBody, type Api } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { forgetList } from '../../lib/lists.ts';
import { stringifySearch } from '../../lib/searchText.ts';
import type { ListedKind } from './listedKinds.ts';

/** A list that members can be added to. */
export interface TargetList {
  id: number;
  name: string;
  mode: string;
}

/** Where members go: to a list, to a new one, or to the one that every channel carries. */
export type AddTarget =
  | { kind: 'existing'; list: TargetList }
  | { kind: 'new'; name: string; mode: string }
  | { kind: 'everywhere' };

/** What came of it. */
export interface AddOutcome {
  list: TargetList;
  report: MemberReport;
  /** Channels that carry the list by this, where it was to be blocked everywhere. */
  channels: number | null;
}

/** Name of the list by which something is blocked everywhere. */
export function blockedEverywhere({ noun }: Pick<ListedKind, 'noun'>): string {
  return `Blocked ${noun}`;
}

/** The field by which a channel carries lists of a kind. */
const carriedBy = { appList: 'appListIds', creList: 'creListIds', pubList: 'pubListIds' } as const;

/** Adds things of the catalogue to a list, and takes that back. */
export function useAddToList(inventory: ListedKind) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['observed'] }),
      queryClient.invalidateQueries({ queryKey: ['entity'] }),
      forgetList(queryClient, inventory.list.name),
    ]);
  };
  const add = useMutation({
    mutationFn: async ({ target, keys }: { target: AddTarget; keys: readonly string[] }): Promise<AddOutcome> => {
      const list = target.kind === 'existing' ? target.list : await listFor(api, inventory, target);
      const report = await api.postText<MemberReport>(
        `/api/${inventory.list.path}/${list.id}/members?mode=add`,
        new PlainBody('text/plain', `${keys.join('\n')}\n`),
      );
      if (target.kind !== 'everywhere') return { list, report, channels: null };
      const answer = await api.post<BulkAnswer>('/api/demand/channels/bulk', {
        all: {},
        edits: [{ field: carriedBy[observedKind(inventory.observed).list], verb: 'add', values: [list.id] }],
      });
      const channels = answer.results.filter(({ problem }) => problem === null).length;
      return { list, report, channels };
    },
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: ({ list, report }: AddOutcome) =>
      api.post<UndoReport>(`/api/${inventory.list.path}/${list.id}/members/undo`, { entry: report.entry }),
    onSettled: refresh,
  });
  return { add, undo };
}

/** The list that is meant, made where it is not there yet. */
async function listFor(
  api: Api,
  inventory: ListedKind,
  target: Exclude<AddTarget, { kind: 'existing' }>,
): Promise<TargetList> {
  const { list, observed } = inventory;
  const { listKind } = observedKind(observed);
  const wanted = target.kind === 'new' ? target : { name: blockedEverywhere(inventory), mode: 'block' };
  if (target.kind === 'everywhere') {
    const query = stringifySearch({ q: wanted.name, size: 100 });
    const { rows } = await api.get<ListAnswer<TargetList & { kind?: string }>>(`/api/${list.path}${query}`);
    const found = rows.find(({ name, mode, kind }) => name === wanted.name && mode === 'block' && kind === listKind);
    if (found) return found;
  }
  const { name, mode } = wanted;
  return api.post<TargetList>(`/api/${list.path}`, { name, mode, ...(listKind ? { kind: listKind } : {}) });
}
