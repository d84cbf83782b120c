import { countries } from './countries.ts';

/** ISO 3166-1 alpha-3 codes in the order of `countries`. */
const alpha3 =
  'AFG ALA ALB DZA ASM AND AGO AIA ATA ATG ARG ARM ABW AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BMU ' +
  'BTN BOL BIH BWA BVT BRA IOT VGB BRN BGR BFA BDI KHM CMR CAN CPV BES CYM CAF TCD CHL CHN CXR CCK COL ' +
  'COM COD COG COK CRI CIV HRV CUB CUW CYP CZE DNK DJI DMA DOM ECU EGY SLV GNQ ERI EST SWZ ETH FLK FRO ' +
  'FJI FIN FRA GUF PYF ATF GAB GMB GEO DEU GHA GIB GRC GRL GRD GLP GUM GTM GGY GIN GNB GUY HTI HMD HND ' +
  'HKG HUN ISL IND IDN IRN IRQ IRL IMN ISR ITA JAM JPN JEY JOR KAZ KEN KIR KWT KGZ LAO LVA LBN LSO LBR ' +
  'LBY LIE LTU LUX MAC MDG MWI MYS MDV MLI MLT MHL MTQ MRT MUS MYT MEX FSM MDA MCO MNG MNE MSR MAR MOZ ' +
  'MMR NAM NRU NPL NLD NCL NZL NIC NER NGA NIU NFK PRK MKD MNP NOR OMN PAK PLW PSE PAN PNG PRY PER PHL ' +
  'PCN POL PRT PRI QAT REU ROU RUS RWA WSM SMR STP SAU SEN SRB SYC SLE SGP SXM SVK SVN SLB SOM ZAF SGS ' +
  'KOR SSD ESP LKA BLM SHN KNA LCA MAF SPM VCT SDN SUR SJM SWE CHE SYR TWN TJK TZA THA TLS TGO TKL TON ' +
  'TTO TUN TUR TKM TCA TUV UMI VIR UGA UKR ARE GBR USA URY UZB VUT VAT VEN VNM WLF ESH YEM ZMB ZWE';

const alpha2ByAlpha3: ReadonlyMap<string, string> = new Map(
  alpha3.split(' ').map((code, index) => [code, countries[index]?.id ?? '']),
);

const known: ReadonlySet<string> = new Set(countries.map(({ id }) => id));

/** The alpha-2 code of a country given by its alpha-2 or alpha-3 code in any case; empty for anything else. */
export function countryCodeOf(text: string): string {
  const code = text.trim().toUpperCase();
  if (code.length === 3) return alpha2ByAlpha3.get(code) ?? '';
  // UK is widely used for the United Kingdom.
  if (code === 'UK') return 'GB';
  return known.has(code) ? code : '';
}

const alpha3ByAlpha2: ReadonlyMap<string, string> = new Map([...alpha2ByAlpha3].map(([long, short]) => [short, long]));

/** The alpha-3 code of a country given in the same way; empty for anything else. */
export function alpha3Of(text: string): string {
  return alpha3ByAlpha2.get(countryCodeOf(text)) ?? '';
}
