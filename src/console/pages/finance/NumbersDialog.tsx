import { useEffect, useState } from 'react';
import type { PartnerImportAnswer } from '#api/finance/financeContract.ts';
import type { PartnerKind } from '#model/finance/index.ts';
import { CsvColumns } from '../../csv/CsvColumns.tsx';
import { CsvFileField, mostBytes } from '../../csv/CsvFileField.tsx';
import { CsvSample } from '../../csv/CsvSample.tsx';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { type ColumnChoice, guessColumns, numberColumns } from './guessColumns.ts';
import { partnerWords } from './partnerWords.ts';
import { useImportNumbers } from './useFinance.ts';

/** Brings a partner's file in: which column holds what, what it would tell, and then the import. */
export function NumbersDialog({ id, kind, onClose }: { id: number; kind: PartnerKind; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<ColumnChoice | null>(null);
  const [plan, setPlan] = useState<PartnerImportAnswer | null>(null);
  const { mutateAsync: send, isPending } = useImportNumbers(id);
  const isTooLarge = (file?.size ?? 0) > mostBytes;
  const isNamed = columns !== null && columns.day !== '' && columns.object !== '' && columns.imps !== '';

  // Whatever is chosen is tried at once, and nothing is written by it.
  useEffect(() => {
    if (!file || isTooLarge) return undefined;
    let isLeft = false;
    send({ kind, file, columns, isDryRun: true }).then(
      (answer) => {
        if (isLeft) return;
        setPlan(answer);
        if (columns === null) setColumns(guessColumns(answer.columns));
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [file, columns, isTooLarge, kind, send]);

  async function bringIn() {
    if (!file || !isNamed || isPending) return;
    try {
      await send({ kind, file, columns, isDryRun: false });
      onClose();
    } catch {
      // A toast has told why; the window stays for another try.
    }
  }

  const isReady = isNamed && plan !== null && plan.faults.length === 0 && plan.days > 0 && !isPending;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose();
      }}
      title="Import partners’ numbers"
      description={`CSV with a day, ${partnerWords[kind].one} by name or id, and what was counted. All lines are brought in, or none.`}
      size="lg"
      onSubmit={() => void bringIn()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={isPending && isReady} disabled={!isReady}>
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CsvFileField
          file={file}
          onFile={(chosen) => {
            setFile(chosen);
            setColumns(null);
            setPlan(null);
          }}
        />
        {plan && columns && plan.columns.length > 0 ? (
          <>
            <CsvColumns columns={numberColumns} headings={plan.columns} value={columns} onChange={setColumns} />
            <CsvSample columns={plan.columns} sample={plan.sample} />
          </>
        ) : null}
        <div aria-live="polite">{plan ? <PlanText plan={plan} isNamed={isNamed} /> : null}</div>
      </div>
    </Dialog>
  );
}

function PlanText({ plan, isNamed }: { plan: PartnerImportAnswer; isNamed: boolean }) {
  const { faults, same, replaced, count, objects, from, to } = plan;
  if (faults.length > 0) {
    return (
      <Banner tone="bad" title={faults.length === 1 ? 'One fault:' : `${faults.length} faults:`}>
        <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
          {faults.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {placeOf(path)}
              {message}
            </li>
          ))}
        </ul>
      </Banner>
    );
  }
  if (!isNamed) return <Banner>Choose the columns of the day, the name and the impressions.</Banner>;
  return (
    <Banner
      tone={same ? 'warn' : 'info'}
      title={`${formatCount(count)} ${count === 1 ? 'line' : 'lines'}, ${formatCount(objects)} ${objects === 1 ? 'name' : 'names'}, from ${from} to ${to}.`}
    >
      {same ? `The same numbers were imported on ${same.createdAt.slice(0, 10)} (${same.fileName}). ` : ''}
      {replaced === 0 ? 'All are new.' : `${formatCount(replaced)} that are known are replaced; nothing is doubled.`}
    </Banner>
  );
}

/** "lines.7.imps" → "Line 7, impressions: ". */
function placeOf(path: string): string {
  const [head, line, column] = path.split('.');
  const label = numberColumns.find(({ key }) => key === (head === 'lines' ? column : head))?.label.toLowerCase();
  if (head !== 'lines') return label ? `${label}: ` : '';
  return `Line ${line}${label ? `, ${label}` : ''}: `;
}
