import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Entity } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { columnsOf, shownColumns } from './columns.ts';
import { defaultSort } from './listFigures.ts';
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

/** A sort, unless it is by money that is hidden from the user. */
function seenSort(entity: Entity & { hidesMoney?: true }, sort: string | undefined): string | undefined {
  const name = sort?.replace(/^-/, '');
  return !entity.hidesMoney || columnsOf(entity).some((column) => column.name === name) ? sort : undefined;
}

/**
 * The state of a list page: its address, completed by the user's preferences. An empty address restores the filters
 * that the list last had.
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
    sort: seenSort(entity, search.sort ?? preferences.sort) ?? defaultSort(entity),
    size: search.size ?? preferences.size ?? defaultPageSize,
    period: search.period ?? preferences.period ?? 'today',
    cols,
    figures,
  };

  // Writes restored filters to the address.
  useEffect(() => {
    if (!restored) return;
    void navigate({ to: '.', search: restored, replace: true, resetScroll: false }).then(() => setRestored(null));
  }, [navigate, restored]);

  /** Changes the list's state. Typing replaces the entry of the browser's history, other changes add one. */
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

  /** Changes order, page size, columns or period, and stores them as preferences. */
  const changeView = useCallback(
    (part: ViewPreferences) => {
      const next = { ...preferences, ...part };
      setPreferences(next);
      storePreferences(entity.name, next);
      change(part);
    },
    [change, entity.name, preferences],
  );

  /** Applies a saved view in place of the whole state. */
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
    /** The target of a bulk action on every matching row. */
    all: bulkFilter(entity, search, view.period, today),
    change,
    changeView,
    replace,
  };
}
