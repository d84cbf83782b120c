import { useNames } from '../useNames.ts';
import { NamesCell } from './NamesCell.tsx';

/** The names of rows of another entity; their ids until the names are there. */
export function ReferencesCell({ target, ids }: { target: string; ids: readonly number[] }) {
  const { data } = useNames(target);
  return <NamesCell names={ids.map((id) => data?.find((item) => item.id === id)?.name ?? `#${id}`)} />;
}
