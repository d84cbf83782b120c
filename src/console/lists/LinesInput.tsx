import { FileText, FileUp, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { formatCount } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextArea } from '../ui/field/TextArea.tsx';
import { cx } from '../ui/cx.ts';

/** Lines that were typed, pasted or read from a file. */
export interface Lines {
  /** The text in the text area. */
  text: string;
  /** A file, or a text too long for the text area. */
  file: { name: string; about: string; blob: Blob } | null;
  isEmpty: boolean;
  /** Returns the lines to send. */
  read: () => Promise<Blob>;
}

const typed = (text: string): Lines => ({
  text,
  file: null,
  isEmpty: text.trim() === '',
  read: () => Promise.resolve(new Blob([text], { type: 'text/plain' })),
});

export const noLines: Lines = typed('');

/** Longer texts are not put into the text area: their layout would block the page. In characters. */
const longestInBox = 128 * 1024;
/** Browsers take seconds to insert longer pasted texts; setting them as the value is fast. In characters. */
const longestInserted = 4096;

function linesOfBlob(name: string, blob: Blob, about: string): Lines {
  return { text: '', file: { name, about, blob }, isEmpty: blob.size === 0, read: () => Promise.resolve(blob) };
}

function ofFile(file: File): Lines {
  const isCsv = /\.csv$/i.test(file.name) || file.type === 'text/csv';
  const blob = file.slice(0, file.size, isCsv ? 'text/csv' : 'text/plain');
  return linesOfBlob(file.name, blob, isCsv ? `${sizeOf(file)}, only the first column is read` : sizeOf(file));
}

function ofLongText(text: string): Lines {
  const blob = new Blob([text], { type: 'text/plain' });
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return linesOfBlob('Pasted text', blob, `${formatCount(count)} lines, ${sizeOf(blob)}`);
}

function sizeOf({ size }: Blob): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** A text area for lines that also takes dropped files. */
export function LinesInput({
  lines,
  onChange,
  sample,
  isDisabled,
}: {
  lines: Lines;
  onChange: (lines: Lines) => void;
  sample: string;
  isDisabled: boolean;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isDisabled) onChange(ofFile(file));
  }

  return (
    <div
      className={cx('flex flex-col gap-2 rounded-md', isOver && 'outline-2 outline-offset-4 outline-ring')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {lines.file ? (
        <Field group label="Members">
          <div className="flex items-center gap-3 rounded-md border px-3 py-2.5 text-sm">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 truncate font-medium">{lines.file.name}</span>
            <span className="tnum shrink-0 text-muted">{lines.file.about}</span>
            <IconButton
              size="sm"
              label="Remove file"
              icon={<X />}
              disabled={isDisabled}
              onClick={() => onChange(noLines)}
              className="ml-auto"
            />
          </div>
        </Field>
      ) : (
        <Field label="Members" hint="One per line.">
          <TextArea
            mono
            rows={10}
            placeholder={sample}
            value={lines.text}
            disabled={isDisabled}
            onChange={(event) => onChange(typed(event.currentTarget.value))}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (pasted.length <= longestInserted) return;
              event.preventDefault();
              const { selectionStart, selectionEnd } = event.currentTarget;
              const text = lines.text.slice(0, selectionStart) + pasted + lines.text.slice(selectionEnd);
              onChange(text.length <= longestInBox ? typed(text) : ofLongText(text));
            }}
          />
        </Field>
      )}
      <div className="flex items-center gap-2 text-xs text-muted">
        <Button size="sm" icon={<FileUp />} disabled={isDisabled} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        or drop one here: plain text, or CSV with the members in the first column.
        <input
          ref={chooser}
          type="file"
          aria-label="File of members"
          accept=".txt,.csv,text/plain,text/csv"
          className="hidden"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) onChange(ofFile(file));
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}
