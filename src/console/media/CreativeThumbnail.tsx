import { AppWindow, AudioLines, CodeXml, Film, Image, Newspaper } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CreativeRow } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { useUser } from '../frame/session.ts';
import { useSeen } from '../ui/useSeen.ts';

const icons: Readonly<Record<CreativeRow['type'], typeof Film>> = {
  video: Film,
  vast: Film,
  vastUrl: Film,
  audio: AudioLines,
  image: Image,
  native: Newspaper,
  html5: AppWindow,
  tag: CodeXml,
};

/**
 * A creative's thumbnail: its image, a frame of its video, or an icon of its type. Files are loaded when they come into
 * view.
 */
export function CreativeThumbnail({ row }: { row: EntityRow }) {
  const { type, files = [] } = row as EntityRow & Partial<CreativeRow>;
  const { config } = useUser();
  const box = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(box);
  const [isBroken, setBroken] = useState(false);
  const file = files.find(({ role }) => role === 'main');
  const kind = isBroken || !isSeen ? undefined : file?.mime.split('/')[0];
  const address = `${config.mediaUrl}/${file?.file}`;
  const Icon = icons[type ?? 'video'];
  const look = { className: 'size-full object-cover', onError: () => setBroken(true) };
  return (
    <span
      ref={box}
      className="flex h-6 w-11 items-center justify-center overflow-hidden rounded-sm border bg-sunken text-muted"
    >
      {kind === 'image' ? (
        <img src={address} alt="" decoding="async" {...look} />
      ) : kind === 'video' ? (
        <video src={`${address}#t=1`} preload="metadata" muted tabIndex={-1} {...look} />
      ) : (
        <Icon aria-hidden className="size-4" />
      )}
    </span>
  );
}
