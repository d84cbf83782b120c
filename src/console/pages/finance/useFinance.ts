import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import type { ItemKind, Month, PartKind, PartnerKind } from '#model/finance/index.ts';
import type { Api } from '../../lib/api.ts';
import { PlainBody } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useNow } from '../../reports/useNow.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import type { ColumnChoice } from './guessColumns.ts';
import { type FinanceSearch, readFinanceSearch, writeFinanceSearch } from './financeSearch.ts';

/** The page state, stored in the URL. */
export function useFinanceSearch() {
  const navigate = useNavigate();
  const now = useNow(60_000);
  const search = readFinanceSearch(useSearch({ strict: false }), now);
  const change = (part: Partial<FinanceSearch>) =>
    void navigate({
      to: '/finance',
      search: writeFinanceSearch({ ...search, card: null, ...part }, now),
      resetScroll: false,
    });
  return { search, change, now };
}

/** The month of all accounts. */
export function useMonth(month: Month) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'month', month],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/finance/months/{month}', { params: { month }, signal }),
  });
}

export function useAccountMonth(month: Month, id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'account', month, id],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/finance/months/{month}/accounts/{id}', { params: { month, id }, signal }),
  });
}

export function useParts(month: Month, id: number, by: PartKind) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'parts', month, id, by],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/api/finance/months/{month}/accounts/{id}/parts', { params: { month, id }, query: { by }, signal }),
  });
}

/** Receivables or payables of an account, of one month or of all. */
export function useItems(id: number, kind: ItemKind, month: Month | null) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'items', id, kind, month],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/api/finance/accounts/{id}/items', { params: { id }, query: { kind, month }, signal }),
  });
}

/** The company details on invoices. */
export function useInvoiceSettings() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'settings'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/finance/settings', { signal }),
  });
}

/** All versions of an account's prices, past and planned. */
export function usePrices(id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'prices', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/finance/accounts/{id}/prices', { params: { id }, signal }),
  });
}

/** One action of the page. */
export interface FinanceAct {
  call: (api: Api) => Promise<unknown>;
  /** Text of the success toast. */
  done: string;
}

/** Runs a finance action and refetches everything on the page. Rejects with the error, which a toast shows. */
export function useFinanceAct() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ call }: FinanceAct) => call(api),
    onSuccess: (_response, { done }) => toast.success({ title: done }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['finance'] }),
        // Prices are fields of the account.
        queryClient.invalidateQueries({ queryKey: ['entity', 'demand'] }),
      ]),
  });
}

/** Our numbers and the partners' for an account's month. */
export function useReconciliation(month: Month, id: number, kind: PartnerKind) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['finance', 'reconciliation', month, id, kind],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get('/api/finance/months/{month}/accounts/{id}/reconciliation', {
        params: { month, id },
        query: { kind },
        signal,
      }),
  });
}

/** Previews or imports a partner's file. Rejects with the error, which a toast shows. */
export function useImportNumbers(id: number) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({
      kind,
      file,
      columns,
      isDryRun,
    }: {
      kind: PartnerKind;
      file: File;
      columns: ColumnChoice | null;
      isDryRun: boolean;
    }) =>
      api.post('/api/finance/accounts/{id}/partnerNumbers', {
        params: { id },
        query: { kind, fileName: file.name.slice(-200), isDryRun: isDryRun ? 'true' : 'false', ...columns },
        body: new PlainBody('text/csv', file),
      }),
    onSuccess: async ({ isApplied, count }) => {
      if (!isApplied) return;
      toast.success({ title: `${count} ${count === 1 ? 'line' : 'lines'} imported` });
      await queryClient.invalidateQueries({ queryKey: ['finance'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  });
}
