import type { EntityName } from '#model/index.ts';
import type { RowState } from '../rowParts.ts';
import { type ReadStates, statesById } from './rowState.ts';

/** The usage that decides the states of a referenced object. */
export interface Usage {
  isUsed: boolean;
  /** Of lists: whether its users allow or block the members, and the number of members. */
  mode?: string;
  count?: number;
}

/** The states of a targeting, list or pixel without effect: unused, or allowing nothing. */
export function useStatesOf({ isUsed, mode, count }: Usage): RowState[] {
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

/** The states of unused targetings. */
export function statesOfUse(target: EntityName): ReadStates {
  return async ({ entities, scope }, ids) => {
    const used = await entities.useCounts(target, ids, scope);
    return statesById(
      ids.map((id) => ({ id })),
      ({ id }) => useStatesOf({ isUsed: used.has(id) }),
    );
  };
}

/** The states of pixels. Pixels for all ads of the account count as used. */
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
