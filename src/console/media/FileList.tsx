import { FileAudio, FileUp, Package, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { CreativeRow, MediaFile } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { Banner } from '../ui/Banner.tsx';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { fileSummary } from './mediaLabels.ts';
import { usePreview, useRemoveFile } from './useMedia.ts';

/** The files of a creative with their properties. */
export function FileList({
  row,
  accept,
  isReadOnly,
  onReplace,
}: {
  row: EntityRow & CreativeRow;
  accept: string;
  isReadOnly: boolean;
  onReplace: (files: readonly File[], role: MediaFile['role'], replaced: string) => void;
}) {
  const { data: preview } = usePreview(row);
  if (row.files.length === 0) {
    return <Banner>No file yet. The creative cannot be shown without one.</Banner>;
  }
  return (
    <ul className="flex flex-col gap-2" aria-label="Files">
      {row.files.map((file) => (
        <li key={file.role + file.file} className="flex items-center gap-3 rounded-md border p-2 text-sm">
          <Thumbnail file={file} mediaUrl={preview?.mediaUrl} />
          <div className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-medium" title={file.name}>
              {file.name || file.file}
            </span>
            <span className="tnum text-xs text-muted">
              {row.type === 'native' ? `${file.role === 'icon' ? 'Icon' : 'Main image'} · ` : ''}
              {fileSummary(file)}
            </span>
          </div>
          {isReadOnly ? null : (
            <FileActions
              id={row.id}
              file={file}
              accept={accept}
              onReplace={(files) => onReplace(files, file.role, file.file)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file: { file, mime }, mediaUrl }: { file: MediaFile; mediaUrl: string | undefined }) {
  const address = mediaUrl === undefined ? undefined : `${mediaUrl}/${file}`;
  return (
    <span className="flex h-12 w-20 shrink-0 items-center justify-center overflow-hidden rounded-sm border bg-sunken text-muted">
      {mime.startsWith('image/') && address ? (
        <img src={address} alt="" className="size-full object-contain" />
      ) : mime.startsWith('video/') && address ? (
        <video src={`${address}#t=1`} preload="metadata" muted tabIndex={-1} className="size-full object-contain" />
      ) : mime === 'text/html' ? (
        <Package aria-hidden className="size-5" />
      ) : (
        <FileAudio aria-hidden className="size-5" />
      )}
    </span>
  );
}

function FileActions({
  id,
  file,
  accept,
  onReplace,
}: {
  id: number;
  file: MediaFile;
  accept: string;
  onReplace: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const remove = useRemoveFile(id);
  const confirm = useConfirm();
  const toast = useToast();
  const name = file.name || 'this file';

  async function confirmRemoval() {
    const isConfirmed = await confirm({
      title: `Delete ${name}?`,
      description: 'The creative goes back to pending review and is not shown until it is approved.',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync(file);
    } catch (error) {
      if (!isSignedOut(error)) {
        toast.error(errorToast('The file could not be deleted', error));
      }
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={`New file for ${name}`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.length) onReplace([...files].slice(0, 1));
          event.currentTarget.value = '';
        }}
      />
      <IconButton size="sm" label={`Replace ${name}`} icon={<FileUp />} onClick={() => input.current?.click()} />
      <IconButton
        size="sm"
        label={`Delete ${name}`}
        icon={<Trash2 />}
        disabled={remove.isPending}
        onClick={() => void confirmRemoval()}
      />
    </>
  );
}
