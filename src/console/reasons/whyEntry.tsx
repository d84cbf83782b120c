import { Link } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';

/** The menu entry “Why no ad?” of a row. */
export function whyEntry(kind: 'channel' | 'subpublisher' | 'supplier' | 'tag', id: number): MenuEntry {
  return {
    kind: 'link',
    id: 'why',
    label: 'Why no ad?',
    icon: <MessageCircleQuestionMark />,
    link: <Link to="/why" search={{ [kind]: id }} />,
  };
}
