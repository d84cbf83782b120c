import { useMemo, useState } from 'react';
import { createSchema, defaultSdkSettings, faultsOf, sdkConfig, sdkSettingHelp } from '#model/index.ts';
import { useSaveRow } from '../../entities/useEntity.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Slider } from '../../ui/field/Slider.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { FullVersion } from './fullVersion.ts';
import { SdkSettingsChanges } from './SdkSettingsChanges.tsx';
import { parseSdkSettings, writeSdkSettings } from './sdkSettingsText.ts';

const names = ['name', 'note', 'percent', 'content'] as const;
const { name: nameField, note: noteField, percent: percentField, content: contentField } = sdkConfig.fields;

/** The editor of one settings version: JSON with all faults, rollout, and differences from the live version. */
export function SdkConfigEditor({
  appId,
  version: loaded,
  live,
  newName,
  isReadOnly,
  onClose,
}: {
  appId: number;
  version: FullVersion | null;
  live: FullVersion | null;
  newName: string;
  isReadOnly: boolean;
  onClose: () => void;
}) {
  const toast = useToast();
  const confirm = useConfirm();
  const save = useSaveRow(sdkConfig);
  // Saves build on the version loaded first: after a concurrent change the save is rejected, not overwritten.
  const [version] = useState(loaded);
  // A new version starts from the live one.
  const [start] = useState(() => ({
    name: version?.name ?? newName,
    note: version?.note ?? '',
    percent: String(version?.percent ?? 100),
    text: writeSdkSettings((version ?? live)?.content ?? defaultSdkSettings),
  }));
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const read = useMemo(() => parseSdkSettings(values.text), [values.text]);
  const isPublished = version !== null && version.publishedAt !== null;
  const isFixed = isReadOnly || isPublished;
  const isTyped = Object.entries(values).some(([key, value]) => Reflect.get(start, key) !== value);
  const change = (part: Partial<typeof start>) => setValues({ ...values, ...part });

  async function leave() {
    const mayGo =
      !isTyped ||
      (await confirm({
        title: 'Leave without saving?',
        description: 'Your changes to this version would be lost.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    if (mayGo) onClose();
  }

  function inputNow(): Record<string, unknown> {
    const percent = /^\d+(\.\d+)?$/.test(values.percent.trim()) ? Number(values.percent) : values.percent;
    const free = { note: values.note, percent };
    if (isPublished) return free;
    return { ...free, name: values.name, content: read.ok ? read.settings : undefined };
  }

  function submit() {
    if (!read.ok) return;
    const input = inputNow();
    const candidate = { name: values.name, sdkAppId: appId, content: read.settings, ...input };
    const parsed = createSchema(sdkConfig).safeParse(candidate);
    const faults = problemsByField(parsed.success ? [] : faultsOf(parsed.error), names);
    setErrors(faults);
    if (faults.size > 0) return;
    save.mutate(
      version
        ? { id: version.id, input: { ...input, version: version.version } }
        : { id: null, input: { ...input, sdkAppId: appId } },
      {
        onSuccess: (saved) => {
          toast.success({ title: version ? 'Saved' : 'Draft created', description: saved.name ?? '' });
          onClose();
        },
        onError: (error) => {
          if (isSignedOut(error)) return;
          if (error instanceof ApiError) setErrors(problemsByField(error.problems, names));
          toast.error(errorToast('Error on save', error));
        },
      },
    );
  }

  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(isOpen) => {
        if (!isOpen) void leave();
      }}
      dismissable={!isTyped}
      title={version ? `Version ${version.name}` : 'New version'}
      description={
        isPublished
          ? 'Published. Its settings cannot be changed, but its rollout can.'
          : 'Draft. Devices get it once it is published.'
      }
      onSubmit={submit}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={() => void leave()}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              loading={save.isPending}
              disabled={(version !== null && !isTyped) || !read.ok}
            >
              {version ? 'Save' : 'Create draft'}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-2">
          <Field
            label={contentField.label}
            hint={isFixed ? undefined : 'JSON. Settings that you omit use their defaults.'}
            error={errors.get('content') ?? (read.ok ? undefined : read.faults.map(faultText).join('. '))}
          >
            <TextArea
              mono
              name="content"
              rows={22}
              value={values.text}
              readOnly={isFixed}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
          </Field>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Field label={nameField.label} hint={nameField.help} error={errors.get('name')} required={!isFixed}>
            <TextField
              name="name"
              autoComplete="off"
              value={values.name}
              readOnly={isFixed}
              maxLength={nameField.maxLength}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          <Field label={percentField.label} hint={percentField.help} error={errors.get('percent')}>
            <Slider
              name="percent"
              value={values.percent}
              readOnly={isReadOnly}
              onChange={(percent) => change({ percent })}
            />
          </Field>
          <Field label={noteField.label} hint={noteField.help} error={errors.get('note')}>
            <TextField
              name="note"
              autoComplete="off"
              value={values.note}
              readOnly={isReadOnly}
              maxLength={noteField.maxLength}
              onChange={(event) => change({ note: event.currentTarget.value })}
            />
          </Field>
          {read.ok ? (
            <SdkSettingsChanges live={live} settings={read.settings} isLive={live?.id === version?.id} />
          ) : null}
          <SettingsHelp />
        </div>
      </div>
    </Dialog>
  );
}

function faultText({ path, message }: { path: string; message: string }): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** Explains each setting. */
function SettingsHelp() {
  return (
    <details className="text-xs text-muted">
      <summary className="cursor-pointer font-medium text-ink">What each setting does</summary>
      <dl className="mt-2 flex flex-col gap-1.5">
        {Object.entries(sdkSettingHelp).map(([path, help]) => (
          <div key={path}>
            <dt className="font-mono text-ink">{path}</dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
