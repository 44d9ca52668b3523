/** By itself, so that what only has to ask again loads nothing of the rest. */
export const SHARE = 'share'
