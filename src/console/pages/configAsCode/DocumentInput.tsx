import { FileText, FileUp, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { cx } from '../../ui/cx.ts';
import { CodeLines, type ShownLine } from './CodeLines.tsx';

/** A document to plan and apply. */
export interface InputDocument {
  text: string;
  /** File name; null when typed or pasted. */
  file: string | null;
}

/** Longer documents are not put into the text area: its layout would block the page for seconds. */
const maxTextAreaLength = 256 * 1024;

/** Whether a document fits the text area, where it can be edited. */
export function fitsTextArea({ text }: InputDocument): boolean {
  return text.length <= maxTextAreaLength;
}

/** A text area for a document that also accepts a dropped file. A document that does not fit it is shown read-only. */
export function DocumentInput({
  inputDocument,
  box,
  shownLine,
  isDisabled,
  onChange,
}: {
  inputDocument: InputDocument;
  box: RefObject<HTMLTextAreaElement | null>;
  /** The line to show of a document that does not fit the text area; null = none. */
  shownLine: ShownLine | null;
  isDisabled: boolean;
  onChange: (inputDocument: InputDocument) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  async function readFile(file: File | undefined) {
    if (file && !isDisabled) onChange({ text: await file.text(), file: file.name });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void readFile(event.dataTransfer.files[0]);
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text');
    if (pasted.length <= maxTextAreaLength) return;
    event.preventDefault();
    onChange({ text: pasted, file: null });
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
      {fitsTextArea(inputDocument) ? (
        <Field label={inputDocument.file ?? 'Document'}>
          <TextArea
            ref={box}
            mono
            rows={14}
            placeholder={sample}
            value={inputDocument.text}
            disabled={isDisabled}
            onChange={(event) => onChange({ ...inputDocument, text: event.currentTarget.value })}
            onPaste={paste}
          />
        </Field>
      ) : (
        <Field group label="Document">
          <div className="flex items-center gap-3 rounded-md border px-3 py-2.5">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 truncate font-medium">{inputDocument.file ?? 'Pasted text'}</span>
            <span className="tnum shrink-0 text-muted">{formatCount(lineCount(inputDocument.text))} lines</span>
            <IconButton
              size="sm"
              label="Remove document"
              icon={<X />}
              disabled={isDisabled}
              onClick={() => onChange({ text: '', file: null })}
              className="ml-auto"
            />
          </div>
          <CodeLines text={inputDocument.text} label="Document to import" shown={shownLine} />
        </Field>
      )}
      <div className="flex items-center gap-2 text-xs text-muted">
        <Button size="sm" icon={<FileUp />} disabled={isDisabled} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        or drop one here.
        <input
          ref={chooser}
          type="file"
          aria-label="File of the document"
          accept=".yaml,.yml,application/yaml,text/yaml"
          className="hidden"
          onChange={(event) => {
            void readFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}

const sample = `bidhouse: 1
advertisers:
  - name: Acme
tags:
  - name: Acme preroll
    advertiser: Acme
    url: https://ads.example/vast
    rate: 2.50`;

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
