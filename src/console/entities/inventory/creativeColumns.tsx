import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { mediaSummary } from './mediaSummary.ts';
import type { Inventory } from './inventory.ts';
import { muted, declaredColumn, declaredText, type CellContext } from './observedCells.tsx';

/** The columns of what creatives declare. */
export function creativeColumns({ onPlay }: CellContext): ReturnType<Inventory['columns']> {
  return {
    leading: [
      {
        id: 'title',
        header: 'Creative',
        sortable: true,
        sticky: true,
        width: 240,
        cell: (row) => (
          <>
            {isPlayable(row) ? (
              <button
                type="button"
                className="cell-button mr-1"
                aria-label={`Play ${declaredText(row, 'title') || row.key}`}
                title="Play"
                onClick={() => onPlay(row)}
              >
                <Play aria-hidden />
              </button>
            ) : null}
            <span dir="auto" className="font-medium">
              {declaredText(row, 'title') || row.key}
            </span>
            <span className="cell-muted"> {declaredText(row, 'id')}</span>
          </>
        ),
        title: (row) => `${declaredText(row, 'title')}\n${declaredText(row, 'id')}\nKey ${row.key}`.trim(),
      },
    ],
    more: [
      declaredColumn('adomains', 'Advertiser domain', 160),
      declaredColumn('advertiser', 'Advertiser', 140),
      declaredColumn('durationS', 'Duration', 88, {
        align: 'end',
        firstSort: 'desc',
        cell: (row) => muted(declaredText(row, 'durationS') && `${declaredText(row, 'durationS')} s`),
      }),
      declaredColumn('type', 'Media', 128, { title: mediaSummary }),
      declaredColumn('bitrate', 'Bitrate', 88, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Bitrate of the best media file, in kbit/s.',
      }),
      declaredColumn('isVpaid', 'VPAID', 76, {
        firstSort: 'desc',
        cell: (row) =>
          row.declared['isVpaid'] === true ? <span className={pillClass('warn')}>VPAID</span> : muted(''),
      }),
      declaredColumn('depth', 'Wrappers', 88, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Wrappers before the ad when it was last seen.',
        cell: (row) => String(row.declared['depth'] ?? 0),
      }),
      {
        id: 'tags',
        header: 'Tags',
        hint: 'Tags that returned it in the last 7 days.',
        width: 200,
        cell: (row) =>
          row.tags?.length
            ? row.tags.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 ? ', ' : null}
                  <Link to="/tags" search={{ open: id }} className="cell-link">
                    {name}
                  </Link>
                </span>
              ))
            : muted(''),
        title: (row) => row.tags?.map(({ name }) => name).join('\n') || undefined,
      },
    ],
  };
}

/** Interactive creatives (VPAID) and streams need a player of their own. */
function isPlayable(row: ObservedRow): boolean {
  return declaredText(row, 'url') !== '' && declaredText(row, 'type').startsWith('video/');
}
