import { entities } from '#model/index.ts';
import type { RowTab } from '../entities/RowTab.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';

const SignInPanel = lazyChunk(() => import('./SignInPanel.tsx'), 'SignInPanel');

/** The tab of a user's row for its link and sessions, where a new user's drawer goes on. */
export const signInTab: RowTab = {
  id: 'signin',
  label: 'Sign-in',
  isNextAfterCreate: true,
  Panel: ({ entity, row, isReadOnly }) =>
    isReadOnly ? null : <SignInPanel key={row.id} entity={entities[entity]} id={row.id} />,
};
