import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { roleLabel } from './roleLabel.ts';

/** The button that shows the signed-in user and opens the menu. */
export function UserButton({
  user,
  isOpen,
  ...rest
}: ComponentProps<'button'> & { user: SessionUser; isOpen: boolean }) {
  const role = roleLabel(user);
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        'flex items-center rounded-md text-left hover:bg-pressed aria-expanded:bg-pressed',
        isOpen ? 'w-full gap-2.5 p-1.5' : 'p-1',
      )}
    >
      <Avatar name={user.name} />
      {isOpen ? (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate text-sm leading-4 font-medium" title={user.name}>
              {user.name}
            </span>
            <span className="truncate text-2xs text-muted">
              {role} · {offsetLabel(user.timezone)}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </>
      ) : (
        <span className="sr-only">
          {user.name}, {role}
        </span>
      )}
    </button>
  );
}
