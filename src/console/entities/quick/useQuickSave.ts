import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Entity } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useActivityLink } from '../../history/useActivityLink.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { cacheRow, usePatchRow, type EntityRow } from '../useEntity.ts';
import { quickValueText } from './quickValue.ts';

/** A cell in edit mode; after a refused save, with the typed text and its error. */
export interface QuickCell {
  id: number;
  field: string;
  draft?: string;
  fault?: string;
}

/** Saves one value of a row optimistically, with undo. A refused value reopens its cell. */
export function useQuickSave(entity: Entity, onRefused: (cell: QuickCell) => void) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const activityLink = useActivityLink();
  const patch = usePatchRow(entity);

  /** Returns the error of a refused value for its cell; null when the value is not the cause. */
  async function faultOf(error: unknown, row: EntityRow, name: string): Promise<string | null> {
    if (!(error instanceof ApiError)) return null;
    if (error.problems.some(({ code }) => code === 'changed_since')) {
      const fresh = await api.get('/api/{entity}/{id}', { entity, params: { id: row.id } });
      cacheRow(queryClient, entity, fresh);
      const field = entity.fields[name];
      return `Changed in the meantime: it is now ${field ? quickValueText(field, fresh[name]) : ''}. Press Enter to save yours.`;
    }
    return problemsByField(error.problems, [name]).get(name) ?? null;
  }

  return async function save(row: EntityRow, name: string, value: unknown, draft: string | null): Promise<void> {
    const field = entity.fields[name];
    if (!field) return;
    const before = row[name];
    try {
      const saved = await patch.mutateAsync({ id: row.id, change: { [name]: value, version: row.version } });
      if (draft === null) return;
      toast.success({
        title: `${field.label} changed`,
        description: `${row.name ?? `#${row.id}`}: ${quickValueText(field, before)} → ${quickValueText(field, value)}`,
        action: { label: 'Undo', onClick: () => void save({ ...row, ...saved }, name, before, null) },
        ...activityLink({ entity: entity.name, rowId: row.id }),
      });
    } catch (error) {
      if (isSignedOut(error)) return;
      const fault = await faultOf(error, row, name).catch(() => null);
      if (fault !== null && draft !== null) onRefused({ id: row.id, field: name, draft, fault });
      else toast.error({ ...errorToast('Error on save', error), ...(fault === null ? {} : { description: fault }) });
    }
  };
}
