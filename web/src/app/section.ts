/** APP-7: the parts of the signed-in area, each with an entry in the sidebar. */
export type Section = 'platform' | 'user' | 'admin'
