import type { RowByName } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';

/** A version with its settings. */
export type FullVersion = EntityRow & RowByName['sdkConfig'];
