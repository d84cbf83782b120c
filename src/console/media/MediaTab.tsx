import type { CreativeRow, EntityName, MediaFile } from '#model/index.ts';
import { FieldLink } from '../entities/form/FieldLink.tsx';
import type { EntityRow } from '../entities/useEntity.ts';
import { ScanPanel } from '../scan/ScanPanel.tsx';
import { FileList } from './FileList.tsx';
import { hasSeveral, acceptedFiles } from './mediaLabels.ts';
import { UploadList } from './UploadList.tsx';
import { UploadZone } from './UploadZone.tsx';
import { useUploads } from './useUploads.ts';
import { VastProbeView } from './VastProbeView.tsx';

/** The files of a creative and their upload; of a creative with VAST, the ad that it leads to. */
export function MediaTab({ row: entityRow, isReadOnly }: { entity: EntityName; row: EntityRow; isReadOnly: boolean }) {
  const row = entityRow as EntityRow & CreativeRow;
  const { uploads, add, drop } = useUploads(row.id);
  const accepted = acceptedFiles[row.type];
  if (!accepted) {
    if (row.type === 'tag') {
      return (
        <p className="text-sm text-muted">
          This creative has no files. Its markup is on the Ad tab.{' '}
          <FieldLink field="markup" className="text-accent-ink underline underline-offset-2">
            {isReadOnly ? 'View markup' : 'Edit markup'}
          </FieldLink>
        </p>
      );
    }
    return <VastProbeView row={row} isReadOnly={isReadOnly} />;
  }
  const roles: readonly { role: MediaFile['role']; label: string }[] =
    row.type === 'native'
      ? [
          { role: 'main', label: 'Choose the main image' },
          { role: 'icon', label: 'Choose the icon' },
        ]
      : [{ role: 'main', label: hasSeveral(row.type) ? 'Choose files' : 'Choose a file' }];
  return (
    <div className="flex flex-col gap-4">
      <FileList row={row} accept={accepted.accept} isReadOnly={isReadOnly} onReplace={add} />
      <UploadList uploads={uploads} onDrop={drop} />
      {row.findings.length > 0 ? <ScanPanel entity="creative" row={row} isReadOnly={isReadOnly} /> : null}
      {isReadOnly ? null : (
        <div className={roles.length > 1 ? 'grid grid-cols-2 gap-4' : undefined}>
          {roles.map(({ role, label }) => (
            <UploadZone
              key={role}
              label={label}
              hint={accepted.hint}
              accept={accepted.accept}
              isMultiple={hasSeveral(row.type)}
              onFiles={(files) => add(files, role)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
