import { useMediaQuery } from '@mantine/hooks'

const LARGE = '(min-width: 1024px)'

/** The same, outside of components. */
export const isLargeScreen = (): boolean => window.matchMedia(LARGE).matches

/** Spec §2: the sidebar is for large screens only; smaller ones have the bar at the bottom and sheets. */
export const useLargeScreen = (): boolean =>
  useMediaQuery(LARGE, undefined, { getInitialValueInEffect: false })

/** As narrow as a phone's. */
export const useNarrowScreen = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
