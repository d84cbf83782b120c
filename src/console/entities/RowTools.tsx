import { Link } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { buttonClass } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx';
import type { RowLink } from './RowLink.ts';

/** The links and the menu of an open row. */
export function RowTools({ links, actions }: { links: readonly RowLink[]; actions: MenuEntry[] }) {
  return (
    <>
      {links.map(({ label, icon, to, search }) => (
        <Link key={to} to={to} search={search} className={buttonClass('secondary', 'sm', 'mr-1')}>
          {icon}
          {label}
        </Link>
      ))}
      <Menu
        items={actions}
        label="Actions"
        trigger={<IconButton size="sm" label="Actions" icon={<EllipsisVertical />} />}
      />
    </>
  );
}
