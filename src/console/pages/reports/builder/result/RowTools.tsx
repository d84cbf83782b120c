import { ListPlus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { ReportColumn } from '#reports/index.ts';
import { countOfInventory } from '../../../../entities/inventory/ChosenBar.tsx';
import { listedKindOf, type ListedKind } from '../../../../entities/inventory/listedKinds.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { CellMenu } from './CellMenu.tsx';
import type { SearchPart } from '../question/drillDown.ts';
import type { ReportSearch } from '../url/reportSearch.ts';
import type { CellPlace } from './cellPlace.ts';
import type { RowChoice } from './useRowChoice.ts';

const AddToListDialog = lazyChunk(
  () => import('../../../../entities/inventory/AddToListDialog.tsx'),
  'AddToListDialog',
);

interface RowToolsProps {
  user: SessionUser;
  /** The cell whose menu is open; null = none. */
  place: CellPlace | null;
  onClosePlace: () => void;
  columns: readonly ReportColumn[];
  search: ReportSearch | null;
  onChange: (part: SearchPart) => void;
  choice: RowChoice;
}

/** The menu of report cells and the actions of selected rows. */
export function RowTools({ user, place, onClosePlace, columns, search, onChange, choice }: RowToolsProps) {
  const [listed, setListed] = useState<{ kind: ListedKind; keys: string[] } | null>(null);
  const { dimensions, chosen, choose, valuesOf } = choice;
  return (
    <>
      <CellMenu
        user={user}
        place={place}
        columns={columns}
        search={search}
        onChange={onChange}
        onList={(dimension, keys) => {
          const kind = listedKindOf(dimension);
          if (kind) setListed({ kind, keys });
        }}
        onClose={onClosePlace}
      />
      {chosen.size > 0 ? (
        <div className="pointer-events-none fixed inset-x-0 bottom-14 z-20 flex justify-center px-4" data-print="hide">
          <div
            role="toolbar"
            aria-label="Actions for the selected rows"
            className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
          >
            <span aria-live="polite" className="tnum text-sm font-medium whitespace-nowrap">
              {chosen.size.toLocaleString('en-US')} {chosen.size === 1 ? 'row' : 'rows'} selected
            </span>
            <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
            {dimensions.map((dimension) => {
              const kind = listedKindOf(dimension);
              const keys = valuesOf(dimension);
              return kind ? (
                <Button
                  key={kind.dimension}
                  size="sm"
                  icon={<ListPlus />}
                  disabled={keys.length === 0}
                  onClick={() => setListed({ kind, keys })}
                >
                  Add {countOfInventory(keys.length, kind)} to list…
                </Button>
              ) : null;
            })}
            <IconButton size="sm" label="Clear selection" icon={<X />} onClick={() => choose(new Set())} />
          </div>
        </div>
      ) : null}
      <Suspense>
        {listed ? (
          <AddToListDialog
            inventory={listed.kind}
            keys={listed.keys}
            onClose={() => setListed(null)}
            onDone={() => {
              setListed(null);
              choose(new Set());
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
