import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reportParams, macroOfParam, maxReportParams } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AddTagParameter } from './AddTagParameter.tsx';
import type { TabProps } from './TabProps.ts';

const help =
  `Values that requests send under these names fill macros such as ${macroOfParam('genre')} in the URLs of tags and pixels, ` +
  'are passed to bidders, and can be targeted as key-values. ';

/** The account's own tag parameters, by name. */
export function TagParametersTab({ values, faults, rights, change }: TabProps) {
  const [isAdding, setAdding] = useState(false);
  const { tagParams } = values;
  const fault = Object.entries(faults).find(([path]) => path.split('.')[0] === 'tagParams')?.[1];
  const isFixed = rights.isAccountFixed;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-muted">
        {help}
        {dimensionsHint(tagParams)}
      </p>
      {tagParams.length === 0 ? (
        <p className="rounded-md border border-dashed px-3 py-4 text-center text-sm text-muted">
          No tag parameters yet.
        </p>
      ) : (
        <ul aria-label="Tag parameters" className="divide-y overflow-hidden rounded-md border border-line-strong">
          {tagParams.map((name) => (
            <li key={name} className="flex min-h-8 items-center justify-between gap-2 py-0.5 pr-1 pl-2.5">
              <span className="min-w-0 font-mono text-xs break-all">{name}</span>
              {isFixed ? null : (
                <IconButton
                  size="sm"
                  label={`Remove ${name}`}
                  icon={<Trash2 />}
                  onClick={() => change({ tagParams: tagParams.filter((each) => each !== name) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {fault ? <p className="text-xs text-bad">{fault}</p> : null}
      {isFixed ? null : (
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Add Tag Parameter
          </Button>
        </div>
      )}
      <AddTagParameter
        open={isAdding}
        onOpenChange={setAdding}
        taken={tagParams}
        isOkDisabled={rights.isImpersonated}
        onAdd={(name) => change({ tagParams: [...tagParams, name] })}
      />
    </div>
  );
}

/** Names the parameters that are report dimensions. */
function dimensionsHint(tagParams: readonly string[]): string {
  const dimensionParams = reportParams(tagParams);
  if (dimensionParams.length === 0) return `The first ${maxReportParams} become report dimensions once they are saved.`;
  const names = new Intl.ListFormat('en-US').format(dimensionParams);
  return `Report dimensions: ${names}. The first ${maxReportParams} that do not describe the viewer become report dimensions once they are saved.`;
}
