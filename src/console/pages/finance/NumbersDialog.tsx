import type { PartnerImportResponse } from '#api/finance/partnerContract.ts';
import type { PartnerKind } from '#model/finance/index.ts';
import { CsvColumns } from '../../csv/CsvColumns.tsx';
import { CsvFaults } from '../../csv/CsvFaults.tsx';
import { CsvFileField } from '../../csv/CsvFileField.tsx';
import { CsvSample } from '../../csv/CsvSample.tsx';
import { useCsvImport } from '../../csv/useCsvImport.ts';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { guessColumns, numberColumns } from './guessColumns.ts';
import { partnerLabels } from './partnerLabels.ts';
import { useImportNumbers } from './useFinance.ts';

/** Imports a partner's file: column mapping, preview, import. */
export function NumbersDialog({ id, kind, onClose }: { id: number; kind: PartnerKind; onClose: () => void }) {
  const { mutateAsync: send, isPending } = useImportNumbers(id);
  const { file, columns, plan, isNamed, isReady, choose, setColumns, importFile } = useCsvImport({
    about: kind,
    send: ({ about, ...request }) => send({ kind: about, ...request }),
    guess: guessColumns,
    requiredColumns: ['day', 'object', 'imps'],
    isPending,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose();
      }}
      title="Import partner report"
      description={`CSV file in which each line has a day, ${partnerLabels[kind].one} by name or ID, and the partner’s counts. Either all lines are imported or none.`}
      size="lg"
      onSubmit={() => void importFile()}
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
        <CsvFileField file={file} onFile={choose} />
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

function PlanText({ plan, isNamed }: { plan: PartnerImportResponse; isNamed: boolean }) {
  const { faults, same, replaced, count, objects, from, to } = plan;
  if (faults.length > 0) return <CsvFaults faults={faults} columns={numberColumns} />;
  if (!isNamed) return <Banner>Select the columns for the day, the name or ID, and the impressions.</Banner>;
  return (
    <Banner
      tone={same ? 'warn' : 'info'}
      title={`${formatCount(count)} ${count === 1 ? 'line' : 'lines'}, ${formatCount(objects)} ${objects === 1 ? 'name' : 'names'}, from ${from} to ${to}.`}
    >
      {same ? `The same numbers were imported on ${same.createdAt.slice(0, 10)} (${same.fileName}). ` : ''}
      {replaced === 0
        ? 'No existing numbers are replaced.'
        : `${formatCount(replaced)} existing ${replaced === 1 ? 'entry is' : 'entries are'} replaced. Nothing is counted twice.`}
    </Banner>
  );
}
