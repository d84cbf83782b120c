import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Sort } from '../../ui/table/column.ts';
import { changedInventory, inventorySearchSchema, type InventorySearch } from './inventorySearch.ts';

/** The state of an inventory page, stored in its address. */
export function useInventoryState(defaultSort: string) {
  const search = inventorySearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<InventorySearch>, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => changedInventory(inventorySearchSchema.parse(before), part),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const text = search.sort ?? defaultSort;
  const sort: Sort = { id: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' };
  return { search, sort, change };
}
