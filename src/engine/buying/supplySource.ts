/** The source of an imp: a supplier, or one of the account's own channels; the id of the other is 0. */
export interface SupplySource {
  supplierId: number;
  channelId: number;
}
