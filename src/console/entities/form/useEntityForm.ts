import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Entity } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { focusDelayed } from '../../lib/focusDelayed.ts';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { removeDraft } from './drafts.ts';
import { fieldErrors } from './fieldErrors.ts';
import { isSameValue } from './isSameValue.ts';
import { faultsOfForm, initialValues, type AnyRow, type FormValues } from './formModel.ts';
import { storeRowDraft, readRowDraft, type FormBase } from './rowDrafts.ts';

const draftDelayMs = 400;

/**
 * The form of one row (null = a new one): its values, validation, draft, and the guard against losing unsaved changes.
 */
export function useEntityForm(entity: Entity, row: AnyRow | null, preset: FormValues, isReadOnly: boolean) {
  const userId = useUser().id;
  const confirm = useConfirm();
  const id = row?.id ?? null;
  const draftOf = useMemo(() => ({ userId, entity: entity.name, id }), [userId, entity.name, id]);
  const [draft] = useState(() => (isReadOnly ? null : readRowDraft(sessionStore, draftOf)));
  // A restored draft continues from the row that it was based on, even if the row has changed since.
  const [base, setBase] = useState<FormBase>(() =>
    draft ? { stored: draft.stored, version: draft.version } : baseOf(entity, row, preset),
  );
  const { stored } = base;
  const latestBase = useRef(base);
  const buildOn = useCallback((next: FormBase) => {
    latestBase.current = next;
    setBase(next);
  }, []);
  const [isRestored, setRestored] = useState(draft !== null);

  const form = useForm<FormValues>({
    defaultValues: stored,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const faults = faultsOfForm(entity, values);
      if (faults.length === 0) return { values, errors: {} };
      return { values: {}, errors: Object.fromEntries(fieldErrors(entity, faults, values)) as Record<string, never> };
    },
  });
  const { isDirty } = form.formState;

  // A restored draft counts as unsaved changes, not as the stored row.
  const waiting = useRef(draft?.values);
  useEffect(() => {
    for (const [name, value] of Object.entries(waiting.current ?? {})) {
      if (name in stored) form.setValue(name, value, { shouldDirty: true });
    }
    waiting.current = undefined;
  }, [form, stored]);

  // Input is stored after a pause in typing, and at the latest when the form unmounts: a session may end at any time.
  const pendingValues = useRef<FormValues | null>(null);
  useEffect(() => {
    if (isReadOnly) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const storePending = () => {
      clearTimeout(timer);
      if (pendingValues.current)
        storeRowDraft(sessionStore, draftOf, { ...latestBase.current, values: pendingValues.current });
      pendingValues.current = null;
    };
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer);
        pendingValues.current = isDirty ? values : null;
        timer = setTimeout(storePending, draftDelayMs);
      },
    });
    return () => {
      stop();
      storePending();
    };
  }, [form, draftOf, isReadOnly]);

  // Loads the dialog ahead of time, as it must open even when the network is down.
  useEffect(() => {
    if (!isReadOnly) import('../../ui/overlay/ConfirmDialog.tsx').catch(() => undefined);
  }, [isReadOnly]);

  // A new row focuses its name, or else its first field.
  useEffect(() => {
    if (id !== null || isReadOnly) return undefined;
    const { stored } = latestBase.current;
    const [first = 'name'] = 'name' in stored ? ['name'] : Object.keys(stored);
    return focusDelayed(() => form.setFocus(first), 60);
  }, [form, id, isReadOnly]);

  function discardDraft() {
    pendingValues.current = null;
    removeDraft(sessionStore, draftOf);
    setRestored(false);
  }

  // Between saving and the next render the form still counts as changed; leaving it then loses nothing.
  const isSaved = useRef(false);
  useEffect(() => {
    if (isDirty) isSaved.current = false;
  }, [isDirty]);

  /** Takes the stored row as the new base. Input since `sent` was sent stays as unsaved changes. */
  function accept(saved: AnyRow, sent: FormValues) {
    const next = baseOf(entity, saved);
    const typed = Object.entries(form.getValues()).filter(([name, value]) => !isSameValue(value, sent[name]));
    isSaved.current = typed.length === 0 || id === null;
    buildOn(next);
    form.reset(next.stored);
    discardDraft();
    if (typed.length === 0) return;
    // The form of the stored row restores these values from the draft.
    if (id === null) {
      storeRowDraft(sessionStore, { ...draftOf, id: saved.id }, { ...next, values: Object.fromEntries(typed) });
    } else for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
  }

  /** Continues from the row as another user changed it, with these values as unsaved changes. */
  function rebase(onto: AnyRow, values: FormValues): FormBase {
    const next = baseOf(entity, onto);
    buildOn(next);
    form.reset(next.stored);
    for (const [name, value] of Object.entries(values)) {
      if (!isSameValue(value, next.stored[name])) form.setValue(name, value, { shouldDirty: true });
    }
    return next;
  }

  /** Restores the stored values. */
  function discard() {
    const next = baseOf(entity, row, preset);
    isSaved.current = true;
    buildOn(next);
    form.reset(next.stored);
    discardDraft();
  }

  // A form without unsaved changes follows the row.
  useEffect(() => {
    if (row === null || isDirty || isRestored || row.version <= (latestBase.current.version ?? row.version)) return;
    const next = baseOf(entity, row);
    buildOn(next);
    form.reset(next.stored);
  }, [entity, row, isDirty, isRestored, form, buildOn]);

  useBlocker({
    enableBeforeUnload: () => isDirty && !isReadOnly,
    shouldBlockFn: async ({ current, next }) => {
      const isSameForm = current.pathname === next.pathname && openOf(current.search) === openOf(next.search);
      if (!isDirty || isSaved.current || isReadOnly || isSameForm) return false;
      const mayLeave = await confirm({
        title: 'Leave without saving?',
        description: 'Your changes in this form will be lost.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep editing',
        danger: true,
      });
      if (mayLeave) discardDraft();
      return !mayLeave;
    },
  });

  return { form, stored, base, isDirty, isRestored, accept, rebase, discard, discardDraft: discardDraft };
}

function openOf(search: unknown): unknown {
  return typeof search === 'object' && search !== null && 'open' in search ? search.open : undefined;
}

function baseOf(entity: Entity, row: AnyRow | null, preset: FormValues = {}): FormBase {
  return { stored: initialValues(entity, row, preset), version: row?.version ?? null };
}
