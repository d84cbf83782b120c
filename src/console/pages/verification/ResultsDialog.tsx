import { useState } from 'react';
import type { ResultImportResponse } from '#api/verification/verificationContract.ts';
import { categoriesOf, verificationCategories, verificationVendors, type VerificationVendor } from '#model/index.ts';
import { verificationCategoryTexts } from '#model/verification/verificationCategoryTexts.ts';
import { CsvColumns } from '../../csv/CsvColumns.tsx';
import { CsvFaults } from '../../csv/CsvFaults.tsx';
import { CsvFileField } from '../../csv/CsvFileField.tsx';
import { CsvSample } from '../../csv/CsvSample.tsx';
import { useCsvImport } from '../../csv/useCsvImport.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { guessResultColumns, resultColumns } from './resultColumns.ts';
import { useImportResults } from './useVerification.ts';

interface ResultsDialogProps {
  /** The vendors that the account has enabled. */
  vendors: readonly VerificationVendor[];
  /** The preselected vendor. */
  first?: VerificationVendor | undefined;
  onClose: () => void;
}

/** Imports a vendor's report: vendor, column mapping, preview, import. */
export function ResultsDialog({ vendors, first = vendors[0] ?? 'pix', onClose }: ResultsDialogProps) {
  const [vendor, setVendor] = useState(first);
  const { mutateAsync: send, isPending } = useImportResults();
  const { file, columns, plan, isNamed, isReady, choose, setColumns, importFile } = useCsvImport({
    about: vendor,
    send: ({ about, ...request }) => send({ vendor: about, ...request }),
    guess: guessResultColumns,
    requiredColumns: ['day', 'category', 'imps'],
    isPending,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose();
      }}
      title="Import vendor report"
      description="CSV with a day, a category and impressions in each line, and optional columns. Either all lines are imported or none."
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
        <Field label="Vendor" group>
          <SegmentedControl
            label="Vendor"
            options={verificationVendors.filter(({ value }) => vendors.includes(value))}
            value={vendor}
            onChange={setVendor}
            className="self-start"
          />
        </Field>
        <CsvFileField file={file} onFile={choose} />
        <div aria-live="polite">{plan ? <PlanText plan={plan} isNamed={isNamed} /> : null}</div>
        {plan && columns && plan.columns.length > 0 ? (
          <>
            <CsvColumns columns={resultColumns} headings={plan.columns} value={columns} onChange={setColumns} />
            <CsvSample columns={plan.columns} sample={plan.sample} />
          </>
        ) : null}
        {file === null ? <Categories /> : null}
      </div>
    </Dialog>
  );
}

/** The category names that a file must use. */
function Categories() {
  return (
    <section aria-label="Categories" className="text-xs text-muted">
      <h3 className="mb-1 font-medium text-ink">Categories</h3>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {categoriesOf('valid', 'givt', 'sivt').map((id) => {
          const { label, kind } = verificationCategories[id];
          return (
            <li key={id}>
              <span className="text-ink">{label}</span> or <code>{id}</code>
              {kind === 'valid' ? '' : ` (${kind.toUpperCase()})`}: {verificationCategoryTexts[id]}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PlanText({ plan, isNamed }: { plan: ResultImportResponse; isNamed: boolean }) {
  const { faults, replaced, count, imps, invalid, days, from, to } = plan;
  if (faults.length > 0) return <CsvFaults faults={faults} columns={resultColumns} />;
  if (!isNamed) return <Banner>Select the columns for day, category and impressions.</Banner>;
  const share = imps === 0 ? '' : `, ${formatShare(invalid / imps)} invalid`;
  return (
    <Banner
      title={`${formatCount(count)} ${count === 1 ? 'line' : 'lines'} from ${from} to ${to}: ${formatCount(imps)} impressions${share}.`}
    >
      {replaced === 0
        ? 'No results exist for these days yet.'
        : `Results for ${replaced} of ${days} ${days === 1 ? 'day' : 'days'} will be replaced. Nothing is counted twice.`}
    </Banner>
  );
}
