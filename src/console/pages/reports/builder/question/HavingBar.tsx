import { ListFilter } from 'lucide-react';
import { Suspense, useState, type ComponentProps } from 'react';
import { reportLimits } from '#reports/index.ts';
import { loadChunk } from '../../../../frame/errors/chunkReload.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { formatValue } from '#reports/result/formatValue.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { havingLabels, type SearchHaving } from '../url/having.ts';
import type { HavingColumn } from '../result/havingColumns.ts';
import { QuestionChip } from './QuestionChip.tsx';

const loadEditors = () => import('./questionEditors.ts');
const HavingEditor = lazyChunk(loadEditors, 'HavingEditor');

function Editor(props: ComponentProps<typeof HavingEditor>) {
  return (
    <Suspense fallback={<Skeleton className="h-36 w-80" />}>
      <HavingEditor {...props} />
    </Suspense>
  );
}

interface HavingBarProps {
  metrics: readonly HavingColumn[];
  having: readonly SearchHaving[];
  onChange: (having: SearchHaving[]) => void;
  /** Error of a metric filter, by index. */
  faultAt: (index: number) => string | undefined;
}

/** The metric filters as chips that open their editor, and a button to add one. */
export function HavingBar({ metrics, having, onChange, faultAt }: HavingBarProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [first] = metrics;
  if (!first) return null;
  return (
    <>
      {having.map((condition, index) => {
        const metric = metrics.find(({ key }) => key === condition.metric);
        const label = metric?.label ?? condition.metric;
        const text = formatValue(condition.value, metric?.unit ?? 'count');
        return (
          <QuestionChip
            // A metric filter has no identity except its index.
            key={index}
            label={`${label} ${havingLabels[condition.op]}`}
            text={text}
            title={`Rows with ${label} ${havingLabels[condition.op]} ${text}`}
            fault={faultAt(index)}
            editorTitle="Edit metric filter"
            isOpen={open === index}
            onOpenChange={(isOpen) => setOpen(isOpen ? index : null)}
            onNear={() => void loadChunk(loadEditors)}
            removeLabel={`Remove the metric filter on ${label}`}
            onRemove={() => onChange(having.filter((_, at) => at !== index))}
          >
            <Editor
              metrics={metrics}
              initial={condition}
              submitLabel="Apply"
              onSubmit={(next) => {
                onChange(having.map((each, at) => (at === index ? next : each)));
                setOpen(null);
              }}
            />
          </QuestionChip>
        );
      })}
      {having.length < reportLimits.conditions ? (
        <Popover
          open={open === having.length}
          onOpenChange={(isOpen) => setOpen(isOpen ? having.length : null)}
          title="Add metric filter"
          trigger={
            <Button
              variant="ghost"
              icon={<ListFilter aria-hidden />}
              onPointerEnter={() => void loadChunk(loadEditors)}
            >
              Metric filter
            </Button>
          }
        >
          <Editor
            metrics={metrics}
            initial={{ metric: first.key, op: 'gt', value: '' }}
            submitLabel="Add metric filter"
            onSubmit={(next) => {
              onChange([...having, next]);
              setOpen(null);
            }}
          />
        </Popover>
      ) : null}
    </>
  );
}
