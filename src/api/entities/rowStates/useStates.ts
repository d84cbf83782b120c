import type { EntityName } from '#model/index.ts';
import type { RowState } from '../listAnswer.ts';
import { type ReadStates, statesById } from './rowState.ts';

/** What decides about the states of something that others refer to. */
export interface UseFacts {
  isUsed: boolean;
  /** Of lists: what its members mean to the object that uses it, and how many there are. */
  mode?: string;
  count?: number;
}

/** Whether a targeting, list or pixel does anything: nobody uses it, or it lets nothing pass. */
export function useStatesOf({ isUsed, mode, count }: UseFacts): RowState[] {
  if (!isUsed) return [{ code: 'unused', text: 'Not used by any object.' }];
  if (mode !== 'allow' || count !== 0) return [];
  return [
    {
      code: 'empty_allow_list',
      text: 'The allow list is empty, so whatever uses it gets no requests.',
      fix: 'members',
    },
  ];
}

/** The states of targetings. */
export function statesOfUse(target: EntityName): ReadStates {
  return async ({ entities, scope }, ids) => {
    const used = await entities.useCounts(target, ids, scope);
    return statesById(
      ids.map((id) => ({ id })),
      ({ id }) => useStatesOf({ isUsed: used.has(id) }),
    );
  };
}

/** The states of pixels: those for all ads of the account are used without anybody who refers to them. */
export const pixelStates: ReadStates = async ({ entities, scope }, ids) => {
  const [used, rows] = await Promise.all([
    entities.useCounts('ivt', ids, scope),
    entities.listById('ivt', ids, { scope }),
  ]);
  return statesById(rows, ({ id, scope: attachmentsOf }) =>
    useStatesOf({ isUsed: attachmentsOf === 'all' || used.has(id) }),
  );
};

/** The states of lists, whose members are counted in a field. */
export function statesOfList(
  target: 'appList' | 'creList' | 'pubList',
  countField: 'appCount' | 'creCount' | 'pubCount',
): ReadStates {
  return async ({ entities, scope }, ids) => {
    const [used, rows] = await Promise.all([
      entities.useCounts(target, ids, scope),
      entities.listById(target, ids, { scope }),
    ]);
    return statesById(rows, (row) => {
      const count = Number(Reflect.get(row, countField));
      return useStatesOf({ isUsed: used.has(row.id), mode: row.mode, count });
    });
  };
}
