/** A native request as pages commonly send it: a title, an image and the advertiser's name (OpenRTB Native 1.2). */
export const nativeRequestText = JSON.stringify({
  ver: '1.2',
  context: 1,
  plcmttype: 1,
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 250 } },
    { id: 3, required: 0, data: { type: 1, len: 30 } },
  ],
});
