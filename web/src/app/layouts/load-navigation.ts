import { isLargeScreen } from '../../ui/screen.ts'

/** The bar of small screens. */
export const loadBottomBar = () => import('./bottom-bar.tsx')

/** Loads the navigation of this screen: on large screens it is part of the layout. */
export const loadNavigation = async (): Promise<void> => {
  if (!isLargeScreen()) await loadBottomBar()
}
