import { useCallback } from 'react'
import { config } from '../lib/config.ts'
import { showAd } from '../lib/consent.ts'
import classes from './ad-place.module.css'

/** A place for advertising; it stays empty and hidden until this browser has accepted it. */
export function AdPlace({ slot }: { slot: string }) {
  const fill = useCallback(
    (place: HTMLElement | null) => {
      if (place && place.childElementCount === 0) showAd(place, slot, config())
    },
    [slot],
  )
  return <div ref={fill} className={classes.place} hidden />
}
