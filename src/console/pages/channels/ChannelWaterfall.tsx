import type { EntityRow } from '../../entities/useEntity.ts';
import { WaterfallPanel } from '../../waterfall/WaterfallPanel.tsx';

/** The waterfall of a channel. */
export function ChannelWaterfall({ row, isReadOnly }: { row: EntityRow; isReadOnly: boolean }) {
  const tier = row['campaignTier'];
  return (
    <WaterfallPanel
      side="channel"
      id={row.id}
      campaignTier={typeof tier === 'number' ? tier : null}
      isReadOnly={isReadOnly}
    />
  );
}
