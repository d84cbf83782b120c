import { SlidersHorizontal } from 'lucide-react';
import { inSentence, trafficKinds, zoneLabel, type Traffic } from '#reports/index.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu, type MenuEntry } from '../../../../ui/overlay/Menu.tsx';
import { Submenu } from '../../../../ui/overlay/Submenu.tsx';
import type { SearchPart } from './drillDown.ts';
import { rowLimits, type ReportSearch } from '../url/reportSearch.ts';

const zones = Array.from({ length: 25 }, (_, index) => index - 12);

const trafficLabels: Record<Traffic, string> = { live: 'Live', test: 'Test requests' };

/** Report options: hidden rows, traffic, row limit, time zone and chart. */
export function OptionsMenu({
  search,
  hasTests,
  ownZone,
  onChange,
}: {
  search: ReportSearch;
  /** Whether the report can be about test requests. */
  hasTests: boolean;
  /** The user's time zone, in hours from UTC. */
  ownZone: number;
  onChange: (part: SearchPart) => void;
}) {
  const { traffic, hideZero, hideErrors, view, limit, zone } = search;
  return (
    <Menu
      label="Options"
      trigger={
        <Button variant="ghost" icon={<SlidersHorizontal aria-hidden />}>
          Options
        </Button>
      }
      items={[
        {
          kind: 'check',
          id: 'zero',
          label: 'Hide rows with only zeros',
          checked: hideZero,
          onChange: (isHidden) => onChange({ hideZero: isHidden }),
        },
        {
          kind: 'check',
          id: 'errors',
          label: 'Hide errors: columns and rows',
          checked: hideErrors,
          onChange: (isHidden) => onChange({ hideErrors: isHidden }),
        },
        {
          kind: 'check',
          id: 'chart',
          label: 'Show chart',
          checked: view !== 'table',
          onChange: (isShown) => onChange({ view: isShown ? 'auto' : 'table' }),
        },
        { kind: 'separator', id: 'line' },
        ...(hasTests ? [trafficItem(traffic, onChange)] : []),
        {
          kind: 'element',
          id: 'limit',
          element: (
            <Submenu
              label={`Row limit: ${limit === null ? 'none' : limit.toLocaleString('en-US')}`}
              items={[
                {
                  kind: 'radio',
                  id: 'limits',
                  label: 'Row limit',
                  value: String(limit),
                  options: [...rowLimits, null].map((each) => ({
                    value: String(each),
                    label: each === null ? 'No limit' : `${each.toLocaleString('en-US')} rows`,
                  })),
                  onChange: (value) => onChange({ limit: value === String(null) ? null : Number(value) }),
                },
              ]}
            />
          ),
        },
        {
          kind: 'element',
          id: 'zone',
          element: (
            <Submenu
              label={`Time zone: ${zoneLabel(zone ?? ownZone)}`}
              items={[
                {
                  kind: 'radio',
                  id: 'zones',
                  label: 'Time zone',
                  value: String(zone ?? ownZone),
                  options: zones.map((each) => ({
                    value: String(each),
                    label: each === ownZone ? `${zoneLabel(each)} (yours)` : zoneLabel(each),
                  })),
                  onChange: (value) => onChange({ zone: Number(value) === ownZone ? null : Number(value) }),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

/** Chooses live traffic or test requests. */
function trafficItem(traffic: Traffic, onChange: (part: SearchPart) => void): MenuEntry {
  return {
    kind: 'element',
    id: 'traffic',
    element: (
      <Submenu
        label={`Traffic: ${inSentence(trafficLabels[traffic])}`}
        items={[
          {
            kind: 'radio',
            id: 'traffics',
            label: 'Traffic',
            value: traffic,
            options: trafficKinds.map((kind) => ({ value: kind, label: trafficLabels[kind] })),
            onChange: (value) => onChange({ traffic: value as Traffic }),
          },
        ]}
      />
    ),
  };
}
