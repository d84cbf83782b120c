/** Values that earlier versions wrote into columns of facts and traces, and what they are called now. */
export const formerFactValues: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['kind', new Map([['sighting', 'observation']])],
  ['consent', new Map([['untold', 'undeclared']])],
  ['ivt', new Map([['data_centre', 'data_center']])],
  ['reason', new Map([['ads_txt_unauthorised', 'ads_txt_unauthorized']])],
]);

/** A value of a column as it is called now; any other one as it is. */
export function currentFactValue<T>(column: string, value: T): T | string {
  return typeof value === 'string' ? (formerFactValues.get(column)?.get(value) ?? value) : value;
}
