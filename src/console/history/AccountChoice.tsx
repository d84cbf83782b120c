import { useSharedList } from '../lib/lists.ts';
import { Combobox } from '../ui/picker/Combobox.tsx';

/** The filter of a log by account, for admins. */
export function AccountChoice({
  value,
  onChange,
}: {
  value: number | undefined;
  onChange: (part: { demandId: number | undefined }) => void;
}) {
  const list = useSharedList('demand');
  return (
    <Combobox
      aria-label="Account"
      className="w-36"
      options={(list.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange({ demandId: id ?? undefined })}
      placeholder="All accounts"
      emptyText={list.isPending ? 'Loading…' : 'No matches.'}
    />
  );
}
