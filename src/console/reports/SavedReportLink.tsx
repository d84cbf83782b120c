import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { addressOf } from '../lib/api.ts';

/** The download URL of a report saved as a file. */
export function savedFileHref({ id }: Pick<SavedReport, 'id'>): string {
  return addressOf('/api/savedFile/{id}', { params: { id } });
}

/**
 * The link to a saved report: a file downloads in a new tab, also when it is a verification report; any other report
 * opens on its page. `onOpen` is also called for the middle mouse button.
 */
export function SavedReportLink({
  report,
  onOpen,
  className,
  children,
}: {
  report: SavedReport;
  onOpen?: () => void;
  className?: string;
  children: ReactNode;
}) {
  const shared = {
    className,
    onClick: onOpen,
    onAuxClick: (event: { button: number }) => {
      if (event.button === 1) onOpen?.();
    },
  };
  if (report.file) {
    return (
      <a {...shared} href={savedFileHref(report)} target="_blank" rel="noopener">
        {children}
      </a>
    );
  }
  return (
    <Link {...shared} to={`${report.ivt ? '/pbReport' : '/report'}/${report.id}`} search={{ saved: 1 }}>
      {children}
    </Link>
  );
}
