import { Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Download, ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { SavedReport } from '#api/contract.ts';
import { savedFileHref } from '../../reporting/SavedReportLink.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';

/** What can be done with a saved report. */
export function menuOf(
  report: SavedReport,
  actions: { onRename: () => void; onArchive: () => void; onDelete: () => void },
): MenuEntry[] {
  const page = `${report.ivt ? '/pbReport' : '/report'}/${report.id}`;
  const open: MenuEntry = report.file
    ? {
        kind: 'link',
        id: 'download',
        label: 'Download',
        icon: <Download />,
        href: savedFileHref(report),
        target: '_blank',
      }
    : {
        kind: 'link',
        id: 'open',
        label: 'Open',
        icon: <ExternalLink />,
        link: <Link to={page} search={{ saved: 1 }} />,
      };
  return [
    open,
    { kind: 'link', id: 'rerun', label: 'Run again', icon: <RefreshCw />, link: <Link to={page} /> },
    { kind: 'separator', id: 's1' },
    { id: 'rename', label: 'Rename', icon: <Pencil />, shortcut: 'e', onSelect: actions.onRename },
    {
      id: 'archive',
      label: report.isArchived ? 'Unarchive' : 'Archive',
      icon: report.isArchived ? <ArchiveRestore /> : <Archive />,
      onSelect: actions.onArchive,
    },
    { kind: 'separator', id: 's2' },
    { id: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, onSelect: actions.onDelete },
  ];
}
