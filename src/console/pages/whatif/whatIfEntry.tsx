import { Link } from '@tanstack/react-router';
import { Split } from 'lucide-react';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import type { WhatIfSearch } from './whatIfSearch.ts';

/** The menu entry “What if?” of a channel, or of a field of a tag in it. */
export function whatIfEntry(search: Pick<WhatIfSearch, 'channel' | 'tag' | 'field'>): MenuEntry {
  return {
    kind: 'link',
    id: 'whatif',
    label: 'What if?',
    icon: <Split />,
    link: <Link to="/whatif" search={search} />,
  };
}
