import { countries } from './countries.ts';
import type { TreeNode } from './tree.ts';

const southEastAsia = 'BN ID KH LA MM MY PH SG TH TL VN';
const eastAsia = 'CN HK JP KP KR MN MO TW';
const southAsia = 'AF BD BT IN LK MV NP PK';
const centralAsia = 'KG KZ TJ TM UZ';
const oceania = 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS';

const caribbean = 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI';
const centralAmerica = 'BZ CR GT HN MX NI PA SV';
const southAmerica = 'AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE';

const europe =
  'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA';
const northAfrica = 'DZ EG EH LY MA SD TN';
const subSaharanAfrica =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW IO KE KM LR LS MG ML MR MU MW MZ NA NE NG RE RW SC SH SL SN SO SS ST SZ TD TF TG TZ UG YT ZA ZM ZW';
const middleEast = 'AE BH IL IQ IR JO KW LB OM PS QA SA SY YE';
const restOfWesternAsia = 'AM AZ CY GE TR';

/**
 * The regions of the ad industry, based on the areas of UN M49. APAC, LATAM, EMEA and NAM divide the world (Antarctica
 * is in none; Iran is in the Middle East); SEA is part of APAC and MENA (id `MINA`) part of EMEA. A leaf is a country
 * by its code, so it appears in both: selecting it in one place selects it in the other.
 */
export const regions: readonly TreeNode[] = [
  region('APAC', 'APAC', eastAsia, southEastAsia, southAsia, centralAsia, oceania),
  region('LATAM', 'LATAM', caribbean, centralAmerica, southAmerica),
  region('EMEA', 'EMEA', europe, middleEast, restOfWesternAsia, northAfrica, subSaharanAfrica),
  region('NAM', 'North Americas', 'BM CA GL PM US'),
  region('SEA', 'SEA', southEastAsia),
  region('MINA', 'MENA', middleEast, northAfrica),
];

/** A region with the countries of its areas, by name. */
function region(id: string, label: string, ...areas: string[]): TreeNode {
  const codes = new Set(areas.flatMap((area) => area.split(' ')));
  const children = countries.filter((country) => codes.has(country.id));
  return { id, label, children: children.map((country) => ({ id: country.id, label: country.name })) };
}
