import { z } from 'zod';
import { defaultPageSize, pageSizes } from '../listSearch.ts';

const whole = z.coerce.number().int().positive().max(100_000);

/** The state of a page of inventory as its address holds it; what cannot be read counts as absent. */
export const inventorySearchSchema = z.object({
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  sort: z
    .string()
    .regex(/^-?[a-z_]+$/)
    .optional()
    .catch(undefined),
  page: whole.optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(defaultPageSize)
    .catch(defaultPageSize),
});

/** The state of a page of inventory. */
export type InventorySearch = z.output<typeof inventorySearchSchema>;

/** A changed state: what changes the rows goes back to the first page, and defaults leave the address. */
export function changedInventory(search: InventorySearch, change: Partial<InventorySearch>): Partial<InventorySearch> {
  const { q, sort, size, page } = { ...search, page: undefined, ...change };
  return {
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(size === defaultPageSize ? {} : { size }),
    ...(page && page > 1 ? { page } : {}),
  };
}
