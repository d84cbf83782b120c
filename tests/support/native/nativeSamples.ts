import { buildVast } from '../engine/buildVast.ts';

/** Names of fields of native requests and responses. */
export const nativeNames =
  'ver context contextsubtype plcmttype plcmtcnt seq assets aurlsupport durlsupport eventtrackers privacy id required title img video data len type w h wmin hmin mimes minduration maxduration protocols event methods method url text value vasttag link clicktrackers assetsurl dcourl imptrackers jstracker native ext'.split(
    ' ',
  );

/** Native requests: the samples of Native 1.2, sections 6.1 to 6.3, and one of each kind of term. */
export const nativeRequests: readonly object[] = [
  {
    ver: '1.2',
    context: 2,
    contextsubtype: 20,
    plcmttype: 1,
    plcmtcnt: 1,
    aurlsupport: 0,
    privacy: 1,
    eventtrackers: [
      { event: 1, methods: [1, 2] },
      { event: 2, methods: [1] },
    ],
    assets: [
      { id: 123, required: 1, title: { len: 140 } },
      { id: 128, required: 0, img: { wmin: 836, hmin: 627, type: 3 } },
      { id: 124, required: 1, img: { wmin: 50, hmin: 50, type: 1 } },
      { id: 126, required: 1, data: { type: 1, len: 25 } },
      { id: 127, required: 1, data: { type: 2, len: 140 } },
    ],
  },
  {
    ver: '1.2',
    context: 1,
    contextsubtype: 10,
    plcmttype: 2,
    eventtrackers: [{ event: 1, methods: [1] }],
    assets: [
      {
        id: 4,
        required: 1,
        video: { linearity: 1, minduration: 5, maxduration: 30, protocols: [2, 3, 13], mimes: ['video/mp4'] },
      },
      { id: 123, required: 1, title: { len: 140 } },
      { id: 126, data: { type: 1, len: 25 } },
    ],
  },
  {
    ver: '1.2',
    context: 2,
    plcmttype: 4,
    aurlsupport: 1,
    durlsupport: 1,
    assets: [
      { id: 1, required: 1, title: { len: 25 } },
      { id: 2, img: { type: 3, w: 600, h: 314, mimes: ['image/jpeg', 'image/png'] } },
      { id: 3, data: { type: 12, len: 15 } },
    ],
  },
  {
    native: {
      ver: '1.0',
      assets: [
        { id: 1, required: 1, title: { len: 25 } },
        { id: 2, img: {} },
      ],
    },
  },
];

interface Asked {
  assets: {
    id: number;
    title?: object;
    img?: { w?: number; wmin?: number; h?: number; hmin?: number };
    video?: object;
    data?: object;
  }[];
  ver?: string;
  eventtrackers?: { event: number; methods: number[] }[];
}

/** A response to a valid native request that fits it, with everything that it may have. */
export function responseTo(request: object): object {
  const { native } = request as { native?: Asked | string };
  const wrapped = typeof native === 'object' && native !== null && !Array.isArray(native) ? native : null;
  const { assets, ver, eventtrackers } = wrapped ?? (request as Asked);
  const response = {
    ver,
    link: { url: 'https://brand.example/', clicktrackers: ['https://t.example/c'] },
    assets: assets.map(({ id, title, img, data }) => {
      if (title) return { id, title: { text: 'H' } };
      if (data) return { id, data: { value: 'B' } };
      if (!img) return { id, video: { vasttag: buildVast({ kind: 'inline' }) } };
      const [w, h] = [img.wmin || img.w || 80, img.hmin || img.h || 80];
      return { id, img: { url: 'https://cdn.example/i.png', w, h } };
    }),
    ...(eventtrackers
      ? {
          eventtrackers: eventtrackers.map(({ event, methods }) => ({
            event,
            method: methods[0],
            url: 'https://t.example/e',
          })),
        }
      : { imptrackers: ['https://t.example/i'] }),
  };
  return wrapped ? { native: response } : response;
}
