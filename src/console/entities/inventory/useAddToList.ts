import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { MemberReport } from '#model/lists/listMembers.ts';
import { observedKind } from '#model/supply/observedInventory.ts';
import { channel, type ListMode } from '#model/index.ts';
import type { Api } from '../../lib/api.ts';
import { PlainBody } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { invalidateList } from '../../lib/lists.ts';
import type { ListedKind } from './listedKinds.ts';

/** A list to which members can be added. */
export interface TargetList {
  id: number;
  name: string;
  mode: ListMode;
}

/** The target of added members: an existing list, a new one, or the list that every channel blocks. */
export type AddTarget =
  | { kind: 'existing'; list: TargetList }
  | { kind: 'new'; name: string; mode: ListMode }
  | { kind: 'everywhere' };

/** The result of adding members. */
export interface AddOutcome {
  list: TargetList;
  report: MemberReport;
  /** Number of channels with the list attached, when the members were to be blocked everywhere; otherwise null. */
  channels: number | null;
}

/** Name of the list that every channel blocks. */
export function blockAllTarget({ noun }: Pick<ListedKind, 'noun'>): string {
  return `Blocked ${noun}`;
}

/** The channel field that attaches lists of a kind. */
const attachmentsOf = { appList: 'appListIds', creList: 'creListIds', pubList: 'pubListIds' } as const;

/** Adds inventory to a list. Undo removes the added members and leaves the list attached to channels. */
export function useAddToList(inventory: ListedKind) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['observed'] }),
      queryClient.invalidateQueries({ queryKey: ['entity'] }),
      invalidateList(queryClient, inventory.list.name),
    ]);
  };
  const add = useMutation({
    mutationFn: async ({ target, keys }: { target: AddTarget; keys: readonly string[] }): Promise<AddOutcome> => {
      const list = target.kind === 'existing' ? target.list : await listFor(api, inventory, target);
      const report = await api.post('/api/{entity}/{id}/members', {
        entity: inventory.list,
        params: { id: list.id },
        query: { mode: 'add' },
        body: new PlainBody('text/plain', `${keys.join('\n')}\n`),
      });
      if (target.kind !== 'everywhere') return { list, report, channels: null };
      const response = await api.post('/api/{entity}/bulk', {
        entity: channel,
        body: {
          all: {},
          edits: [{ field: attachmentsOf[observedKind(inventory.observed).list], verb: 'add', values: [list.id] }],
        },
      });
      const channels = response.results.filter(({ problem }) => problem === null).length;
      return { list, report, channels };
    },
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: async ({ list, report: { entry } }: AddOutcome) =>
      entry === null
        ? undefined
        : api.post('/api/{entity}/{id}/members/undo', {
            entity: inventory.list,
            params: { id: list.id },
            body: { entry },
          }),
    onSettled: refresh,
  });
  return { add, undo };
}

/** Returns the target list, and creates it if needed. */
async function listFor(
  api: Api,
  inventory: ListedKind,
  target: Exclude<AddTarget, { kind: 'existing' }>,
): Promise<TargetList> {
  const { list, observed } = inventory;
  const { listKind } = observedKind(observed);
  const wanted = target.kind === 'new' ? target : { name: blockAllTarget(inventory), mode: 'block' as const };
  if (target.kind === 'everywhere') {
    const { rows } = await api.get('/api/{entity}', { entity: list, query: { q: wanted.name, size: 100 } });
    const found = rows.find(
      (each) => each.name === wanted.name && each.mode === 'block' && (!('kind' in each) || each.kind === listKind),
    );
    if (found) return found;
  }
  const { name, mode } = wanted;
  return api.post('/api/{entity}', { entity: list, body: { name, mode, ...(listKind ? { kind: listKind } : {}) } });
}
