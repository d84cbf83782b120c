import { CircleAlert, X } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { Upload } from './useUploads.ts';

/** Running uploads, and refused ones with all their faults. */
export function UploadList({ uploads, onDrop }: { uploads: readonly Upload[]; onDrop: (key: number) => void }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2" aria-label="Uploads">
      {uploads.map(({ key, name, part, faults }) => (
        <li key={key} className="flex items-start gap-3 rounded-md border px-3 py-2 text-sm">
          {faults ? (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          ) : (
            <Spinner className="mt-0.5 size-4 shrink-0" />
          )}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="truncate font-medium" title={name}>
              {name}
            </span>
            {faults ? (
              <div role="alert">
                <ul className="flex list-disc flex-col gap-0.5 pl-4 text-bad">
                  {faults.map((fault) => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
              </div>
            ) : (
              <>
                <progress
                  value={part}
                  max={1}
                  aria-label={`Upload of ${name}`}
                  className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
                />
                <span className="tnum text-xs text-muted">{progressText(part)}</span>
              </>
            )}
          </div>
          <IconButton
            size="sm"
            label={faults ? `Dismiss ${name}` : `Cancel upload of ${name}`}
            icon={<X />}
            onClick={() => onDrop(key)}
          />
        </li>
      ))}
    </ul>
  );
}

function progressText(part: number): string {
  if (part === 0) return 'Waiting';
  return part >= 1 ? 'Sent, processing…' : `${Math.floor(part * 100)} % sent`;
}
