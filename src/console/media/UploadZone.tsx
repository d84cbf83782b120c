import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';

/** Takes files, dropped or selected. */
export function UploadZone({
  label,
  hint,
  accept,
  isMultiple,
  onFiles,
}: {
  label: string;
  hint: string;
  accept: string;
  isMultiple: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(isMultiple ? files : files.slice(0, 1));
  }

  return (
    <div
      className={cx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-sunken outline-2 outline-ring' : 'border-line-strong',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.length) onFiles([...files]);
          // Reset, so that the same file can be selected again.
          event.currentTarget.value = '';
        }}
      />
      <Button icon={<UploadIcon aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p className="text-xs text-balance text-muted">Or drop it here. {hint}</p>
    </div>
  );
}
