import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Profile } from '#api/profile/profileContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { removeDraft, storeDraft, readDraft, type DraftOf } from '../../entities/form/drafts.ts';
import { isSameValue } from '../../entities/form/isSameValue.ts';
import { useDebouncedDraft } from '../../entities/form/useDebouncedDraft.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { ApiError } from '../../lib/problems.ts';
import {
  bodyOf,
  byPath,
  faultsOfProfile,
  type ProfileFaults,
  type ProfileValues,
  tabOf,
  valuesOf,
} from './profileForm.ts';
import type { ProfileRights } from './profileRights.ts';

/** The form of a profile: its values (null until loaded), faults and unsaved state. */
export function useProfileForm(user: SessionUser, profile: Profile | null, rights: ProfileRights) {
  const { isReadOnly } = rights;
  const draftOf = useMemo<DraftOf>(
    // A draft typed by an admin is not offered to the user.
    () => ({ userId: user.id, entity: user.adminId === null ? 'profile' : `profile by ${user.adminId}`, id: null }),
    [user.id, user.adminId],
  );
  const [read, setRead] = useState<Profile | null>(null);
  const [values, setValues] = useState<ProfileValues | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ProfileFaults>({});

  const stored = useMemo(() => (read ? valuesOf(read) : null), [read]);
  if (profile && profile !== read) {
    setRead(profile);
    const draft = isReadOnly ? null : readDraft(sessionStore, draftOf);
    setValues(restoredValues(valuesOf(profile), draft, rights));
    setRestored(draft !== null);
  }
  const isDirty = !isReadOnly && values !== null && stored !== null && !isSameValue(values, stored);

  useEffect(() => {
    if (!isDirty && values !== null && !isReadOnly) removeDraft(sessionStore, draftOf);
  }, [values, isDirty, isReadOnly, draftOf]);
  const cancelDraftSave = useDebouncedDraft(draftOf, isDirty ? values : null);
  useBlocker({ enableBeforeUnload: () => isDirty, shouldBlockFn: () => false });

  const body = read && values ? bodyOf(read, values) : {};
  const found = read && values && !isReadOnly ? faultsOfProfile(body) : {};
  const visibleFaults = Object.fromEntries(Object.entries(found).filter(([path]) => isTried || left.has(headOf(path))));

  /** Applies changes and drops the server's errors for the changed values. */
  function change(changes: Partial<ProfileValues>) {
    setValues((before) => before && { ...before, ...changes });
    const heads = Object.keys(changes).flatMap(headsOfValue);
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !heads.includes(headOf(path)))),
    );
  }

  /** Marks a field as visited, which shows its faults. */
  function leave(head: string) {
    setLeft((before) => (before.has(head) ? before : new Set([...before, head])));
  }

  /** Shows all faults, and stores the draft at once so that input survives a lost session. */
  function tryToSave() {
    setTried(true);
    if (isDirty) storeDraft(sessionStore, draftOf, { ...values });
  }

  /** Shows the server's errors and returns their paths. */
  function refuse(error: unknown): string[] {
    if (!(error instanceof ApiError)) return [];
    const known = byPath(error.problems.filter(({ path }) => path !== ''));
    setRefused(known);
    return Object.keys(known);
  }

  function discardDraft() {
    cancelDraftSave();
    removeDraft(sessionStore, draftOf);
    setRestored(false);
  }

  /** Resets the form to the stored values. */
  function discard() {
    if (stored) setValues(stored);
    setRefused({});
    setTried(false);
    setLeft(new Set());
    discardDraft();
  }

  return {
    values,
    body,
    isDirty,
    isRestored: isRestored && isDirty,
    /** All faults, shown or not. */
    found,
    /** Faults to show: of visited fields, all of them after a save attempt, and those of the server. */
    faults: { ...refused, ...visibleFaults } as ProfileFaults,
    change,
    leave,
    tryToSave,
    refuse,
    discard,
    discardDraft,
  };
}

export type ProfileForm = ReturnType<typeof useProfileForm>;

const headOf = (path: string) => path.split('.')[0] ?? '';

const optionHeads = ['priceReq', 'priceDsp', 'priceImp', 'pricePostbid', 'postbidPercent'];

/** The API paths of a form value. */
function headsOfValue(key: string): string[] {
  if (key === 'sellers' || key === 'seller') return ['sellersJson'];
  return key === 'options' ? optionHeads : [key];
}

/** The first tab that has one of these paths. */
export function firstTabOf(paths: readonly string[], tabs: readonly { id: string }[]): string | null {
  const wrong = new Set<string>(paths.map(tabOf));
  return tabs.find(({ id }) => wrong.has(id))?.id ?? null;
}

/** Applies a draft to the stored values. Fields that the user may not change keep their stored values. */
export function restoredValues(
  stored: ProfileValues,
  draft: Partial<ProfileValues> | null,
  { isAccountFixed, arePricesFixed }: ProfileRights,
): ProfileValues {
  if (draft === null) return stored;
  const { name = stored.name, contacts = stored.contacts } = draft;
  if (isAccountFixed) return { ...stored, name, contacts };
  if (!stored.options) return { ...stored, ...draft };
  const { priceReq, priceDsp, priceImp, pricePostbid } = stored.options;
  const prices = arePricesFixed ? { priceReq, priceDsp, priceImp, pricePostbid } : {};
  return { ...stored, ...draft, options: { ...stored.options, ...draft.options, ...prices } };
}
