import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { ImportReport } from '#api/tooltips/tooltipContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError, messageOf } from '../../lib/problems.ts';
import { shownTooltipsKey } from '../../tooltips/useShownTooltips.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

const outcomes = [
  { value: 'created', label: 'New' },
  { value: 'updated', label: 'Changed' },
  { value: 'unchanged', label: 'Unchanged' },
] as const;

/** Parses an exported tooltip file. Throws an error with a message for the user when it is another file. */
async function readFile(file: File): Promise<Record<string, unknown>[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text()) as unknown;
  } catch {
    throw new Error('This file is not JSON');
  }
  const list: unknown =
    typeof parsed === 'object' && parsed !== null && 'tooltips' in parsed ? parsed.tooltips : parsed;
  if (!Array.isArray(list)) throw new Error('This file does not contain a list of tooltips');
  // The server validates the entries.
  return list as Record<string, unknown>[];
}

/** Imports tooltips from a file, after a preview of the outcome of each. */
export function ImportTooltips({ onClose }: { onClose: () => void }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const [tooltips, setTooltips] = useState<Record<string, unknown>[] | null>(null);
  const trial = useMutation({
    mutationFn: async (file: File) => {
      const read = await readFile(file);
      const report = await api.post('/api/tooltips/import', { body: { tooltips: read, isDryRun: true } });
      setTooltips(read);
      return report;
    },
  });
  const apply = useMutation({
    mutationFn: () => api.post('/api/tooltips/import', { body: { tooltips: tooltips ?? [] } }),
    onSuccess: async ({ results }) => {
      const done = results.filter(({ outcome }) => outcome !== 'unchanged').length;
      toast.success({ title: 'Tooltips imported', description: `${done} new or changed` });
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['entity'] }),
        queryClient.invalidateQueries({ queryKey: shownTooltipsKey }),
      ]);
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  });
  const error = trial.error ?? apply.error;
  const report = trial.data ?? null;
  const isWorthIt = report?.results.some(({ outcome }) => outcome !== 'unchanged') ?? false;

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Import tooltips"
      description="Tooltips in the file are created or changed by their keys. All others stay unchanged."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={tooltips === null || !isWorthIt}
            loading={apply.isPending}
            onClick={() => apply.mutate()}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="File" hint="JSON file, as exported here">
          <TextField
            type="file"
            accept="application/json,.json"
            className="py-1"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              setTooltips(null);
              apply.reset();
              if (file) trial.mutate(file);
              else trial.reset();
            }}
          />
        </Field>
        {error ? <Faults error={error} /> : null}
        {report && !error ? <Report report={report} /> : null}
      </div>
    </Dialog>
  );
}

function Faults({ error }: { error: Error }) {
  const problems = error instanceof ApiError ? error.problems : [];
  return (
    <Banner tone="bad" title="Nothing can be imported.">
      {problems.length === 0 ? (
        messageOf(error)
      ) : (
        <ul className="mt-1 flex max-h-60 list-disc flex-col gap-0.5 overflow-y-auto pl-4">
          {problems.map(({ path, message }) => (
            <li key={path}>
              <span className="font-mono text-xs">{path}</span> {message}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function Report({ report }: { report: ImportReport }) {
  return (
    <div className="flex flex-col gap-3" role="status">
      {outcomes.map(({ value, label }) => {
        const names = report.results.filter(({ outcome }) => outcome === value).map(({ name }) => name);
        return (
          <section key={value} aria-label={label} className="flex flex-col gap-1">
            <h3 className="flex items-center gap-2 text-sm font-medium">
              {label}
              <Badge>{names.length}</Badge>
            </h3>
            {names.length > 0 && value !== 'unchanged' ? (
              <p className="max-h-32 overflow-y-auto font-mono text-xs text-muted">{names.join(', ')}</p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}
