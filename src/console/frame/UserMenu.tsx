import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import {
  Building2,
  ChartCandlestick,
  Keyboard,
  KeyRound,
  LogOut,
  Receipt,
  RefreshCw,
  Settings,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import { use, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { setList } from '../lib/lists.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Menu, type MenuEntry } from '../ui/overlay/Menu.tsx';
import { mayEnter } from './guards.ts';
import type { FrameDialog } from './openDialog.ts';
import { openMarketReport } from './openMarketReport.ts';
import { SessionContext, signOut } from './session.ts';
import { currentTheme, setTheme, themes } from './theme.ts';
import { roleLabel } from './roleLabel.ts';
import { UserButton } from './UserButton.tsx';

/** The user menu: who is signed in, profile and settings, theme, and sign out. */
export function UserMenu({
  user,
  isOpen,
  onOpen,
}: {
  user: SessionUser;
  isOpen: boolean;
  onOpen: (dialog: FrameDialog) => void;
}) {
  const api = use(ApiContext);
  const session = use(SessionContext);
  const queryClient = useQueryClient();
  const router = useRouter();
  const [theme, setChosen] = useState(currentTheme);
  const role = roleLabel(user);
  const isAdmin = user.type === 'admin';

  async function leave() {
    const next = await signOut({ api, session, queryClient, storage: sessionStore });
    if (next !== null) location.assign(next);
    else await router.navigate({ to: '/login', ignoreBlocker: true });
  }

  function reloadData() {
    setList(queryClient, 'appLists', null);
    location.reload();
  }

  const ownEntries: MenuEntry[] = isAdmin
    ? [
        { id: 'config', label: 'Config', icon: <SlidersHorizontal />, onSelect: () => onOpen('config') },
        {
          kind: 'link',
          id: 'finance',
          label: 'Financial Report',
          icon: <Receipt />,
          link: <Link to="/finance" />,
        },
        { kind: 'link', id: 'apiKeys', label: 'API keys', icon: <KeyRound />, link: <Link to="/keys" /> },
      ]
    : [{ id: 'profile', label: 'Profile', icon: <UserRound />, onSelect: () => onOpen('profile') }];
  // Partner logins do not see the market report of the account.
  const hasMarketReport = (isAdmin || user.type === 'demand') && mayUse(user, 'reports');

  const items: MenuEntry[] = [
    { kind: 'heading', id: 'who', label: `${user.name} · ${role}` },
    { kind: 'heading', id: 'zone', label: `Times in ${offsetLabel(user.timezone)}` },
    { kind: 'separator', id: 's1' },
    ...ownEntries,
    ...(mayEnter('superOrOwner', user)
      ? [{ kind: 'link' as const, id: 'sso', label: 'Single sign-on', icon: <Building2 />, link: <Link to="/sso" /> }]
      : []),
    { kind: 'link', id: 'signin', label: 'Password and sessions', icon: <KeyRound />, link: <Link to="/signin" /> },
    { id: 'settings', label: 'Settings', icon: <Settings />, onSelect: () => onOpen('settings') },
    ...(hasMarketReport
      ? [{ id: 'market', label: 'Market report', icon: <ChartCandlestick />, onSelect: () => void openMarketReport() }]
      : []),
    { id: 'reload', label: 'Force data reload', icon: <RefreshCw />, onSelect: reloadData },
    { id: 'keys', label: 'Keyboard shortcuts', icon: <Keyboard />, shortcut: '?', onSelect: () => onOpen('keys') },
    { kind: 'separator', id: 's2' },
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
    { kind: 'separator', id: 's3' },
    { id: 'out', label: 'Sign Out', icon: <LogOut />, onSelect: () => void leave() },
  ];

  return (
    <Menu
      side={isOpen ? 'top' : 'right'}
      align={isOpen ? 'start' : 'end'}
      label="Your account"
      items={items}
      trigger={<UserButton user={user} isOpen={isOpen} />}
    />
  );
}
