import type { EntityRow } from '../../entities/useEntity.ts';
import { WaterfallPanel } from '../../waterfall/WaterfallPanel.tsx';

/** The channels that use a tag. */
export function TagChannels({ row, isReadOnly }: { row: EntityRow; isReadOnly: boolean }) {
  return <WaterfallPanel side="tag" id={row.id} isReadOnly={isReadOnly} />;
}
