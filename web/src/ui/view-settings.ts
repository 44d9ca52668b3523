import { localSetting } from '../lib/local-setting.ts'

/** APP-20, APP-33: the view and the visible bars are stored in this browser. */
export const itemView = localSetting('item-view', ['list', 'grid'])
/** Guests of a share start with the grid. */
export const sharedView = localSetting('shared-view', ['grid', 'list'])
export const infoPanel = localSetting('info-panel', ['shown', 'hidden'])
export const navigationBars = localSetting('navigation-bars', ['shown', 'hidden'])
