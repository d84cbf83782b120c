import { entities, type Entity, type EntityName, type Field } from '#model/index.ts';
import type { FormValues } from '../form/formModel.ts';
import { useRows, type EntityRow } from '../useEntity.ts';

/** The maximum number of rows that the API lists at once. */
const maxRows = 1000;

/**
 * The rows that a field of references offers to a form with these values; null when it offers all rows of its target.
 * Empty until the shared reference is chosen.
 */
export function useOfferedRows({ offers, target }: Field, values: FormValues | undefined): readonly EntityRow[] | null {
  const shared = offers && values ? values[offers.shares] : undefined;
  const entity: Entity = entities[target as EntityName] ?? entities.creative;
  const query = { ...(offers && typeof shared === 'number' ? { [offers.shares]: shared } : {}), size: maxRows };
  const { data } = useRows(entity, query, { isWanted: typeof shared === 'number' });
  if (!offers || !values) return null;
  // The previous rows stay while those of another choice are loaded.
  return (data?.rows ?? []).filter((row) => row[offers.shares] === shared && offers.fits(row, values));
}
