import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { mediaWords } from './creativeWords.ts';
import type { Inventory } from './inventory.ts';
import { muted, toldColumn, toldText, type CellContext } from './observedCells.tsx';

/** The columns of what is told of a creative. */
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
            <span dir="auto" className="font-medium">
              {toldText(row, 'title') || row.key}
            </span>
            <span className="cell-muted"> {toldText(row, 'id')}</span>
          </>
        ),
        title: (row) => `${toldText(row, 'title')}\n${toldText(row, 'id')}\nKey ${row.key}`.trim(),
      },
      {
        id: 'play',
        header: 'Play',
        align: 'center',
        width: 56,
        cell: (row) =>
          isPlayable(row) ? (
            <button
              type="button"
              className="cell-button"
              aria-label={`Play ${toldText(row, 'title') || row.key}`}
              title="Play"
              onClick={() => onPlay(row)}
            >
              <Play aria-hidden />
            </button>
          ) : null,
      },
      toldColumn('adomains', 'Advertiser domain', 160),
    ],
    more: [
      toldColumn('advertiser', 'Advertiser', 140),
      toldColumn('durationS', 'Duration', 88, {
        align: 'end',
        firstSort: 'desc',
        cell: (row) => muted(toldText(row, 'durationS') && `${toldText(row, 'durationS')} s`),
      }),
      toldColumn('type', 'Media', 128, { title: mediaWords }),
      toldColumn('bitrate', 'Bitrate', 88, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Bitrate of the best media file, in kbit/s.',
      }),
      toldColumn('isVpaid', 'VPAID', 76, {
        firstSort: 'desc',
        cell: (row) => (row.told['isVpaid'] === true ? <span className={pillClass('warn')}>VPAID</span> : muted('')),
      }),
      toldColumn('depth', 'Wrappers', 88, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Wrappers before the ad when it was last seen.',
        cell: (row) => String(row.told['depth'] ?? 0),
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

/** Programs and streams need a player of their own. */
function isPlayable(row: ObservedRow): boolean {
  return toldText(row, 'url') !== '' && toldText(row, 'type').startsWith('video/');
}
