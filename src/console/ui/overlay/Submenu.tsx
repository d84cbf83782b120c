import { Menu as Base } from '@base-ui/react/menu';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuItems } from './MenuItems.tsx';
import type { MenuEntry } from './MenuItems.tsx';

export type SubmenuProps = {
  label: string;
  icon?: ReactNode;
  items: readonly MenuEntry[];
};

/** A menu entry that opens a menu of its own; pass it to the menu as an element. */
export function Submenu({ label, icon, items }: SubmenuProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className="popup-item">
        {icon ? (
          <span aria-hidden className="flex size-4 shrink-0 items-center justify-center text-muted [&_svg]:size-4">
            {icon}
          </span>
        ) : null}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden className="size-3.5 text-muted" />
      </Base.SubmenuTrigger>
      <MenuItems items={items} label={label} side="right" align="start" />
    </Base.SubmenuRoot>
  );
}
