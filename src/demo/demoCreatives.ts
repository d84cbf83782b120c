/** The creatives that the demo's partners return; `media` names the video and image that they show. */
export const demoCreatives = [
  {
    key: 'coffee',
    title: 'Fresh coffee',
    advertiser: 'Coffee Roasters',
    landing: 'https://coffee.example/',
    media: 'coffee',
  },
  { key: 'bikes', title: 'City bikes', advertiser: 'City Bikes', landing: 'https://bikes.example/', media: 'bikes' },
  {
    key: 'travel',
    title: 'Slow travel',
    advertiser: 'Slow Travel',
    landing: 'https://travel.example/',
    media: 'travel',
  },
  {
    key: 'insurance',
    title: 'Home, safe home – household cover in two minutes, 30 s',
    advertiser: 'Summit Insurance',
    landing: 'https://insurance.example/',
    media: 'travel',
  },
  {
    key: 'grocery',
    title: 'The weekly basket, now with pick-up',
    advertiser: 'Verdant Grocers',
    landing: 'https://grocery.example/',
    media: 'coffee',
  },
  {
    key: 'hotels',
    title: 'Grand Atlas winter sale – stay three nights and pay for two, English with subtitles',
    advertiser: 'Grand Atlas Hotels',
    landing: 'https://hotels.example/',
    media: 'travel',
  },
  {
    key: 'games',
    title: 'Castle Rivals, season four',
    advertiser: 'Pixelforge Games',
    landing: 'https://games.example/',
    media: 'bikes',
  },
  {
    key: 'phones',
    title: 'Lumen Fold 2, launch film',
    advertiser: 'Lumen Electronics',
    landing: 'https://phones.example/',
    media: 'coffee',
  },
] as const;

export type DemoCreative = (typeof demoCreatives)[number]['key'];
