import { useNames } from '../useNames.ts';
import { NamesCell } from './NamesCell.tsx';

/** The names of referenced rows; their IDs until the names are loaded. */
export function ReferencesCell({ target, ids }: { target: string; ids: readonly number[] }) {
  const { data } = useNames(target);
  return <NamesCell names={ids.map((id) => data?.find((item) => item.id === id)?.name ?? `#${id}`)} />;
}
