import { FileText, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { ChangeDialog } from '../entities/bulk/ChangeDialog.tsx';
import { changesOfImport } from '../entities/bulk/changeLines.ts';
import { useChanges } from '../entities/bulk/useChanges.ts';
import { countOf } from '../entities/statusLabels.ts';
import { addressOf } from '../lib/api.ts';
import { PlainBody } from '../lib/apiCall.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field/Field.tsx';
import { TextArea } from '../ui/field/TextArea.tsx';
import { CsvLegend } from './CsvLegend.tsx';

const maxBytes = 10 * 1024 * 1024;

/** Imports rows from a CSV file or from cells pasted from a spreadsheet, after a preview. */
export function ImportDialog({ entity, onClose }: { entity: Entity<Fields, EntityName>; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [pasted, setPasted] = useState('');
  const touched = [entity.name];
  const { apply } = useChanges(touched);
  const isTooLarge = (file?.size ?? 0) > maxBytes;
  const many = entity.pluralLabel.toLowerCase();
  const lines = (count: number) => countOf(count, entity);
  return (
    <ChangeDialog
      title={`Import ${many}`}
      description="A line with an ID changes that row; a line without one adds a row. Columns missing from the file stay unchanged."
      form={
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap gap-2">
            <a
              href={addressOf('/api/{entity}/template.csv', { entity })}
              download
              className={buttonClass('secondary', 'sm')}
            >
              Empty template
            </a>
            <a
              href={addressOf('/api/{entity}/export.csv', { entity, query: { columns: 'all', headings: 'fields' } })}
              download
              className={buttonClass('secondary', 'sm')}
            >
              All {many} to edit
            </a>
          </div>
          <FileBox
            file={file}
            error={isTooLarge ? 'At most 10 MB' : undefined}
            onFile={(next) => {
              setFile(next);
              if (next) setPasted('');
            }}
          />
          <Field label="Or paste cells" hint="From a spreadsheet, with column headings in the first line.">
            <TextArea
              mono
              rows={5}
              value={pasted}
              spellCheck={false}
              onChange={(event) => {
                setPasted(event.currentTarget.value);
                setFile(null);
              }}
            />
          </Field>
          <CsvLegend entity={entity} />
        </div>
      }
      isReady={!isTooLarge && (file !== null || pasted.trim() !== '')}
      isPartial={false}
      run={async ({ isDryRun, previewDigest }) => {
        const query = { isDryRun, previewDigest };
        const body = new PlainBody('text/csv', file ?? pasted);
        const response = await apply((api) => api.post('/api/{entity}/import', { entity, query, body }));
        return changesOfImport(entity.name, response);
      }}
      labels={{
        will: (changed) => `${lines(changed)} will be changed or created`,
        done: (changed) => `${lines(changed)} imported`,
        apply: (changed) => `Import ${lines(changed)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}

/** Takes one file, selected or dropped. */
function FileBox({
  file,
  error,
  onFile,
}: {
  file: File | null;
  error: string | undefined;
  onFile: (file: File | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  }

  return (
    <Field label="CSV file" error={error}>
      <div
        className={cx(
          'flex items-center justify-between gap-3 rounded-lg border border-dashed px-4 py-3 text-sm',
          isOver ? 'border-accent bg-sunken' : 'border-line-strong',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className="flex min-w-0 items-center gap-2">
          {file ? (
            <>
              <FileText aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">{file.name}</span>
            </>
          ) : (
            <span className="text-muted">Drop a file here, or choose one.</span>
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
        <Button size="sm" icon={<Upload />} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
    </Field>
  );
}
