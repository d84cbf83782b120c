import { currentFactValue } from '#model/fact/formerFactValues.ts';
import { dimensionOf, isDimensionKey } from './dimensions.ts';

/** A value of a dimension as it is called now; any other value, and those of other columns, as they are. */
export function currentDimensionValue<T>(key: string, value: T): T | string {
  const column = isDimensionKey(key) ? dimensionOf(key).column : null;
  return column === null ? value : currentFactValue(column, value);
}
