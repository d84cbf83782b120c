import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Entity } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { faultsOfForm, initialValues, type AnyRow, type FormValues } from './formModel.ts';

const draftDelayMs = 400;

/** The form of one row (null = a new one): its values, rules, unsaved state, and the guard that keeps it from getting lost. */
export function useEntityForm(entity: Entity, row: AnyRow | null, preset: FormValues, isReadOnly: boolean) {
  const userId = useUser().id;
  const confirm = useConfirm();
  const id = row?.id ?? null;
  const draftOf = useMemo(() => ({ userId, entity: entity.name, id }), [userId, entity.name, id]);
  const [stored, setStored] = useState(() => initialValues(entity, row, preset));
  const [draft] = useState(() => (isReadOnly ? null : readDraft(sessionStore, draftOf)));
  const [isRestored, setRestored] = useState(draft !== null);

  const form = useForm<FormValues>({
    defaultValues: stored,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const faults = faultsOfForm(entity, values, id === null);
      if (faults.length === 0) return { values, errors: {} };
      const errors = faults.map((fault) => [fault.path, { type: fault.code, message: fault.message }]);
      return { values: {}, errors: Object.fromEntries(errors.toReversed()) as Record<string, never> };
    },
  });
  const { isDirty } = form.formState;

  // What was typed before the session or the page was lost comes back as changes, not as the stored row.
  const waiting = useRef(draft);
  useEffect(() => {
    for (const [name, value] of Object.entries(waiting.current ?? {})) {
      if (name in stored) form.setValue(name, value, { shouldDirty: true });
    }
    waiting.current = null;
  }, [form, stored]);

  useEffect(() => {
    if (isReadOnly) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer);
        timer = setTimeout(() => (isDirty ? keepDraft(sessionStore, draftOf, values) : undefined), draftDelayMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, draftOf, isReadOnly]);

  // A new row starts with its name.
  useEffect(() => {
    if (id !== null || isReadOnly) return undefined;
    const timer = setTimeout(() => form.setFocus('name'), 60);
    return () => clearTimeout(timer);
  }, [form, id, isReadOnly]);

  function forget() {
    dropDraft(sessionStore, draftOf);
    setRestored(false);
  }

  // Between saving and the next render the form still counts as changed; a move then loses nothing.
  const isSaved = useRef(false);
  useEffect(() => {
    if (isDirty) isSaved.current = false;
  }, [isDirty]);

  /** Takes what the server stored as the new start. */
  function accept(saved: AnyRow) {
    isSaved.current = true;
    const values = initialValues(entity, saved);
    setStored(values);
    form.reset(values);
    forget();
  }

  /** Goes back to what is stored. */
  function discard() {
    form.reset(stored);
    forget();
  }

  useBlocker({
    enableBeforeUnload: () => isDirty && !isReadOnly,
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && openOf(current.search) === openOf(next.search);
      if (!isDirty || isSaved.current || isReadOnly || stays) return false;
      const mayLeave = await confirm({
        title: 'Leave without saving?',
        description: 'Your changes in this form would be lost.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep editing',
        danger: true,
      });
      if (mayLeave) forget();
      return !mayLeave;
    },
  });

  return { form, stored, isDirty, isRestored, accept, discard, forget };
}

function openOf(search: unknown): unknown {
  return typeof search === 'object' && search !== null && 'open' in search ? search.open : undefined;
}
