import { CloudOff, Columns3, Download, RefreshCw, RotateCcw } from 'lucide-react';
import { ImportButton } from '../../csv/ImportButton.tsx';
import { useUser } from '../../frame/session.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useToday } from '../../reports/useNow.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { Tooltip } from '../../ui/overlay/Tooltip.tsx';
import { figureExtent, toggledColumns, withFigures } from './columnChoice.ts';
import { columnsOf, shownColumns } from './columns.ts';
import { isPartnered } from '#model/entity/partneredEntities.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import { addressOf } from '../../lib/api.ts';
import { exportQuery } from './exportQuery.ts';
import { periods } from './listSearch.ts';
import type { ListToolbarProps } from './ListToolbar.tsx';
import { densities } from '../views/viewPreferences.ts';
import { searchOfView, viewSearch, widthsOfView } from '../views/viewSearch.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const extents = [
  { value: 'lite', label: 'Lite' },
  { value: 'full', label: 'Full' },
] as const;

/** The view tools of a list: the figures and their period, saved views, columns and export. */
export function ListTools({
  entity,
  search,
  view,
  density,
  widths,
  isWithoutFigures,
  onRetry,
  isRefreshed,
  onRefreshed,
  onChange,
  onViewChange,
  onView,
  onWidths,
  onDensity,
}: ListToolbarProps) {
  const { timezone } = useUser();
  const today = useToday(timezone);
  const { cols, period } = view;
  const page = pageOf(entity.name);
  const columns = columnsOf(entity);
  const shown = shownColumns(columns, cols);
  const exported = exportQuery(entity, search, { ...view, columns: shown.map(({ name }) => name) }, today);
  const hasFigures = columns.some(({ figure }) => figure);
  const extent = figureExtent(columns, cols);
  return (
    <span className="ml-auto flex items-center gap-2">
      {isWithoutFigures ? (
        <span role="status" className="flex items-center gap-1.5 text-xs text-muted">
          <CloudOff aria-hidden className="size-3.5" />
          Metrics are temporarily unavailable
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </span>
      ) : null}
      {hasFigures ? (
        <>
          <span title={`Days in ${offsetLabel(timezone)}`}>
            <Select
              aria-label="Period of the figures"
              className="w-36"
              options={periods}
              value={period}
              onChange={(value) => onViewChange({ period: periods.find((each) => each.value === value)?.value })}
            />
          </span>
          <SegmentedControl
            label="Figures"
            options={extents}
            value={extent ?? ''}
            onChange={(next) => onViewChange({ cols: withFigures(columns, cols, next === 'full' ? 'full' : 'lite') })}
          />
          <IconButton
            variant="secondary"
            label="Refresh every 30 seconds"
            icon={<RefreshCw />}
            active={isRefreshed}
            aria-pressed={isRefreshed}
            onClick={() => onRefreshed(!isRefreshed)}
          />
        </>
      ) : null}
      {page ? (
        <ViewsMenu
          page={page}
          present={viewSearch(entity, search, view, widths)}
          onChoose={(text) => {
            onWidths(widthsOfView(text));
            onView(searchOfView(text));
          }}
        />
      ) : null}
      <ImportButton entity={entity} />
      <Tooltip label="Export as CSV">
        <a
          href={addressOf('/api/{entity}/export.csv', { entity, query: exported })}
          download
          aria-label="Export as CSV"
          className={buttonClass('secondary', 'md', 'w-8 px-0! text-muted')}
        >
          <Download aria-hidden />
        </a>
      </Tooltip>
      <Menu
        label="Table"
        trigger={<IconButton variant="secondary" label="Columns and row height" icon={<Columns3 />} />}
        items={[
          { kind: 'heading', id: 'columns', label: 'Columns' },
          ...columns.map((column) => ({
            kind: 'check' as const,
            id: column.name,
            label: column.label,
            checked: shown.includes(column),
            disabled: column.name === 'name',
            onChange: () => onViewChange({ cols: toggledColumns(columns, cols, column.name) }),
          })),
          ...(isPartnered(entity.name)
            ? [
                { kind: 'separator' as const, id: 'g' },
                {
                  kind: 'check' as const,
                  id: 'group',
                  label: 'Group by partner',
                  checked: search.group !== undefined,
                  onChange: (isOn: boolean) => onChange({ group: isOn ? 'partner' : undefined }),
                },
              ]
            : []),
          { kind: 'separator', id: 's' },
          { kind: 'heading', id: 'height', label: 'Row height' },
          {
            kind: 'radio',
            id: 'density',
            label: 'Row height',
            value: density,
            options: densities,
            onChange: (value) => onDensity(densities.find((each) => each.value === value)?.value ?? 'normal'),
          },
          ...(Object.keys(widths).length > 0
            ? [
                { kind: 'separator' as const, id: 'w' },
                { id: 'widths', label: 'Reset column widths', icon: <RotateCcw />, onSelect: () => onWidths({}) },
              ]
            : []),
        ]}
      />
    </span>
  );
}
