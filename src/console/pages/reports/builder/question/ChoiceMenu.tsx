import { ChevronDown } from 'lucide-react';
import { buttonClass } from '../../../../ui/Button.tsx';
import { Menu } from '../../../../ui/overlay/Menu.tsx';

/** A menu of a few choices whose button shows the selected one: "By day". */
export function ChoiceMenu({
  label,
  prefix,
  options,
  value,
  onChange,
}: {
  /** The selected choice. */
  label: string;
  /** Text before the choice. */
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
