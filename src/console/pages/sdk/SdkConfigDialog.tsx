import { sdkConfig } from '#model/index.ts';
import { useRow } from '../../entities/useEntity.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SdkConfigEditor } from './SdkConfigEditor.tsx';
import type { FullVersion } from './fullVersion.ts';

/** A dialog for one settings version of an app (null = a new one), compared with the live version. */
export function SdkConfigDialog({
  appId,
  versionId,
  liveId,
  newName,
  isReadOnly,
  onClose,
}: {
  appId: number;
  versionId: number | null;
  /** The version that most devices get; null = none. */
  liveId: number | null;
  newName: string;
  isReadOnly: boolean;
  onClose: () => void;
}) {
  const own = useRow(sdkConfig, versionId);
  const live = useRow(sdkConfig, liveId);
  const isLoaded = (versionId === null || own.data) && (liveId === null || live.data);
  if (isLoaded) {
    return (
      <SdkConfigEditor
        appId={appId}
        version={(own.data as FullVersion | undefined) ?? null}
        live={(live.data as FullVersion | undefined) ?? null}
        newName={newName}
        isReadOnly={isReadOnly}
        onClose={onClose}
      />
    );
  }
  const failed = [own, live].find(({ error }) => error);
  return (
    <Dialog
      open
      size="xl"
      title="Settings"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {failed ? <LoadError title="This version could not be loaded" query={failed} /> : <Skeleton className="h-64" />}
    </Dialog>
  );
}
