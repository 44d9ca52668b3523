import { useMediaQuery } from '@mantine/hooks'

const LARGE = '(min-width: 1024px)'

/** Same as useLargeScreen, for use outside of components. */
export const isLargeScreen = (): boolean => window.matchMedia(LARGE).matches

/** APP-7: the sidebar is for large screens; smaller ones have a bar at the bottom and sheets. */
export const useLargeScreen = (): boolean =>
  useMediaQuery(LARGE, undefined, { getInitialValueInEffect: false })

/** Whether the screen is as narrow as a phone's. */
export const useNarrowScreen = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
