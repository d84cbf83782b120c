import { useCallback, useState } from 'react';
import { isPartnered } from '#model/entity/partneredEntities.ts';
import type { Entity, EntityName } from '#model/index.ts';
import { useGroups, type ListParams } from '../useEntity.ts';
import { maxGroupedRows } from './maxGroupedRows.ts';

const noneOpen: readonly string[] = [];

/** The groups of a list, which of them are open, and the query of their rows; without grouping, that of the list. */
export function useGrouping(
  entity: Entity,
  query: ListParams,
  { group, everyMs }: { group: 'partner' | undefined; everyMs: number | null },
) {
  const isGrouped = group !== undefined && isPartnered(entity.name as EntityName);
  const groups = useGroups(entity, query, { isWanted: isGrouped, everyMs });
  const [opened, setOpened] = useState(noneOpen);
  const toggle = useCallback(
    (value: string) =>
      setOpened((before) => (before.includes(value) ? before.filter((each) => each !== value) : [...before, value])),
    [],
  );
  const values = groups.data?.groups.filter(({ value }) => opened.includes(value)).flatMap((each) => each.values) ?? [];
  return {
    isGrouped,
    groups,
    opened,
    toggle,
    rowsQuery: isGrouped ? { ...query, partner: values.join(','), page: 1, size: maxGroupedRows } : query,
    /** Whether rows are needed: only those of open groups. */
    isWanted: !isGrouped || values.length > 0,
  };
}
