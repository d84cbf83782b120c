import { type ApiArea, type ApiUse, areasFor } from '#model/account/apiScopes.ts';
import { useUser } from '../../frame/session.ts';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import type { KeyForm } from './keyForm.ts';

const options = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write' },
] as const;

/** The areas of the API, each with what a key can do in it. */
export function ScopeMatrix({ uses, onChange }: { uses: KeyForm['uses']; onChange: (uses: KeyForm['uses']) => void }) {
  const user = useUser();
  const set = (area: ApiArea, use: ApiUse | 'none') => {
    const { [area]: _former, ...others } = uses;
    onChange(use === 'none' ? others : { ...others, [area]: use });
  };
  return (
    <ul className="flex flex-col divide-y rounded-md border">
      {areasFor(user).map(({ area, label, help }) => (
        <li key={area} className="flex items-center gap-3 px-3 py-1.5">
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="text-sm">{label}</span>
            <span className="text-xs text-muted">{help}</span>
          </span>
          <SegmentedControl
            size="sm"
            label={label}
            options={options}
            value={uses[area] ?? 'none'}
            onChange={(use) => set(area, use)}
          />
        </li>
      ))}
    </ul>
  );
}
