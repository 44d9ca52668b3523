/**
 * Route params of the root of a list: without them a link would keep the id of the current folder.
 */
export const NO_FOLDER = { id: undefined } as const
