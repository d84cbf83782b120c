import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';

/** Maximum size of an imported file, in bytes. */
export const maxBytes = 10 * 1024 * 1024;

/** The input for the file to import. */
export function CsvFileField({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label="CSV file" error={(file?.size ?? 0) > maxBytes ? 'At most 10 MB' : undefined} group>
      <div className="flex items-center gap-3">
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
        <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span className="min-w-0 truncate text-sm text-muted">{file?.name ?? 'No file chosen'}</span>
      </div>
    </Field>
  );
}
