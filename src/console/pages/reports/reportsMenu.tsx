import { Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  BellDot,
  Copy,
  Download,
  ExternalLink,
  Pencil,
  RefreshCw,
  Share2,
  Trash2,
} from 'lucide-react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { savedFileHref } from '../../reports/SavedReportLink.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';

/** The menu of a saved report. */
export function reportsMenu(
  report: SavedReport,
  actions: {
    onRename: () => void;
    onClone: () => void;
    onShare: () => void;
    /** Writes all rows of a live report to a file. */
    onFile: (format: 'csv' | 'xlsx') => void;
    /** Undefined when the report is already marked as new, or is not among the notifications. */
    onMark: (() => void) | undefined;
    onArchive: () => void;
    onDelete: () => void;
  },
  /** Whether the user may change saved reports; others only open and run them. */
  mayChange: boolean,
  /** Further entries for this report. */
  more: readonly MenuEntry[] = [],
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
  const isDefinition = report.kind === 'definition';
  const rerun = isDefinition ? 'Run' : 'Run again';
  const readEntries: MenuEntry[] = [
    ...(isDefinition ? [] : [open]),
    { kind: 'link', id: 'rerun', label: rerun, icon: <RefreshCw />, link: <Link to={page} /> },
  ];
  if (!mayChange) return readEntries;
  return [
    ...readEntries,
    ...more,
    ...(isDefinition
      ? (['csv', 'xlsx'] as const).map((format): MenuEntry => ({
          id: format,
          label: `Export to ${format.toUpperCase()}`,
          icon: <Download />,
          onSelect: () => actions.onFile(format),
        }))
      : []),
    { kind: 'separator', id: 's1' },
    { id: 'rename', label: 'Rename', icon: <Pencil />, shortcut: 'e', onSelect: actions.onRename },
    ...(actions.onMark
      ? [{ id: 'mark', label: 'Mark as new', icon: <BellDot />, onSelect: actions.onMark } satisfies MenuEntry]
      : []),
    { id: 'clone', label: 'Copy as live report', icon: <Copy />, onSelect: actions.onClone },
    ...(report.isArchived
      ? []
      : [{ id: 'share', label: 'Share…', icon: <Share2 />, onSelect: actions.onShare } satisfies MenuEntry]),
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
