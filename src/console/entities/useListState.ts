import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { Entity } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { listQuery } from './listQuery.ts';
import {
  changedSearch,
  defaultPageSize,
  filtersIn,
  isSameFilter,
  listSearchSchema,
  type ListSearch,
} from './listSearch.ts';
import { keepFilters, keepHabits, readFilters, readHabits } from './viewHabits.ts';

/**
 * The state of a list page: the address, with the reader's habits where it says nothing. An address that says nothing at
 * all gets the filters that the list had before.
 */
export function useListState(entity: Entity) {
  const { id: userId } = useUser();
  const address = listSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [habits, setHabits] = useState(() => readHabits(entity.name));
  const [restored, setRestored] = useState(() =>
    Object.keys(changedSearch(address, {})).length === 0 ? readFilters(userId, entity.name) : null,
  );
  const search = restored ?? address;
  const view = {
    sort: search.sort ?? habits.sort ?? '-id',
    size: search.size ?? habits.size ?? defaultPageSize,
    cols: search.cols ?? habits.cols,
  };

  // The address catches up with what is shown.
  useEffect(() => {
    if (!restored) return;
    void navigate({ to: '.', search: restored, replace: true, resetScroll: false }).then(() => setRestored(null));
  }, [navigate, restored]);

  /** Moves to another state of the list. Typing replaces the address, all else can be gone back from. */
  const change = useCallback(
    (part: Partial<ListSearch>, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => {
          const now = listSearchSchema.parse(before);
          const next = changedSearch(now, part);
          if (!isSameFilter(now, next)) keepFilters(userId, entity.name, next);
          return next;
        },
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate, userId, entity.name],
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

  /** Shows the list as a saved view has it, and nothing else. */
  const replace = useCallback(
    (next: ListSearch) => {
      keepFilters(userId, entity.name, filtersIn(next));
      void navigate({ to: '.', search: next, resetScroll: false });
    },
    [navigate, userId, entity.name],
  );

  return { search, view, query: listQuery(entity, search, view), change, changeView, replace };
}
