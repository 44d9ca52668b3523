import { localSetting } from '../lib/local-setting.ts'

/** Spec §2: how items are shown, and which bars are, is kept locally. */
export const itemView = localSetting('item-view', ['list', 'grid'])
/** Who comes by a link has pictures before him. */
export const sharedView = localSetting('shared-view', ['grid', 'list'])
export const infoPanel = localSetting('info-panel', ['shown', 'hidden'])
export const navigationBars = localSetting('navigation-bars', ['shown', 'hidden'])
