import { useSharedList } from '../../lib/lists.ts';
import { Combobox } from '../../ui/picker/Combobox.tsx';

/** Filters an admin's dashboard by account. */
export function AccountFilter({
  account,
  onChange,
}: {
  account: number | null;
  onChange: (account: number | null) => void;
}) {
  const list = useSharedList('demand');
  return (
    <Combobox
      aria-label="Account"
      className="w-56"
      options={(list.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={account}
      onChange={(id) => onChange(id)}
      placeholder="All accounts"
      emptyText={list.isPending ? 'Loading…' : 'No matches.'}
    />
  );
}
