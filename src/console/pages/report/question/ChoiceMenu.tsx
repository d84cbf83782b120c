import { ChevronDown } from 'lucide-react';
import { buttonClass } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';

/** One choice of a few, as a button that says it: "By day". */
export function ChoiceMenu({
  label,
  prefix,
  options,
  value,
  onChange,
}: {
  /** What is chosen. */
  label: string;
  /** Before the choice. */
  prefix: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <button type="button" className={buttonClass()}>
          <span className="text-muted">{prefix}</span>
          <span>{chosen}</span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      }
      items={[{ kind: 'radio', id: 'choice', label, value, options, onChange }]}
    />
  );
}
