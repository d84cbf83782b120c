import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut } from 'lucide-react';
import { use, useState } from 'react';
import type { SessionUser } from '#api/contract.ts';
import { userTypes } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Menu, type MenuEntry } from '../ui/Menu.tsx';
import { SessionContext, signOut } from './session.ts';
import { currentTheme, setTheme, themes } from './theme.ts';
import { roleLabel } from './roleLabel.ts';

/** Who is signed in, the theme, and the way out. */
export function UserMenu({ user, isOpen }: { user: SessionUser; isOpen: boolean }) {
  const api = use(ApiContext);
  const session = use(SessionContext);
  const queryClient = useQueryClient();
  const router = useRouter();
  const [theme, setChosen] = useState(currentTheme);
  const role = roleLabel(user, userTypes);

  async function leave() {
    await signOut({ api, session, queryClient, storage: sessionStore });
    await router.navigate({ to: '/login', ignoreBlocker: true });
  }

  const items: MenuEntry[] = [
    { kind: 'heading', id: 'who', label: `${user.name} · ${role}` },
    { kind: 'heading', id: 'zone', label: `Times in ${offsetLabel(user.timezone)}` },
    { kind: 'separator', id: 's1' },
    { kind: 'heading', id: 'theme-heading', label: 'Theme' },
    {
      kind: 'radio',
      id: 'theme',
      label: 'Theme',
      value: theme,
      options: themes,
      onChange: (value) => {
        const next = themes.find((each) => each.value === value)?.value ?? 'system';
        setTheme(next);
        setChosen(next);
      },
    },
    { kind: 'separator', id: 's2' },
    { id: 'out', label: 'Sign Out', icon: <LogOut />, onSelect: () => void leave() },
  ];

  return (
    <Menu
      side={isOpen ? 'top' : 'right'}
      align={isOpen ? 'start' : 'end'}
      label="Your account"
      items={items}
      trigger={
        <button
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
      }
    />
  );
}
