/** Spec §2: the parts of the signed-in area, each with its entry in the sidebar. */
export type Section = 'platform' | 'user' | 'admin'
