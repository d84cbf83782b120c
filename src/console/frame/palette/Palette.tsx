import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { use, useEffect, useMemo, useState } from 'react';
import type { SearchHit } from '#api/search/searchContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { messageOf } from '../../lib/problems.ts';
import { CommandPalette, type CommandGroup, type CommandItem } from '../../ui/picker/CommandPalette.tsx';
import { useMode } from '../navigation/mode.ts';
import { useModeChoice } from '../navigation/useModeChoice.ts';
import { entityPagesFor, type NavEntry } from '../navigation/navigation.ts';
import { navIcons } from '../navigation/navIcons.ts';
import type { FrameDialog } from '../openDialog.ts';
import { openMarketReport } from '../openMarketReport.ts';
import { actionIcon } from './actionIcon.ts';
import { paletteActions, type PaletteAction } from './paletteActions.ts';
import { findNamed, groupHits, hasText } from './paletteGroups.ts';
import { pagesFor } from './pagesFor.ts';
import { actionWords, pageWords } from './paletteWords.ts';

const debounceMs = 150;

/** The command palette: finds every page, action and object that the user may open, by name or by other words. */
export function Palette({
  user,
  consumeTypedText,
  open,
  onOpenChange,
  onOpen,
}: {
  user: SessionUser;
  /** Returns what was typed while the palette was loading. */
  consumeTypedText: () => string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (dialog: FrameDialog) => void;
}) {
  const chooseMode = useModeChoice();
  const mode = useMode();
  const router = useRouter();
  const [text, setText] = useState('');
  const wanted = text.trim().slice(0, 200);
  const entityPages = useMemo(() => entityPagesFor(user), [user]);
  const { hits, error, isLoading } = useSearch(wanted, [...entityPages.keys()].join(','), open);

  const goTo = (page: NavEntry): CommandItem => {
    const Icon = navIcons[page.icon];
    return {
      id: `page ${page.to}`,
      label: page.label,
      icon: <Icon />,
      ...(page.isExternal ? { hint: 'New tab' } : {}),
      onSelect: () => {
        if (page.isExternal) window.open(page.to, '_blank', 'noopener');
        else void router.navigate({ to: page.to });
      },
    };
  };
  const act = (action: PaletteAction): CommandItem => {
    const { id, label, does } = action;
    const Icon = actionIcon(action);
    return {
      id: `action ${id}`,
      label,
      icon: <Icon />,
      ...('report' in does ? { hint: 'New tab' } : {}),
      onSelect: () => {
        if ('new' in does) void router.navigate({ to: does.new.to, search: { open: 'new' } });
        else if ('dialog' in does) onOpen(does.dialog);
        else if ('report' in does) void openMarketReport();
        else chooseMode(does.mode);
      },
    };
  };
  const pages = findNamed(pagesFor(user, mode), wanted, ({ to }) => pageWords[to] ?? '');
  const actions = findNamed(paletteActions(user, mode, entityPages), wanted, ({ id }) => actionWords[id] ?? '');
  const groups: CommandGroup[] = [
    { heading: 'Pages', items: pages.map(goTo) },
    { heading: 'Actions', items: actions.map(act) },
    ...groupHits(hits, entityPages).map(({ heading, hits: found }) => ({
      heading,
      items: found.map(({ hit, page }): CommandItem => {
        const Icon = navIcons[page.icon];
        return {
          id: `${hit.entity} ${hit.id}`,
          label: hit.name,
          hint: hintOf(hit),
          icon: <Icon />,
          onSelect: () => void router.navigate({ to: page.to, search: { open: hit.id } }),
        };
      }),
    })),
  ];
  const isEmpty = groups.every((group) => group.items.length === 0);
  const isLate = useDelayed(isLoading && isEmpty);
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      onQuery={setText}
      consumeTypedText={consumeTypedText}
      groups={groups}
      loading={isLate}
      label="Go to"
      placeholder="Search pages and objects by name, ID or UID"
      empty={isLoading ? '' : error ? `The search failed: ${messageOf(error)}` : 'No matches.'}
    />
  );
}

const statusLabels: Record<number, string> = { 0: 'Paused', 2: 'Archived' };

function hintOf({ id, uid, status }: SearchHit): string {
  return [statusLabels[status ?? 1], uid, `#${id}`].filter(Boolean).join(' · ');
}

const noHits: readonly SearchHit[] = [];

/** Searches for a text after a pause in typing. Until then, hits of the previous text that still match are shown. */
function useSearch(text: string, entities: string, isWanted: boolean) {
  const api = use(ApiContext);
  const debounced = useDebounced(text);
  const isSearching = isWanted && debounced !== '' && entities !== '';
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', entities, debounced],
    enabled: isSearching,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    queryFn: ({ signal }) => api.get('/api/search', { query: { q: debounced, entities }, signal }),
  });
  if (!isWanted || text === '' || entities === '') return { hits: noHits, error: null, isLoading: false };
  const isLoading = text !== debounced || isFetching;
  const found = error || !isSearching ? noHits : (data ?? noHits);
  return { hits: isLoading ? found.filter((hit) => hasText(hit, text)) : found, error, isLoading };
}

/** A text after a pause in its changes; an empty text at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
