import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from '../Kbd.tsx';
import { cx } from '../cx.ts';

export type MenuEntry =
  | {
      kind?: 'action';
      id: string;
      label: string;
      icon?: ReactNode;
      shortcut?: string;
      danger?: boolean;
      disabled?: boolean;
      onSelect: () => void;
    }
  | {
      kind: 'link';
      id: string;
      label: string;
      icon?: ReactNode;
      href?: string;
      /** A router's link element to render instead of a plain anchor. */
      link?: ReactElement;
      target?: string;
    }
  | {
      kind: 'check';
      id: string;
      label: string;
      checked: boolean;
      disabled?: boolean;
      onChange: (checked: boolean) => void;
    }
  | {
      kind: 'radio';
      id: string;
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onChange: (value: string) => void;
    }
  /** An entry that renders itself: a Submenu. */
  | { kind: 'element'; id: string; element: ReactNode }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: string };

function Row({ icon, label, shortcut }: { icon?: ReactNode; label: string; shortcut?: string | undefined }) {
  return (
    <>
      {icon ? (
        <span aria-hidden className="flex size-4 shrink-0 items-center justify-center text-muted [&_svg]:size-4">
          {icon}
        </span>
      ) : null}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut ? <Kbd className="ml-4">{shortcut}</Kbd> : null}
    </>
  );
}

const TICK = <Check aria-hidden className="size-3.5" />;

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
    case 'heading':
      return <div className="px-2 pt-1.5 pb-1 text-2xs font-medium text-muted">{entry.label}</div>;
    case 'element':
      return entry.element;
    case 'link':
      return (
        <Base.LinkItem
          href={entry.link ? undefined : entry.href}
          target={entry.target}
          render={entry.link}
          closeOnClick
          className="popup-item cursor-pointer"
        >
          <Row icon={entry.icon} label={entry.label} />
        </Base.LinkItem>
      );
    case 'check':
      return (
        <Base.CheckboxItem
          checked={entry.checked}
          disabled={entry.disabled}
          onCheckedChange={(checked) => entry.onChange(checked)}
          closeOnClick={false}
          className="popup-item"
        >
          <span className="flex size-4 shrink-0 items-center justify-center">
            <Base.CheckboxItemIndicator>{TICK}</Base.CheckboxItemIndicator>
          </span>
          <Row label={entry.label} />
        </Base.CheckboxItem>
      );
    case 'radio':
      return (
        <Base.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={(value: unknown) => entry.onChange(String(value))}
        >
          {entry.options.map((option) => (
            <Base.RadioItem key={option.value} value={option.value} closeOnClick={false} className="popup-item">
              <span className="flex size-4 shrink-0 items-center justify-center">
                <Base.RadioItemIndicator>{TICK}</Base.RadioItemIndicator>
              </span>
              <Row label={option.label} />
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case undefined:
    case 'action':
    default:
      return (
        <Base.Item
          disabled={entry.disabled}
          onClick={entry.onSelect}
          className={cx('popup-item', entry.danger && 'text-bad data-highlighted:bg-bad-soft [&_span]:text-bad')}
        >
          <Row icon={entry.icon} label={entry.label} shortcut={entry.shortcut} />
        </Base.Item>
      );
  }
}

/** The items of an open menu; internal to Menu, RowMenu and Submenu. */
export function MenuItems({
  items,
  label,
  side,
  align,
  anchor,
  returnFocusTo,
}: {
  items: readonly MenuEntry[];
  label?: string | undefined;
  side: 'top' | 'bottom' | 'left' | 'right';
  align: 'start' | 'center' | 'end';
  anchor?: Element | { getBoundingClientRect: () => DOMRect } | null;
  returnFocusTo?: HTMLElement | undefined;
}) {
  return (
    <Base.Portal>
      <Base.Positioner side={side} align={align} sideOffset={4} anchor={anchor} className="z-50 outline-none">
        <Base.Popup
          aria-label={label}
          finalFocus={returnFocusTo ? () => returnFocusTo : undefined}
          className="popup-box max-h-[var(--available-height)] min-w-44 overflow-y-auto p-1"
        >
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
