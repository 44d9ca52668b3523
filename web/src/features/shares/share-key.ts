/** Query key of shares, in its own file so that live updates load nothing else of this feature. */
export const SHARE = 'share'
