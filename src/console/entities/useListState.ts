import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Entity } from '#model/index.ts';
import { listQuery } from './listQuery.ts';
import { defaultPageSize, listSearchSchema, changedSearch, type ListSearch } from './listSearch.ts';
import { keepHabits, readHabits } from './viewHabits.ts';

/** The state of a list page: the address, with the reader's habits where it says nothing. */
export function useListState(entity: Entity) {
  const search = listSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [habits, setHabits] = useState(() => readHabits(entity.name));
  const view = {
    sort: search.sort ?? habits.sort ?? '-id',
    size: search.size ?? habits.size ?? defaultPageSize,
    cols: search.cols ?? habits.cols,
  };

  /** Moves to another state of the list. Typing replaces the address, all else can be gone back from. */
  const change = useCallback(
    (part: Partial<ListSearch>, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => changedSearch(listSearchSchema.parse(before), part),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );

  /** Changes order, page size or columns, and remembers it. */
  const changeView = useCallback(
    (part: Pick<ListSearch, 'sort' | 'size' | 'cols'>) => {
      const next = { ...habits, ...part };
      setHabits(next);
      keepHabits(entity.name, next);
      change(part);
    },
    [change, entity.name, habits],
  );

  return { search, view, query: listQuery(entity, search, view), change, changeView };
}
