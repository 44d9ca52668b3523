/** Leads to the top of a place: a link without the id would keep the one of the folder that is shown. */
export const NO_FOLDER = { id: undefined } as const
