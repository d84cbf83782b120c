import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Entity } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reporting/useNow.ts';
import { columnsOf, shownColumns } from './columns.ts';
import { bulkFilter, listQuery } from './listQuery.ts';
import {
  changedSearch,
  defaultPageSize,
  filtersIn,
  isSameFilter,
  listSearchSchema,
  type ListSearch,
} from './listSearch.ts';
import {
  type ViewPreferences,
  storeFilters,
  storePreferences,
  readFilters,
  readPreferences,
} from '../views/viewPreferences.ts';

/**
 * The state of a list page: the address, with the reader's habits where it says nothing. An address that says nothing at
 * all gets the filters that the list had before.
 */
export function useListState(entity: Entity) {
  const { id: userId, timezone } = useUser();
  const today = useToday(timezone);
  const address = listSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [preferences, setPreferences] = useState(() => readPreferences(entity.name));
  const [restored, setRestored] = useState(() =>
    Object.keys(changedSearch(address, {})).length === 0 ? readFilters(userId, entity.name) : null,
  );
  const search = restored ?? address;
  const cols = search.cols ?? preferences.cols;
  const figures = useMemo(
    () => shownColumns(columnsOf(entity), cols).flatMap(({ figure }) => figure?.key ?? []),
    [entity, cols],
  );
  const view = {
    sort: search.sort ?? preferences.sort ?? '-id',
    size: search.size ?? preferences.size ?? defaultPageSize,
    period: search.period ?? preferences.period ?? 'today',
    cols,
    figures,
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
          if (!isSameFilter(now, next)) storeFilters(userId, entity.name, next);
          return next;
        },
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate, userId, entity.name],
  );

  /** Changes order, page size, columns or period, and remembers it. */
  const changeView = useCallback(
    (part: ViewPreferences) => {
      const next = { ...preferences, ...part };
      setPreferences(next);
      storePreferences(entity.name, next);
      change(part);
    },
    [change, entity.name, preferences],
  );

  /** Shows the list as a saved view has it, and nothing else. */
  const replace = useCallback(
    (next: ListSearch) => {
      storeFilters(userId, entity.name, filtersIn(next));
      void navigate({ to: '.', search: next, resetScroll: false });
    },
    [navigate, userId, entity.name],
  );

  return {
    search,
    view,
    query: listQuery(entity, search, view, today),
    /** What a bulk action on every row that matches is about. */
    all: bulkFilter(entity, search, view.period, today),
    change,
    changeView,
    replace,
  };
}
