import type { ApiArea, ApiUse } from '#model/account/apiScopes.ts';
import { SegmentedControl } from '../ui/picker/SegmentedControl.tsx';

const options = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write' },
] as const;

/** The use of areas; absent = none. */
export type AreaUses = Partial<Record<ApiArea, ApiUse | undefined>>;

/** Areas of the API, each with the control of its use. */
export function ScopeMatrix<U extends AreaUses>({
  areas,
  uses,
  onChange,
  isReadOnly = false,
}: {
  areas: readonly { area: ApiArea; label: string; help: string }[];
  uses: U;
  onChange: (uses: U) => void;
  isReadOnly?: boolean;
}) {
  const set = (area: ApiArea, use: ApiUse | 'none') => {
    const { [area]: _former, ...others } = uses;
    onChange((use === 'none' ? others : { ...others, [area]: use }) as U);
  };
  return (
    <ul className="flex flex-col divide-y rounded-md border">
      {areas.map(({ area, label, help }) => (
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
            disabled={isReadOnly}
            onChange={(use) => set(area, use)}
          />
        </li>
      ))}
    </ul>
  );
}
